import { z } from 'zod';
import { dueOrderLists } from './drill-down.ts';
import { comparisons, countDays } from '#core/periods.ts';
import { analyticsDimensions } from './views.ts';
import { maxReportDays } from '#modules/reports/report-shapes.ts';
import { calendarDate } from '#platform/shapes/numbers.ts';

/** Parameters of every view: the days (both inclusive), the location or locations, and the comparison. */
const period = {
  from: calendarDate,
  to: calendarDate,
  branch: z.string().max(60).optional(),
  against: z.enum(comparisons).optional(),
};

interface Days {
  from: string;
  to: string;
}

const endsBeforeStart = { error: 'The last day is before the first.', path: ['to'] };
const tooManyDays = { error: 'At most 400 days', path: ['from'] };
const isChronological = ({ from, to }: Days) => from <= to;
/** Limits the number of days so that the response stays small enough. */
const isWithinLimit = (days: Days) => countDays(days) <= maxReportDays;

const weekday = z.enum(['1', '2', '3', '4', '5', '6', '7']);

export const analyticsQueryParams = z
  .object({
    ...period,
    by: z.enum(analyticsDimensions).optional(),
    /** For a kitchen: counts usage as in the view of all locations, where shipments only move goods. */
    usageScope: z.literal('combined').optional(),
    /** Only delivery days of this weekday (1 is Monday); only for the service view. */
    weekday: weekday.optional(),
  })
  .refine(isChronological, endsBeforeStart)
  .refine(isWithinLimit, tooManyDays);
export type AnalyticsQueryParams = z.output<typeof analyticsQueryParams>;

export const demandAnalyticsQueryParams = z
  .object({
    ...period,
    /**
     * Orders to list: `all`, or those submitted on a weekday (1 is Monday); `hour` narrows the list to one
     * cell.
     */
    weekday: z.enum(['1', '2', '3', '4', '5', '6', '7', 'all']).optional(),
    hour: z.coerce.number().int().min(0).max(23).optional(),
  })
  .refine(isChronological, endsBeforeStart)
  .refine(isWithinLimit, tooManyDays);
export type DemandAnalyticsQueryParams = z.output<typeof demandAnalyticsQueryParams>;

export const failedOrdersQueryParams = z
  .object({
    from: period.from,
    to: period.to,
    branch: period.branch,
    weekday: weekday.optional(),
    /** Subset of the due orders to list. */
    list: z.enum(dueOrderLists).default('failed'),
  })
  .refine(isChronological, endsBeforeStart)
  .refine(isWithinLimit, tooManyDays);
