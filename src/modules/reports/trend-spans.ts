import { addDays } from '#core/day.ts';
import { type DayRange, countDays } from '#core/periods.ts';

/**
 * Time span of a trend point: a day, a week, or the length of the period. The last is for values that depend
 * on stock counts, so that the last point equals the value of the period.
 */
export type TrendGrain = 'day' | 'week' | 'period';

/** Maximum points of a trend that isn't daily; each point runs the report once. */
const maxPoints = 13;
/** Maximum total number of days in all points of a trend, because long reads are expensive. */
const maxDaysRead = 400;

/**
 * Returns the days of each point of a trend, in order. Daily trends end yesterday, because today's data is
 * incomplete. Other points are one or more weeks apart, depending on the period, counted back from the last
 * day.
 *
 * @param today the current date in the user's time zone
 */
export function computeTrendSpans(grain: TrendGrain, { from, to }: DayRange, today: string): DayRange[] {
  const limit = grain === 'day' ? addDays(today, -1) : today;
  const days = { from, to: to < limit ? to : limit };
  const dayCount = Math.max(0, countDays(days));
  const pointLimit =
    grain === 'period' ? Math.max(1, Math.min(maxPoints, Math.floor(maxDaysRead / dayCount))) : maxPoints;
  const step = grain === 'day' ? 1 : 7 * Math.max(1, Math.ceil(dayCount / 7 / pointLimit));
  const count = Math.floor(dayCount / step);
  return Array.from({ length: count }, (_, n) => {
    const last = addDays(days.to, (n + 1 - count) * step);
    return { from: addDays(last, 1 - (grain === 'period' ? dayCount : step)), to: last };
  });
}
