/** When the person last pointed or typed (epoch ms). Who asks for the first time may have somebody's hand on the page. */
let touchedAt = Date.now();

for (const kind of ['pointermove', 'pointerdown', 'wheel', 'touchmove', 'keydown'])
  addEventListener(kind, () => (touchedAt = Date.now()), { capture: true, passive: true });

/** How long the person has not pointed or typed, in milliseconds. */
export function restedMs(nowMs: number = Date.now()): number {
  return nowMs - touchedAt;
}
