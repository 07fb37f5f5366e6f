/** Without an answer the last known person stands in, so that the dashboard works without a connection. */
const patienceMs = 4000;

const underWay = new Set<Promise<unknown>>();

/**
 * Begins a check of the person whom the session remembers. Screens are drawn for them meanwhile, and ask; what is answered
 * is given to them when it is known that they are still who may see it.
 *
 * @param check ends when what it changed is on screen
 */
export function delayAnswersUntil(check: Promise<unknown>): void {
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
  const held = Promise.race([check.catch(() => undefined), patience]);
  underWay.add(held);
  void held.finally(() => underWay.delete(held));
}

/** Whether no check is under way. */
export function isUserVerified(): boolean {
  return underWay.size === 0;
}

/** Resolves when no check is under way. */
export async function whenUserVerified(): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}
