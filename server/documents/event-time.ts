import { type DayKind, findYearSlip } from '#domain/day-range.ts';
import { type Refusal, refusal } from '#domain/refusals/refusal.ts';
import { invalid } from '../http/problems.ts';

/** How far a client's clock may be ahead before its "now" counts as the future: beyond, the dashboard says that it is wrong. */
const clockSkewMs = 5 * 60_000;

/**
 * The moment (ISO) at which something happened: as it was entered, or when the person did this.
 *
 * @throws ApiProblem 422 under `field` for what has not come yet, and for what is so long ago that the year is a slip
 */
export function parseEventTime(
  { now, happenedAt }: { now: Date; happenedAt: Date },
  said: string | undefined,
  field: string,
): string {
  if (said === undefined) return happenedAt.toISOString();
  const at = new Date(said);
  if (at.getTime() > now.getTime() + clockSkewMs) throw invalid({ [field]: refusal('in-the-future') });
  assertPlausibleYear(now, 'past', at.toISOString(), field);
  return (at > now ? now : at).toISOString();
}

/** What is wrong with the year of a day or moment that somebody enters; null where nothing is. */
export function yearRefusal(now: Date, kind: DayKind, said: string): Refusal | null {
  const slip = findYearSlip(kind, said, now);
  return slip && refusal('year-slip', { ...slip });
}

/**
 * Refuses a day or moment (ISO) whose year is a slip.
 *
 * @param kept what stands there already: whoever sends it back is not asked about it
 * @throws ApiProblem 422 under `field`
 */
export function assertPlausibleYear(
  now: Date,
  kind: DayKind,
  said: string | null | undefined,
  field: string,
  kept: string | null = null,
): void {
  if (said === null || said === undefined || said === kept) return;
  const why = yearRefusal(now, kind, said);
  if (why !== null) throw invalid({ [field]: why });
}
