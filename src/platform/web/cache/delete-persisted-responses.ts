/** Database with the persisted query cache of the current user (persisted-responses.ts). */
export const responsesDatabase = 'commissary-responses';

/**
 * Deletes the persisted query cache when the session ends, or at startup if it had already ended. Never
 * rejects.
 */
export function deletePersistedResponses(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof indexedDB === 'undefined') {
      resolve();
      return;
    }
    try {
      const request = indexedDB.deleteDatabase(responsesDatabase);
      request.addEventListener('success', () => resolve());
      request.addEventListener('error', () => resolve());
    } catch {
      // Without browser storage there is nothing to delete.
      resolve();
    }
  });
}
