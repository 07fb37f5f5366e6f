import { daysIn, type DayRange } from '../analytics/periods.ts';
import { addDays } from '../planning/cutoff.ts';
import type { ReportDimension } from './shape-types.ts';

/**
 * What a row of a series lacks beside the others: `running` is not over yet, a number is how many of the seven days of a week are among
 * the days asked for. Null of a whole one, and of what is no day and no week.
 *
 * @param key a day, or the Monday of a week
 * @param today the day on the clock of who looks
 */
export function getPeriodGap(
  key: string,
  by: ReportDimension,
  { from, to }: DayRange,
  today: string,
): 'running' | number | null {
  if (by === 'day') return key === today ? 'running' : null;
  if (by !== 'week') return null;
  const last = addDays(key, 6);
  if (key <= today && today <= last && to >= today) return 'running';
  const count = daysIn({ from: from > key ? from : key, to: to < last ? to : last });
  return count < 7 ? count : null;
}
