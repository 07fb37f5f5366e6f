import { z } from 'zod';
import { promiseLists } from './drill-down.ts';
import { comparisons, daysIn } from '#core/periods.ts';
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

const backwards = { error: 'The last day is before the first.', path: ['to'] };
const tooMany = { error: 'At most 400 days', path: ['from'] };
const isForwards = ({ from, to }: Days) => from <= to;
/** Limits the days so that one response can hold them. */
const isShort = (days: Days) => daysIn(days) <= maxReportDays;

const weekday = z.enum(['1', '2', '3', '4', '5', '6', '7']);

export const analyticsQueryParams = z
  .object({
    ...period,
    by: z.enum(analyticsDimensions).optional(),
    /** For a kitchen: count its usage as part of all locations, as its row in the overall view does. */
    use: z.literal('together').optional(),
    /** Only delivery days of this weekday (1 is Monday); only for the service view. */
    weekday: weekday.optional(),
  })
  .refine(isForwards, backwards)
  .refine(isShort, tooMany);
export type AnalyticsQueryParams = z.output<typeof analyticsQueryParams>;

export const demandAnalyticsQueryParams = z
  .object({
    ...period,
    /**
     * Which orders to list: those of a weekday (1 is Monday), with `hour` those of that cell only, or all.
     */
    weekday: z.enum(['1', '2', '3', '4', '5', '6', '7', 'all']).optional(),
    hour: z.coerce.number().int().min(0).max(23).optional(),
  })
  .refine(isForwards, backwards)
  .refine(isShort, tooMany);
export type DemandAnalyticsQueryParams = z.output<typeof demandAnalyticsQueryParams>;

export const failedOrdersQueryParams = z
  .object({
    from: period.from,
    to: period.to,
    branch: period.branch,
    weekday: weekday.optional(),
    /** Which of the due orders to list. */
    list: z.enum(promiseLists).default('failed'),
  })
  .refine(isForwards, backwards)
  .refine(isShort, tooMany);
