import { QueryCancelledError } from './failures.ts';

/** Runs pieces of work, at most `most` at once; the others wait for their turn in the order they came. */
export function limitConcurrency(most: number) {
  let free = most;
  const waiting = new Set<() => void>();

  function release(): void {
    const [next] = waiting;
    if (!next) {
      free++;
      return;
    }
    waiting.delete(next);
    next();
  }

  /**
   * Resolves at the caller's turn, with the function that ends it.
   *
   * @throws QueryCancelledError when the signal is aborted first
   */
  async function acquire(signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) throw new QueryCancelledError();
    if (free > 0) free--;
    else
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          waiting.delete(enter);
          reject(new QueryCancelledError());
        };
        const enter = () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        };
        signal?.addEventListener('abort', leave, { once: true });
        waiting.add(enter);
      });
    return release;
  }

  return {
    /** The number of those that wait. */
    get waiting() {
      return waiting.size;
    },
    acquire,
    async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      const leave = await acquire(signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
