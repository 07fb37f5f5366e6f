import { readRecord, readText } from '#platform/shapes/tolerant.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import type { Reply } from '#platform/web/api/call.ts';
import { uploadFile } from '#platform/web/api/upload.ts';
import { loadStoredPhoto } from '#platform/web/stored-photos.ts';
import type { OutboxEntry } from './entry.ts';

/**
 * Sends the photo of an entry as the request body.
 *
 * @throws ApiError `PHOTO_GONE` when it is no longer stored on this device
 */
export async function sendPhoto(entry: OutboxEntry, photo: string): Promise<Reply> {
  const file = await loadStoredPhoto(photo, entry.userId);
  if (file === null) throw new ApiError({ code: 'PHOTO_GONE', status: 410, message: '', isGeneric: true });
  const lineId = readText(readRecord(entry.body)['lineId']);
  return uploadFile({
    method: 'post',
    path: entry.path,
    file,
    ...(lineId !== null && { search: { lineId } }),
    idempotencyKey: entry.idempotencyKey,
    asUser: entry.userId,
  });
}
