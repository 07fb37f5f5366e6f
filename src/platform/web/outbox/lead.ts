/**
 * Starts leading in this tab.
 *
 * @param giveUp called when leading fails; another tab then leads, or this one again after a pause
 * @returns stops leading
 */
export type Lead = (giveUp: () => void) => () => void;

/**
 * Pause after a tab gave up, doubled each time up to the maximum; a tab that led for the maximum starts over.
 * In ms.
 */
const initialPauseMs = 1000;
const maxPauseMs = 30_000;

/** Creates the backoff of one tab between its attempts to lead. */
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
