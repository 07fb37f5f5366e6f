import type { AnalyticsDimension } from '#domain/analytics/views.ts';
import type { DayRange } from '#domain/analytics/periods.ts';
import type { Actor } from '#domain/permissions.ts';

/** What a view is asked, by whom. */
export interface AnalyticsRequest extends DayRange {
  actor: Actor;
  branch?: string | undefined;
  by: AnalyticsDimension;
  /** Only delivery days of this weekday, 1 is Monday; of how branches were served alone. */
  weekday?: string | undefined;
  /** Use is told as within all places, whichever of them are asked. */
  use?: 'together' | undefined;
  now: Date;
}
