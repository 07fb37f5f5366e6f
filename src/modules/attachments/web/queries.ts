import type { QueryClient } from '@tanstack/react-query';
import { type Attachment, attachment } from '../shapes.ts';
import { unwrapDocument } from '#platform/shapes/tolerant.ts';
import { api } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { isUnavailable } from '#platform/web/api/missing-endpoint.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { defineAction } from '#platform/web/outbox/action.ts';
import { isLocalId } from '#platform/web/outbox/entry.ts';
import { queuedActionMessages } from '#platform/web/queries/messages.ts';
import { readList, readQuery } from '#platform/web/queries/read-query.ts';
import { createReader } from '#platform/web/queries/read-shape.ts';

const readAttachment = createReader(attachment);

const cacheCollections = {
  orders: 'orders_data',
  wastage: 'wastage_data',
  discrepancies: 'discrepancies_data',
  transfers: 'transfers_data',
  'goods-receipts': 'goods-receipts_data',
  'supplier-invoices': 'supplier-invoices_data',
  'safety-checks': 'safety-checks_data',
} as const;

/** Kinds whose photos are added with a new record; the record must exist before its photos. */
const newRecordKinds: ReadonlySet<string> = new Set(['wastage', 'goods-receipts', 'safety-checks']);

/** Document kinds with photos, named like their API collections. */
type PhotoOwner = keyof typeof cacheCollections;

/**
 * Queries the photos of a document, oldest first. Null if the server doesn't support them or the user may not
 * read them.
 */
export function attachmentsQuery(docType: PhotoOwner, docId: string) {
  const query = readQuery({
    collection: cacheCollections[docType],
    key: ['attachments', docId],
    lifetime: 'orderOne',
    path: getPhotosPath(docType, docId),
    read: (reply) => readList(reply, readAttachment).rows,
  });
  return {
    ...query,
    async queryFn(context: { signal: AbortSignal }): Promise<Attachment[] | null> {
      try {
        return await query.queryFn(context);
      } catch (error) {
        if (isUnavailable(error) || (error instanceof ApiError && error.status === 403)) return null;
        throw error;
      }
    },
  };
}

/** The document of a photo. `docId` may be a `newLocalId` that is not on the server yet. */
export interface DocumentPhoto {
  docType: PhotoOwner;
  docId: string;
  /** Null if the photo belongs to the whole document. */
  lineId: string | null;
  /** The document number: ORD-2026-000123. */
  number: string;
}

/** Attaches a photo stored on this device, by its id in `stored-photos.ts`. */
export const attachPhotoAction = defineAction<DocumentPhoto & { photo: string }, Attachment>({
  kind: 'attachments.add',
  // A rejected photo of an order must not block the order's other actions; a new record must exist before its
  // photos.
  document: ({ docType, docId }) => (newRecordKinds.has(docType) ? `${docType}/${docId}` : `photos/${docId}`),
  request: ({ docType, docId, lineId, photo }) => ({
    method: 'post',
    path: getPhotosPath(docType, docId),
    body: { docType, docId, lineId },
    photo,
  }),
  label: ({ number }) => getMessages(queuedActionMessages).attachPhoto(number),
  dedupeKey: ({ photo }) => `attachments.add ${photo}`,
  failure: () => getMessages(queuedActionMessages).failed.photo,
  read(body) {
    const created = readAttachment(unwrapDocument(body));
    if (created === null) throw new TypeError('The response contains no photo');
    return created;
  },
  onSent: (_attachment, queryClient) => {
    for (const collection of Object.values(cacheCollections))
      void queryClient.invalidateQueries({ queryKey: [collection, 'attachments'] });
  },
});

/** Returns the path of a photo's content, for `usePicture`. */
export const getPhotoPath = (docType: PhotoOwner, docId: string, id: string): string =>
  `${getPhotosPath(docType, docId)}/${encodeURIComponent(id)}`;

/** Deletes a photo of the current user. Throws `ApiError`. */
export async function removePhoto(
  queryClient: QueryClient,
  docType: PhotoOwner,
  docId: string,
  id: string,
): Promise<void> {
  await api.send('delete', getPhotoPath(docType, docId, id));
  await queryClient.invalidateQueries({ queryKey: attachmentsQuery(docType, docId).queryKey });
}

/** Returns the path of a document's photos; a local id is not encoded, so that the outbox can replace it. */
function getPhotosPath(docType: PhotoOwner, docId: string): string {
  return `${docType}/${isLocalId(docId) ? docId : encodeURIComponent(docId)}/attachments`;
}
