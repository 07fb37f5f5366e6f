import type { DayRange } from '#core/periods.ts';
import type { ReportDimension } from '#platform/reports/shape-types.ts';
import { getPeriodGap } from '#platform/reports/period-gap.ts';
import { formatCount } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useToday } from '#platform/web/use-today.ts';
import { chartMessages } from './messages.ts';

/** Returns the names of rows in a time series; incomplete days and weeks are marked. */
export function useTimeName(by: ReportDimension, days: DayRange): (key: string, name: string) => string {
  const t = useMessages(chartMessages);
  const today = useToday();
  return (key, name) => {
    const gap = getPeriodGap(key, by, days, today);
    if (gap === null) return name;
    return gap === 'running' ? t.running(name) : t.partOfWeek(name, formatCount(gap));
  };
}
