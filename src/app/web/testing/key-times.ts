let nowMs = 0;

/**
 * Returns the time stamp of the next key in milliseconds, so that key presses in tests do not depend on the
 * machine's speed.
 */
export function nextKeyTime(afterMs: number): number {
  nowMs += afterMs;
  return nowMs;
}
