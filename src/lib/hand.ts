/** When the person last pointed, typed or scrolled (epoch ms). Who asks for the first time may have somebody's hand on the page. */
let touchedAt = Date.now();

for (const kind of ['pointermove', 'pointerdown', 'wheel', 'touchmove', 'keydown', 'scroll'])
  addEventListener(kind, () => (touchedAt = Date.now()), { capture: true, passive: true });

/** How long the person has not pointed, typed or scrolled, in milliseconds. */
export function restedMs(nowMs: number = Date.now()): number {
  return nowMs - touchedAt;
}

/** Nobody who has not moved for this long is in the middle of something. */
const restMs = 1000;

/**
 * Calls back when the browser has nothing to do and the hand has rested: for work that nobody waits for, such as
 * compiling a part of the dashboard, which takes several frames from who scrolls or types.
 *
 * @returns calls it off
 */
export function atRest(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle = 0;
  const look = () => {
    const leftMs = restMs - restedMs();
    if (leftMs > 0) timer = setTimeout(look, leftMs);
    else
      idle = requestIdleCallback(() => {
        if (restedMs() < restMs) look();
        else callback();
      });
  };
  look();
  return () => {
    clearTimeout(timer);
    cancelIdleCallback(idle);
  };
}
