import type { AnalyticsDimension } from '#domain/analytics/views.ts';
import type { DayRange } from '#domain/analytics/periods.ts';
import type { Actor } from '#domain/permissions.ts';

/** Request of a view, with its actor. */
export interface AnalyticsRequest extends DayRange {
  actor: Actor;
  branch?: string | undefined;
  by: AnalyticsDimension;
  /** Restricts delivery days to a weekday, 1 is Monday; only for service. */
  weekday?: string | undefined;
  /** Counts usage as for all locations together, whichever are selected. */
  use?: 'together' | undefined;
  now: Date;
}
