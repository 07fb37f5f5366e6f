/** Splits a list into chunks, so that a statement stays within the engines' limits. */
export function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

/** Yields to other requests on the event loop. */
export const yieldToEventLoop = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Duration after which a loop yields, in ms. It is short because creating an order takes a dozen event loop
 * turns on PostgreSQL.
 */
const turnMs = 5;
let turnStartedAt = 0;

/**
 * Iterates over values and yields to the event loop every few milliseconds; for loops whose length depends on
 * a file or a catalogue. Reads before and after a yield don't share a snapshot.
 *
 * @example for await (const row of withEventLoopYields(rows)) total += row.qty;
 */
export async function* withEventLoopYields<T>(all: Iterable<T>): AsyncGenerator<T> {
  for (const row of all) {
    if (performance.now() - turnStartedAt > turnMs) {
      await yieldToEventLoop();
      turnStartedAt = performance.now();
    }
    yield row;
  }
}
