/** Where this device keeps what the server told who is signed in (persisted-answers.ts). */
export const answersDatabase = 'commissary-answers';

/** Forgets all of it: the session is over, or was when the dashboard was opened. Never rejects. */
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
      // A browser that keeps nothing has nothing to forget.
      resolve();
    }
  });
}
