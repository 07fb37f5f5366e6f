import type { DocumentType } from '#domain/documents/types.ts';
import type { Actor } from '#domain/permissions.ts';
import type { Queryable, Tx } from '../../db/types.ts';
import { toActor } from '../../http/session.ts';
import { removeFiles } from '../files/store.ts';

/** The photos of a document, in the order in which they came. */
export function listAttachments(db: Queryable, docType: DocumentType, docId: string) {
  return db
    .selectFrom('attachments')
    .selectAll()
    .where('docType', '=', docType)
    .where('docId', '=', docId)
    .orderBy('createdAt')
    .orderBy('_id')
    .execute();
}

/** Who has attached photos to a document since a moment (ISO); nobody where there was none. */
export async function photographersSince(
  db: Queryable,
  docType: DocumentType,
  docId: string,
  since: string | null,
): Promise<Actor[]> {
  if (since === null) return [];
  const photos = await listAttachments(db, docType, docId);
  const by = photos.flatMap(({ createdAt, createdBy }) => (createdAt >= since && createdBy) || []);
  if (by.length === 0) return [];
  const users = await db
    .selectFrom('users')
    .selectAll()
    .where('_id', 'in', [...new Set(by)])
    .execute();
  return users.map(toActor);
}

/** One photo of a document; undefined where there is none, or it belongs to another document. */
export function findAttachment(db: Queryable, docType: DocumentType, docId: string, id: string) {
  return db
    .selectFrom('attachments')
    .selectAll()
    .where('docType', '=', docType)
    .where('docId', '=', docId)
    .where('_id', '=', id)
    .executeTakeFirst();
}

/** Takes photos away with their files: those of a document that goes, or the one named. */
export async function removeAttachments(
  tx: Tx,
  docType: DocumentType,
  docId: string,
  id?: string,
): Promise<void> {
  const all = await listAttachments(tx, docType, docId);
  const gone = id === undefined ? all : all.filter(({ _id }) => _id === id);
  if (gone.length === 0) return;
  const ids = gone.map(({ _id }) => _id);
  await tx.deleteFrom('attachments').where('_id', 'in', ids).execute();
  await removeFiles(
    tx,
    gone.flatMap(({ fileId, thumbId }) => [fileId, thumbId]),
  );
}
