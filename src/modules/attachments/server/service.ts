import { refusal } from '#core/refusals/refusal.ts';
import type { Selectable } from 'kysely';
import { maxAttachments } from '#modules/documents/attachable.ts';
import type { Actor } from '#core/permissions.ts';
import type { Attachment } from '../shapes.ts';
import type { AttachmentRow } from '#platform/server/db/tables.ts';
import { forbidden, invalid, notFound, problem } from '#platform/server/http/problems.ts';
import type { WriteContext } from '#platform/server/http/route.ts';
import { newId } from '#platform/server/ids.ts';
import type { PreparedPicture } from './files/prepare.ts';
import { storeFile } from './files/store.ts';
import { requireActor } from '#platform/documents/server/context.ts';
import type { AnyDocument } from '#platform/documents/server/define.ts';
import { lockDocuments } from '#platform/documents/server/locks.ts';
import { findAttachable, hasDocumentLine } from './documents.ts';
import { listAttachments, findAttachment, removeAttachments } from './store.ts';

type Row = Selectable<AttachmentRow>;

/** Returns the JSON of a photo. Users may remove their own photos while they may attach new ones. */
export function toAttachment(row: Row, actor: Actor, canAttach: boolean): Attachment {
  const { _id, createdAt, createdBy, createdByName, size, width, height } = row;
  return {
    _id,
    lineId: row.lineId || null,
    createdAt,
    createdBy,
    createdByName,
    size,
    width,
    height,
    canRemove: canAttach && createdBy === actor._id,
  };
}

type Upload = WriteContext<unknown, { lineId?: string | undefined }, PreparedPicture>;

/**
 * Attaches a photo to a document. If the line already has this photo, returns the existing one with `isNew`
 * false.
 *
 * @throws ApiProblem 404, 403 and 409 according to the document's photo rules, 422 for an unknown line or if
 *   the maximum number of photos is exceeded
 */
export async function attachPhoto(ctx: Upload, kind: AnyDocument, docId: string) {
  const actor = requireActor(ctx.actor);
  const document = await lockAttachable(ctx, kind, docId);
  const lineId = ctx.query.lineId ?? '';
  if (lineId !== '' && !(await hasDocumentLine(ctx.db, kind, docId, lineId)))
    throw invalid({ lineId: refusal('photo-no-line', { number: document.number }) });
  const photos = await listAttachments(ctx.db, kind.type, docId);
  const { full, thumb, hash } = ctx.prepared;
  const duplicate = photos.find((row) => row.hash === hash && row.lineId === lineId);
  if (duplicate) return { isNew: false, attachment: toAttachment(duplicate, actor, true) };
  if (photos.length >= maxAttachments)
    throw invalid({ file: refusal('photo-most', { number: document.number, n: maxAttachments }) });
  const { clock } = ctx.services;
  const row: Row = {
    _id: newId(clock),
    docType: kind.type,
    docId,
    lineId,
    createdAt: ctx.now.toISOString(),
    createdBy: actor._id,
    createdByName: actor.name,
    type: full.type,
    size: full.bytes.length,
    width: full.width,
    height: full.height,
    hash,
    fileId: await storeFile(ctx.db, clock, full),
    thumbId: await storeFile(ctx.db, clock, thumb),
  };
  await ctx.db.insertInto('attachments').values(row).execute();
  await ctx.audit({ action: 'attach', entity: 'attachments', id: row._id, after: toAuditedPhoto(row) });
  ctx.emit(document.event('attached'));
  return { isNew: true, attachment: toAttachment(row, actor, true) };
}

/**
 * Removes the user's own photo while the document accepts photos. Throws 404 if it has already been removed.
 */
export async function removePhoto(
  ctx: WriteContext,
  kind: AnyDocument,
  docId: string,
  id: string,
): Promise<void> {
  const document = await lockAttachable(ctx, kind, docId, id);
  const row = await findAttachment(ctx.db, kind.type, docId, id);
  if (!row) throw notFound();
  if (row.createdBy !== ctx.actor?._id) throw forbidden(refusal('photo-by-another'));
  await removeAttachments(ctx.db, kind.type, docId, id);
  await ctx.audit({ action: 'detach', entity: 'attachments', id, before: toAuditedPhoto(row) });
  ctx.emit(document.event('detached'));
}

/** Locks the document for a user who may change its photos now. */
async function lockAttachable(
  ctx: WriteContext<unknown, unknown, unknown>,
  kind: AnyDocument,
  docId: string,
  id?: string,
) {
  await lockDocuments(ctx.db, kind, [docId]);
  const document = await findAttachable(ctx.db, kind, requireActor(ctx.actor), docId);
  if (!document) throw notFound();
  if (id !== undefined && !(await findAttachment(ctx.db, kind.type, docId, id))) throw notFound();
  if (!document.acceptsPhotos(ctx.now))
    throw problem('NOT_EDITABLE', refusal('photo-closed', { number: document.number }));
  if (!document.canAttach(ctx.now)) throw forbidden(refusal('photo-read-only', { number: document.number }));
  return document;
}

const toAuditedPhoto = ({ docType, docId, lineId, hash, size }: Row) => ({
  docType,
  docId,
  lineId: lineId || null,
  hash,
  size,
});
