import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { type DayKind, findMistypedYear } from '#core/day.ts';
import { invalid } from '#platform/server/http/problems.ts';

/** Tolerance for clients whose clock is ahead; the dashboard warns about larger differences. */
const clockSkewMs = 5 * 60_000;

/**
 * Returns the time (ISO) of an event: the entered time, otherwise when the user performed the action.
 *
 * @throws ApiProblem 422 under `field` for a time in the future or an implausible year
 */
export function parseEventTime(
  { now, happenedAt }: { now: Date; happenedAt: Date },
  entered: string | undefined,
  field: string,
): string {
  if (entered === undefined) return happenedAt.toISOString();
  const at = new Date(entered);
  if (at.getTime() > now.getTime() + clockSkewMs) throw invalid({ [field]: refusal('in-the-future') });
  assertPlausibleYear(now, 'past', at.toISOString(), field);
  return (at > now ? now : at).toISOString();
}

/** Returns an error if the year of a date or time looks like a typo, otherwise null. */
export function getYearRefusal(now: Date, kind: DayKind, entered: string): Refusal | null {
  const plausible = findMistypedYear(kind, entered, now);
  return plausible && refusal('year-out-of-range', { ...plausible });
}

/**
 * Throws an error if the year of a date or time (ISO) looks like a typo.
 *
 * @param stored the stored value, which is accepted unchanged
 * @throws ApiProblem 422 under `field`
 */
export function assertPlausibleYear(
  now: Date,
  kind: DayKind,
  entered: string | null | undefined,
  field: string,
  stored: string | null = null,
): void {
  if (entered === null || entered === undefined || entered === stored) return;
  const yearError = getYearRefusal(now, kind, entered);
  if (yearError !== null) throw invalid({ [field]: yearError });
}
