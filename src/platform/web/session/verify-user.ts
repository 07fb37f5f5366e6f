/** After this time the last known user is used, so that the dashboard works offline. */
const patienceMs = 4000;

const underWay = new Set<Promise<unknown>>();

/**
 * Starts verifying the remembered session's user. Screens render and send requests meanwhile, but responses
 * are withheld until the user is verified.
 *
 * @param check resolves when its changes are on screen
 */
export function delayAnswersUntil(check: Promise<unknown>): void {
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
  const checkOrTimeout = Promise.race([check.catch(() => undefined), patience]);
  underWay.add(checkOrTimeout);
  void checkOrTimeout.finally(() => underWay.delete(checkOrTimeout));
}

/** Returns whether no verification is in progress. */
export function isUserVerified(): boolean {
  return underWay.size === 0;
}

/** Resolves when no verification is in progress. */
export async function whenUserVerified(): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}
