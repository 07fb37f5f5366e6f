import { dayMs } from '#core/day.ts';
/** A greater age means a clock that has lost its date. In ms. */
const mostMs = 366 * dayMs;

/**
 * Returns when the user performed an action, by the server's clock. Clients send its age in the header
 * `Action-Age` (ms) instead of a timestamp, because their clocks may be wrong; without a valid header it is
 * now.
 */
export function actionTime(header: string | undefined, now: Date): Date {
  const ageMs = /^\d{1,15}$/.test(header ?? '') ? Number(header) : 0;
  return ageMs > mostMs ? now : new Date(now.getTime() - ageMs);
}
