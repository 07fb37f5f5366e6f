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
 * @example for await (const row of inTurns(rows)) total += row.qty;
 */
export async function* inTurns<T>(all: Iterable<T>): AsyncGenerator<T> {
  for (const one of all) {
    if (performance.now() - turnBegan > turnMs) {
      await yieldToEventLoop();
      turnBegan = performance.now();
    }
    yield one;
  }
}

/**
 * Does the same for each, so many at a time, and answers in their order. What fails fails all; what was begun by then goes on, unheard.
 */
export async function inParallel<T, R>(
  most: number,
  all: readonly T[],
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = all.entries();
  const lane = async () => {
    for (const [nth, one] of waiting) results[nth] = await work(one);
  };
  await Promise.all(Array.from({ length: most }, lane));
  return results;
}
