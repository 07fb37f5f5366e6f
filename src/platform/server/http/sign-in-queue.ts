import { refusal } from '#core/refusals/refusal.ts';
import { problem } from './problems.ts';

/** Maximum requests that may run or wait per concurrent sign-in, from one network and in total. */
const networkFactor = 16;
const serverFactor = 48;

interface WaitingSignIn {
  isKnownDevice: boolean;
  start(): void;
}

/**
 * Creates the queue of sign-ins, each of which occupies a processor for a while. As many run at a time as
 * passwords can be hashed concurrently. Others wait: known devices go first and networks take turns, so that
 * many requests from one address don't block others. Excess requests get 429 (for their network) or 503 (in
 * total) with a short retry time.
 */
export function createSignInQueue(concurrency: number) {
  const maxPerNetwork = concurrency * networkFactor;
  const maxPerServer = concurrency * serverFactor;
  const runningByNetwork = new Map<string, number>();
  const waiting = new Map<string, WaitingSignIn[]>();
  let activeCount = 0;
  let free = concurrency;

  /**
   * Returns the next sign-in: a known device on any network, otherwise the first from the network that has
   * waited longest.
   */
  function next(): WaitingSignIn | undefined {
    for (const [network, line] of waiting) {
      const index = line.findIndex(({ isKnownDevice }) => isKnownDevice);
      if (index >= 0) return take(network, line, index);
    }
    const [first] = waiting;
    return first && take(first[0], first[1], 0);
  }

  function take(network: string, line: WaitingSignIn[], index: number): WaitingSignIn | undefined {
    const [next] = line.splice(index, 1);
    waiting.delete(network);
    if (line.length > 0) waiting.set(network, line);
    return next;
  }

  function enter(network: string, isKnownDevice: boolean): void {
    const count = runningByNetwork.get(network) ?? 0;
    // Known devices have twice the limit, so that unknown ones can't crowd them out.
    const limitFactor = isKnownDevice ? 2 : 1;
    if (count >= maxPerNetwork * limitFactor)
      throw problem('TOO_MANY_ATTEMPTS', refusal('too-many-sign-ins-now'), {
        retryAfterS: 2,
      });
    if (activeCount >= maxPerServer * limitFactor)
      throw problem('BUSY', refusal('many-sign-ins'), { retryAfterS: 2 });
    runningByNetwork.set(network, count + 1);
    activeCount += 1;
  }

  function leave(network: string): void {
    const count = (runningByNetwork.get(network) ?? 1) - 1;
    if (count > 0) runningByNetwork.set(network, count);
    else runningByNetwork.delete(network);
    activeCount -= 1;
  }

  return {
    /**
     * Runs a sign-in when it is its turn.
     *
     * @throws ApiProblem 429 or 503 immediately when too many are waiting
     */
    async run<T>(network: string, isKnownDevice: boolean, work: () => Promise<T>): Promise<T> {
      enter(network, isKnownDevice);
      try {
        if (free > 0) free -= 1;
        else {
          await new Promise<void>((start) => {
            const line = waiting.get(network) ?? [];
            line.push({ isKnownDevice, start });
            waiting.set(network, line);
          });
        }
        try {
          return await work();
        } finally {
          const nextInTurn = next();
          if (nextInTurn) nextInTurn.start();
          else free += 1;
        }
      } finally {
        leave(network);
      }
    },
  };
}

export type SignInQueue = ReturnType<typeof createSignInQueue>;
