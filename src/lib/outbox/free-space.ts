import { ApiError } from '../api/api-error.ts';
import { deletePersistedAnswers } from '../cache/delete-persisted-answers.ts';
import { isStorageFull } from '../device-database.ts';
import { messagesOf } from '../i18n/messages.ts';
import { outboxMessages } from './messages.ts';

/**
 * Writes to the device; where it is full, once more without the server's answers that are kept there, which can be had
 * again. Throws `ApiError` with the code `NO_ROOM` where there is still no room.
 */
export async function freeSpaceAndRetry<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isStorageFull(error)) throw error;
  }
  await deletePersistedAnswers();
  try {
    return await write();
  } catch (error) {
    if (!isStorageFull(error)) throw error;
    // Nothing went out: neither a lost connection nor the server is to blame.
    throw new ApiError({ code: 'NO_ROOM', status: 413, message: messagesOf(outboxMessages).noRoom });
  }
}
