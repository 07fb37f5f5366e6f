/**
 * Makes this tab the leader.
 *
 * @param giveUp called if leading fails; another tab takes over, or this one after a pause
 * @returns a function that stops leading
 */
export type Lead = (giveUp: () => void) => () => void;

/**
 * Pause in ms after a tab gave up, doubled each time up to the maximum; reset after the tab has led for
 * longer than the maximum.
 */
const initialPauseMs = 1000;
const maxPauseMs = 30_000;

/** Creates one tab's backoff between attempts to lead. */
export function createLeadershipBackoff(): { markStarted(): void; nextMs(): number } {
  let pauseMs = initialPauseMs;
  let startedAt = 0;
  return {
    markStarted: () => {
      startedAt = performance.now();
    },
    nextMs() {
      if (performance.now() - startedAt > maxPauseMs) pauseMs = initialPauseMs;
      const currentPauseMs = pauseMs;
      pauseMs = Math.min(pauseMs * 2, maxPauseMs);
      return currentPauseMs;
    },
  };
}
