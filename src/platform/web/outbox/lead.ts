/**
 * Leads in this tab.
 *
 * @param giveUp call it when leading fails: another tab leads then, or this one again after a pause
 * @returns stops leading
 */
export type Lead = (giveUp: () => void) => () => void;

/**
 * Pause after a tab gave up, doubled each time up to the maximum; a tab that led for the maximum starts over.
 * In ms.
 */
const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/** Creates the backoff of one tab between its attempts to lead. */
export function createLeadPauses(): { began(): void; nextMs(): number } {
  let pauseMs = firstPauseMs;
  let beganAt = 0;
  return {
    began: () => {
      beganAt = performance.now();
    },
    nextMs() {
      if (performance.now() - beganAt > longestPauseMs) pauseMs = firstPauseMs;
      const next = pauseMs;
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      return next;
    },
  };
}
