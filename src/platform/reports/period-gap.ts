import { countDays, type DayRange } from '#core/periods.ts';
import type { ReportDimension } from './shape-types.ts';
import { addDays } from '#core/day.ts';

/**
 * Returns the reason why a row of a time series isn't comparable: `running` if its period isn't over, or, for
 * a partial week, the number of its days within the requested range. Null for complete rows and other
 * dimensions.
 *
 * @param key a day, or the Monday of a week
 * @param today today in the user's time zone
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
  const count = countDays({ from: from > key ? from : key, to: to < last ? to : last });
  return count < 7 ? count : null;
}
