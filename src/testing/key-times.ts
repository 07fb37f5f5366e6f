let nowMs = 0;

/** Time stamp of the next key, in milliseconds after the previous one. Key presses in tests are never timed by the machine. */
export function nextKeyTime(afterMs: number): number {
  nowMs += afterMs;
  return nowMs;
}
