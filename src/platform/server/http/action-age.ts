import { dayMs } from '#core/day.ts';

/** Maximum plausible age, in ms; a greater one means that the clock is wrong. */
const maxAgeMs = 366 * dayMs;

/**
 * Returns when the user performed an action, by the server's clock. Clients send its age in the header
 * `Action-Age` (ms) instead of a timestamp, because their clocks may be wrong. Without a valid header,
 * returns `now`.
 */
export function parseActionTime(header: string | undefined, now: Date): Date {
  const ageMs = /^\d{1,15}$/.test(header ?? '') ? Number(header) : 0;
  return ageMs > maxAgeMs ? now : new Date(now.getTime() - ageMs);
}
