/**
 * Leads, in this tab.
 *
 * @param giveUp to be called when it can't go on: another tab leads then, or this one again after a pause
 * @returns stops leading
 */
export type Lead = (giveUp: () => void) => () => void;

/** The pause after a tab gave up, doubled each time up to the longest; one that led for that long begins anew. In ms. */
const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/** The pauses of one tab between its attempts to lead. */
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
