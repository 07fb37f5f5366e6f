import { QueryCancelledError } from './failures.ts';

/** Limits concurrency to `most` tasks at a time; further tasks wait in order of arrival. */
export function limitConcurrency(max: number) {
  let free = max;
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
   * Resolves when a slot is free, with the function that releases it.
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
    /** Number of waiting tasks. */
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
