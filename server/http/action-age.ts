/** Older than this is no age, but a clock that has lost its date. In ms. */
const mostMs = 366 * 86_400_000;

/**
 * When a person did what a call asks for, by the server's clock. Clients report how long ago that was in the header
 * `Action-Age` (ms) and not when, because their clocks may be wrong; without a readable one it is now.
 */
export function actionTime(header: string | undefined, now: Date): Date {
  const ageMs = /^\d{1,15}$/.test(header ?? '') ? Number(header) : 0;
  return ageMs > mostMs ? now : new Date(now.getTime() - ageMs);
}
