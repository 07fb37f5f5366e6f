/**
 * When the user last pointed, typed or scrolled (epoch ms). Initially the page start, because the user may be
 * in the middle of something.
 */
let activeAt = Date.now();

for (const kind of ['pointermove', 'pointerdown', 'wheel', 'touchmove', 'keydown', 'scroll'])
  addEventListener(kind, () => (activeAt = Date.now()), { capture: true, passive: true });

/** Returns the time since the last pointer, key or scroll event in milliseconds. */
export function idleMs(nowMs: number = Date.now()): number {
  return nowMs - activeAt;
}

/** A user without key or pointer events for this long counts as idle. */
const idleAfterMs = 1000;

/** Queued callbacks, in order. */
const waiting = new Set<() => void>();
let isWatching = false;

/**
 * Calls back when browser and user are idle, for work such as compiling a chunk, which would drop frames
 * while scrolling or typing. Runs one callback at a time.
 *
 * @returns cancels it
 */
export function whenIdle(callback: () => void): () => void {
  const work = () => callback();
  waiting.add(work);
  if (!isWatching) watch();
  return () => waiting.delete(work);
}

function watch(): void {
  isWatching = waiting.size > 0;
  if (!isWatching) return;
  const leftMs = idleAfterMs - idleMs();
  if (leftMs > 0) setTimeout(watch, leftMs);
  else requestIdleCallback(takeTurn);
}

function takeTurn(): void {
  const [work] = waiting;
  const isItsTurn = work !== undefined && idleMs() >= idleAfterMs;
  if (isItsTurn) waiting.delete(work);
  try {
    if (isItsTurn) work();
  } finally {
    watch();
  }
}
