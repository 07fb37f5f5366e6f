/**
 * Time of the last pointer, key or scroll event (epoch ms). Initially the time of page load, because the user
 * may be in the middle of something.
 */
let activeAt = Date.now();

for (const kind of ['pointermove', 'pointerdown', 'wheel', 'touchmove', 'keydown', 'scroll'])
  addEventListener(kind, () => (activeAt = Date.now()), { capture: true, passive: true });

/** Returns the time since the last pointer, key or scroll event in milliseconds. */
export function getIdleMs(nowMs: number = Date.now()): number {
  return nowMs - activeAt;
}

/** Time in ms without pointer or key events after which a user counts as idle. */
const idleAfterMs = 1000;

/** Queued callbacks, in order. */
const queuedCallbacks = new Set<() => void>();
let isScheduled = false;

/**
 * Calls `callback` when the browser and the user are idle, for work such as compiling a chunk, which would
 * drop frames during scrolling or typing. Runs one callback at a time. Browsers without idle callbacks, such
 * as Safari, only wait for the user.
 *
 * @returns a function that cancels it
 */
export function whenIdle(callback: () => void): () => void {
  const work = () => callback();
  queuedCallbacks.add(work);
  if (!isScheduled) scheduleNext();
  return () => queuedCallbacks.delete(work);
}

function scheduleNext(): void {
  isScheduled = queuedCallbacks.size > 0;
  if (!isScheduled) return;
  const remainingMs = idleAfterMs - getIdleMs();
  if (remainingMs > 0) setTimeout(scheduleNext, remainingMs);
  else if (typeof requestIdleCallback === 'function') requestIdleCallback(runNext);
  else setTimeout(runNext);
}

function runNext(): void {
  const [work] = queuedCallbacks;
  const canRun = work !== undefined && getIdleMs() >= idleAfterMs;
  if (canRun) queuedCallbacks.delete(work);
  try {
    if (canRun) work();
  } finally {
    scheduleNext();
  }
}
