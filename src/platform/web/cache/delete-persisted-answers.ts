/** Database with the persisted query cache of the current user (persisted-answers.ts). */
export const answersDatabase = 'commissary-answers';

/**
 * Deletes the persisted query cache when the session ends, and at start-up if it had ended before.
 * Never rejects.
 */
export function deletePersistedAnswers(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof indexedDB === 'undefined') {
      resolve();
      return;
    }
    try {
      const request = indexedDB.deleteDatabase(answersDatabase);
      request.addEventListener('success', () => resolve());
      request.addEventListener('error', () => resolve());
    } catch {
      // Without browser storage there is nothing to delete.
      resolve();
    }
  });
}
