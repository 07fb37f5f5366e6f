import { addDays, countDaysBetween, toUtcDay, getWeekday } from './day.ts';

/** A range of days (YYYY-MM-DD), both inclusive. */
export interface DayRange {
  from: string;
  to: string;
}

/**
 * The period to compare with: the same number of days right before, or the same days of the previous year.
 */
export const comparisons = ['period', 'year'] as const;
export type Comparison = (typeof comparisons)[number];

export const countDays = ({ from, to }: DayRange): number => countDaysBetween(from, to) + 1;

/**
 * Returns the days of a range that have started anywhere on earth. Daily averages divide by their number,
 * because future days have no usage or orders yet.
 */
export function getStartedDays({ from, to }: DayRange, now: Date): DayRange {
  const latest = toUtcDay(now.getTime() + 14 * 3_600_000);
  if (to <= latest) return { from, to };
  return { from, to: from <= latest ? latest : addDays(from, -1) };
}

/**
 * Returns the days to compare a period with. The previous-year comparison goes back 52 weeks, so that days of
 * the week match.
 */
export function getComparisonDays(days: DayRange, comparison: Comparison): DayRange {
  const back = comparison === 'year' ? 364 : countDays(days);
  return { from: addDays(days.from, -back), to: addDays(days.to, -back) };
}

/**
 * Counts how often each day of the week (Monday first) occurs in a range, as the divisor for averages by day
 * of the week.
 */
export function countWeekdays(days: DayRange): number[] {
  const count = countDays(days);
  const first = getWeekday(days.from);
  return [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
    Math.ceil(Math.max(0, count - ((weekday - first + 7) % 7)) / 7),
  );
}
