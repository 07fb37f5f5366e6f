/** Maximum wait in ms; after that, the last known user is used, so that the dashboard works offline. */
const maxWaitMs = 4000;

const pendingChecks = new Set<Promise<unknown>>();

/**
 * Starts verifying the remembered session's user. Screens render and send requests, but responses
 * are withheld until the user is verified.
 *
 * @param check resolves when its changes are on screen
 */
export function delayResponsesUntil(check: Promise<unknown>): void {
  const timeout = new Promise((resolve) => setTimeout(resolve, maxWaitMs));
  const checkOrTimeout = Promise.race([check.catch(() => undefined), timeout]);
  pendingChecks.add(checkOrTimeout);
  void checkOrTimeout.finally(() => pendingChecks.delete(checkOrTimeout));
}

/** Returns whether no verification is in progress. */
export function isUserVerified(): boolean {
  return pendingChecks.size === 0;
}

/** Resolves when no verification is in progress. */
export async function whenUserVerified(): Promise<void> {
  while (pendingChecks.size > 0) await Promise.all(pendingChecks);
}
