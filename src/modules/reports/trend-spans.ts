import { addDays } from '#core/day.ts';
import { type DayRange, daysIn } from '#core/periods.ts';

/**
 * What a point of a trend covers: a day, a week, or as many days as the period, for figures that depend on
 * stock counts, so that the last point equals the figure of the period.
 */
export type TrendGrain = 'day' | 'week' | 'period';

/** Maximum points of a trend that isn't daily; each point runs the report once. */
const maxPoints = 13;
/** Maximum days that all points of a trend cover together, because long reads are expensive. */
const maxDaysRead = 400;

/**
 * Returns the days of each point of a trend, in order. Days end yesterday, because today's figures are
 * incomplete. Other points are a week apart, or several in a long period, counted back from the last day.
 *
 * @param today the current date in the user's time zone
 */
export function trendSpans(grain: TrendGrain, { from, to }: DayRange, today: string): DayRange[] {
  const limit = grain === 'day' ? addDays(today, -1) : today;
  const days = { from, to: to < limit ? to : limit };
  const dayCount = Math.max(0, daysIn(days));
  const mostPoints =
    grain === 'period' ? Math.max(1, Math.min(maxPoints, Math.floor(maxDaysRead / dayCount))) : maxPoints;
  const step = grain === 'day' ? 1 : 7 * Math.max(1, Math.ceil(dayCount / 7 / mostPoints));
  const count = Math.floor(dayCount / step);
  return Array.from({ length: count }, (_, n) => {
    const last = addDays(days.to, (n + 1 - count) * step);
    return { from: addDays(last, 1 - (grain === 'period' ? dayCount : step)), to: last };
  });
}
