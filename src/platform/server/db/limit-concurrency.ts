import { QueryCancelledError } from './failures.ts';

/** Limits concurrency to `max` tasks at a time; further tasks wait in order of arrival. */
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
   * Resolves with the function that releases the slot, as soon as one is free.
   *
   * @throws QueryCancelledError if the signal is aborted first
   */
  async function acquire(signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) throw new QueryCancelledError();
    if (free > 0) free--;
    else
      await new Promise<void>((resolve, reject) => {
        const cancel = () => {
          waiting.delete(start);
          reject(new QueryCancelledError());
        };
        const start = () => {
          signal?.removeEventListener('abort', cancel);
          resolve();
        };
        signal?.addEventListener('abort', cancel, { once: true });
        waiting.add(start);
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
      const releaseSlot = await acquire(signal);
      try {
        return await work();
      } finally {
        releaseSlot();
      }
    },
  };
}
