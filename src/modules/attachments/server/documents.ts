import type { Actor } from '#core/permissions.ts';
import type { AnyDocument } from '#platform/documents/server/define.ts';
import {
  documentEvent,
  findDocument,
  getPhotoRules,
} from '#platform/documents/server/numbering-and-events.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { AppEvent, EventKind } from '#platform/server/http/services.ts';

/** Document data needed for its photos. */
interface AttachableDocument {
  /** Document number: ORD-2026-000123. */
  number: string;
  acceptsPhotos(now: Date): boolean;
  canAttach(now: Date): boolean;
  event(change: EventKind): AppEvent;
}

/** Returns the document if the actor may see it, otherwise null. */
export async function findAttachable(
  db: Queryable,
  document: AnyDocument,
  actor: Actor,
  id: string,
): Promise<AttachableDocument | null> {
  const row = await findDocument(db, document, actor, id);
  if (!row) return null;
  const photos = getPhotoRules(document);
  return {
    number: String((row as unknown as Record<string, unknown>)[document.number]),
    acceptsPhotos: (now) => photos.acceptsPhotos(row, now),
    canAttach: (now) => photos.acceptsPhotos(row, now) && photos.canAttach(row, actor, now),
    event: (kind) => documentEvent(document, row, kind),
  };
}

/** Whether the document has this line. */
export async function hasDocumentLine(
  db: Queryable,
  { lines }: AnyDocument,
  id: string,
  lineId: string,
): Promise<boolean> {
  if (!lines) return false;
  const line = db
    .selectFrom(lines.table as 'orderLines')
    .select('lineId')
    .where(lines.document as 'orderId', '=', id)
    .where('lineId', '=', lineId);
  return (await line.executeTakeFirst()) !== undefined;
}
