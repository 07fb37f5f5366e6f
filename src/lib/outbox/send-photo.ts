import { readRecord, readText } from '#contract/tolerant.ts';
import { ApiError } from '../api/api-error.ts';
import type { Reply } from '../api/call.ts';
import { uploadFile } from '../api/upload.ts';
import { loadStoredPhoto } from '../stored-photos.ts';
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
