import type { AnalyticsDimension } from '../views.ts';
import type { DayRange } from '#core/periods.ts';
import type { Actor } from '#core/permissions.ts';

/** Request for a view, with the user who sends it. */
export interface AnalyticsRequest extends DayRange {
  actor: Actor;
  branch?: string | undefined;
  by: AnalyticsDimension;
  /** Restricts delivery days to a weekday, 1 is Monday; only for service. */
  weekday?: string | undefined;
  /** Counts usage as in the view of all locations, regardless of the selection. */
  usageScope?: 'combined' | undefined;
  now: Date;
}
