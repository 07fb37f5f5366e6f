import type { AnalyticsDimension } from '../views.ts';
import type { DayRange } from '#core/periods.ts';
import type { Actor } from '#core/permissions.ts';

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
