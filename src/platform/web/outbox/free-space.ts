import { ApiError } from '#platform/web/api/api-error.ts';
import { deletePersistedResponses } from '#platform/web/cache/delete-persisted-responses.ts';
import { isStorageFull } from '#platform/web/device-database.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { outboxMessages } from './messages.ts';

/**
 * Writes to the device; if it is full, deletes the persisted query cache and retries once.
 *
 * @throws ApiError with code `NO_ROOM` when there is still not enough space
 */
export async function freeSpaceAndRetry<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isStorageFull(error)) throw error;
  }
  await deletePersistedResponses();
  try {
    return await write();
  } catch (error) {
    if (!isStorageFull(error)) throw error;
    // Nothing was sent, so this is neither a network error nor a server error.
    throw new ApiError({ code: 'NO_ROOM', status: 413, message: getMessages(outboxMessages).noRoom });
  }
}
