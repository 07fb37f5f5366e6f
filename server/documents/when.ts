import { isLongAgo } from '#domain/day-range.ts';
import { refusal } from '#domain/refusals/refusal.ts';
import { invalid } from '../http/problems.ts';

/** How far a client's clock may be ahead before its "now" counts as the future. */
const clockSkewMs = 120_000;

/**
 * The moment (ISO) at which somebody says something happened; now, where nothing is said.
 *
 * @throws ApiProblem 422 under `field` for what has not come yet, and for what is so long ago that the year is a slip
 */
export function momentSaid(now: Date, said: string | undefined, field: string): string {
  if (said === undefined) return now.toISOString();
  const at = new Date(said);
  if (at.getTime() > now.getTime() + clockSkewMs) throw invalid({ [field]: refusal('in-the-future') });
  if (isLongAgo(at.toISOString(), now)) throw invalid({ [field]: refusal('long-ago') });
  return (at > now ? now : at).toISOString();
}

/** The same of a day (YYYY-MM-DD). @throws ApiProblem 422 under `field` for a day that is too long ago */
export function refuseLongAgo(now: Date, day: string | undefined, field: string): void {
  if (day !== undefined && isLongAgo(day, now)) throw invalid({ [field]: refusal('long-ago') });
}
