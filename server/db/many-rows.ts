/** A list in pieces, so that a statement stays within what engines take. */
export function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}

/** Lets other calls run: one process answers everybody. */
export const yieldToEventLoop = () => new Promise<void>((resolve) => setTimeout(resolve));

/** How long work on many rows goes on before others get their turn; an order takes a dozen turns on PostgreSQL. */
const turnMs = 5;
let turnBegan = 0;

/**
 * The same values one after the other, and others get their turn whenever a few milliseconds have passed: for every loop
 * whose length a file or a catalogue decides, however little it does with each. What is read before and after a turn need
 * not be of one moment.
 *
 * @example for await (const row of withEventLoopYields(rows)) total += row.qty;
 */
export async function* withEventLoopYields<T>(all: Iterable<T>): AsyncGenerator<T> {
  for (const one of all) {
    if (performance.now() - turnBegan > turnMs) {
      await yieldToEventLoop();
      turnBegan = performance.now();
    }
    yield one;
  }
}
