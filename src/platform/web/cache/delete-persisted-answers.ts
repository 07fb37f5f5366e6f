/** Database with the persisted query cache of the current user (persisted-answers.ts). */
export const answersDatabase = 'commissary-answers';

/**
 * Deletes the persisted query cache when the session ends, or had ended before the dashboard was opened.
 * Never rejects.
 */
export function deletePersistedAnswers(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof indexedDB === 'undefined') {
      resolve();
      return;
    }
    try {
      const deleting = indexedDB.deleteDatabase(answersDatabase);
      deleting.addEventListener('success', () => resolve());
      deleting.addEventListener('error', () => resolve());
    } catch {
      // Without browser storage there is nothing to delete.
      resolve();
    }
  });
}
