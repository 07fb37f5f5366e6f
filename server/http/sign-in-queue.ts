import { refusal } from '#domain/refusals/refusal.ts';
import { problem } from './problems.ts';

/** How many of one network, and of all, may be under way or wait, for each that is worked on at once. */
const perNetwork = 16;
const perServer = 48;

interface Waiting {
  isKnown: boolean;
  start(): void;
}

/**
 * Sign-ins take a processor for a while each. So many at once are worked on as passwords are hashed at once; the
 * others wait, known devices before strangers and the networks in turn, so that no crowd from one address holds up
 * another. Beyond a bound nobody waits: 429 for a network that sends too many, 503 where all together do, both to be
 * tried again soon.
 */
export function createSignInQueue(atOnce: number) {
  const mostOfNetwork = atOnce * perNetwork;
  const mostOfServer = atOnce * perServer;
  const here = new Map<string, number>();
  const waiting = new Map<string, Waiting[]>();
  let present = 0;
  let free = atOnce;

  /** The next in turn: a known device of any network, else the first of the network that has waited longest. */
  function next(): Waiting | undefined {
    for (const [network, line] of waiting) {
      const at = line.findIndex(({ isKnown }) => isKnown);
      if (at >= 0) return take(network, line, at);
    }
    const [first] = waiting;
    return first && take(first[0], first[1], 0);
  }

  function take(network: string, line: Waiting[], at: number): Waiting | undefined {
    const [taken] = line.splice(at, 1);
    waiting.delete(network);
    if (line.length > 0) waiting.set(network, line);
    return taken;
  }

  function enter(network: string, isKnown: boolean): void {
    const count = here.get(network) ?? 0;
    // Whoever signed in on this device before finds a place beside a crowd of strangers, and has a bound of their own.
    const share = isKnown ? 2 : 1;
    if (count >= mostOfNetwork * share)
      throw problem('TOO_MANY_ATTEMPTS', refusal('too-many-sign-ins-now'), {
        retryAfterS: 2,
      });
    if (present >= mostOfServer * share) throw problem('BUSY', refusal('many-sign-ins'), { retryAfterS: 2 });
    here.set(network, count + 1);
    present += 1;
  }

  function leave(network: string): void {
    const count = (here.get(network) ?? 1) - 1;
    if (count > 0) here.set(network, count);
    else here.delete(network);
    present -= 1;
  }

  return {
    /** Runs the work of one sign-in when it is its turn. Throws 429 or 503 at once where too many are before it. */
    async run<T>(network: string, isKnown: boolean, work: () => Promise<T>): Promise<T> {
      enter(network, isKnown);
      try {
        if (free > 0) free -= 1;
        else {
          await new Promise<void>((start) => {
            const line = waiting.get(network) ?? [];
            line.push({ isKnown, start });
            waiting.set(network, line);
          });
        }
        try {
          return await work();
        } finally {
          const following = next();
          if (following) following.start();
          else free += 1;
        }
      } finally {
        leave(network);
      }
    },
  };
}

export type SignInQueue = ReturnType<typeof createSignInQueue>;
