import type { AnalyticsDimension } from '#domain/analytics/views.ts';
import type { Days } from '#domain/analytics/periods.ts';
import type { Actor } from '#domain/permissions.ts';

/** What a view is asked, by whom. */
export interface Asked extends Days {
  actor: Actor;
  branch?: string | undefined;
  by: AnalyticsDimension;
  /** Only delivery days of this weekday, 1 is Monday; of how branches were served alone. */
  weekday?: string | undefined;
  /** Use is told as within all places, whichever of them are asked. */
  use?: 'together' | undefined;
  now: Date;
}

/** A sum that left the database in two halves; 0 for no rows. */
export const whole = (high: unknown, low: unknown): bigint =>
  BigInt((high ?? 0) as number) * 1_000_000_000n + BigInt((low ?? 0) as number);
