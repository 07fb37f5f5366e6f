import type { DocumentType } from '#platform/documents/types.ts';
import type { Actor } from '#core/permissions.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { toActor } from '#platform/server/http/session.ts';
import { removeFiles } from './files/store.ts';

/** Returns the photos of a document, oldest first. */
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

/** Returns the users who have attached photos to a document since a time (ISO). */
export async function listUsersWithPhotosSince(
  db: Queryable,
  docType: DocumentType,
  docId: string,
  since: string | null,
): Promise<Actor[]> {
  if (since === null) return [];
  const photos = await listAttachments(db, docType, docId);
  const userIds = photos.flatMap(({ createdAt, createdBy }) => (createdAt >= since && createdBy) || []);
  if (userIds.length === 0) return [];
  const users = await db
    .selectFrom('users')
    .selectAll()
    .where('_id', 'in', [...new Set(userIds)])
    .execute();
  return users.map(toActor);
}

/** Returns a photo of a document; undefined if it is missing or belongs to another document. */
export function findAttachment(db: Queryable, docType: DocumentType, docId: string, id: string) {
  return db
    .selectFrom('attachments')
    .selectAll()
    .where('docType', '=', docType)
    .where('docId', '=', docId)
    .where('_id', '=', id)
    .executeTakeFirst();
}

/** Deletes all photos of a document with their files, or only the given photo. */
export async function removeAttachments(
  tx: Tx,
  docType: DocumentType,
  docId: string,
  id?: string,
): Promise<void> {
  const photos = await listAttachments(tx, docType, docId);
  const removed = id === undefined ? photos : photos.filter(({ _id }) => _id === id);
  if (removed.length === 0) return;
  const ids = removed.map(({ _id }) => _id);
  await tx.deleteFrom('attachments').where('_id', 'in', ids).execute();
  await removeFiles(
    tx,
    removed.flatMap(({ fileId, thumbId }) => [fileId, thumbId]),
  );
}
