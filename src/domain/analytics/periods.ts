import { addDays } from '../planning/cutoff.ts';
import { weekdayOf } from '../weekday.ts';

/** Days, both included (YYYY-MM-DD). */
export interface DayRange {
  from: string;
  to: string;
}

/** What a period is compared with: as many days right before it, or the same days of the year before. */
export const comparisons = ['period', 'year'] as const;
export type Comparison = (typeof comparisons)[number];

const dayMs = 86_400_000;

export const daysIn = ({ from, to }: DayRange): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/**
 * Those of some days that have begun anywhere on earth: what is told of a day, of a use or of orders, is divided by these, as what is still
 * to come has used and ordered nothing. None where they are all to come.
 */
export function startedDays({ from, to }: DayRange, now: Date): DayRange {
  const latest = new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10);
  if (to <= latest) return { from, to };
  return { from, to: from <= latest ? latest : addDays(from, -1) };
}

/**
 * The days that a period is compared with. A year before is 52 weeks before, so that weekdays meet weekdays: a Saturday sells
 * what no Friday does.
 */
export function comparisonDays(days: DayRange, comparison: Comparison): DayRange {
  const back = comparison === 'year' ? 364 : daysIn(days);
  return { from: addDays(days.from, -back), to: addDays(days.to, -back) };
}

/** How often each weekday (1 is Monday) is in a period: what a weekday's figures are divided by. */
export function countWeekdays(days: DayRange): number[] {
  const count = daysIn(days);
  const first = weekdayOf(days.from);
  return [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
    Math.ceil(Math.max(0, count - ((weekday - first + 7) % 7)) / 7),
  );
}
