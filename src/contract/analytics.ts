import { z } from 'zod';
import { promiseLists } from '#domain/analytics/drill-down.ts';
import { comparisons, daysIn } from '#domain/analytics/periods.ts';
import { analyticsDimensions } from '#domain/analytics/views.ts';
import { maxReportDays } from '#domain/reports/shapes.ts';
import { calendarDate } from './numbers.ts';

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

const figures = z.record(z.string(), z.union([z.number(), z.string(), z.null()]));
const days = z.object({ from: z.string(), to: z.string() });

/**
 * `GET /analytics/{view}`: figures by row, and overall in `totals`; shares are computed from sums, never
 * averaged. `before` holds the comparison period and its figures; a row has them only if it existed then.
 */
export const analyticsAnswer = z.object({
  view: z.string(),
  by: z.string(),
  days,
  before: days.nullable(),
  rows: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      code: z.string().nullable(),
      figures,
      before: figures.nullable(),
    }),
  ),
  totals: figures,
  totalsBefore: figures.nullable(),
});
export type AnalyticsAnswer = z.output<typeof analyticsAnswer>;

const handedIn = z.object({ orders: z.number(), lines: z.number() });
const weekdayDemand = z.object({
  weekday: z.number(),
  days: z.number(),
  orders: z.number(),
  sold: z.number().nullable(),
});

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

/**
 * `GET /analytics/demand`: when branches submit orders (in each branch's time zone), and sales by weekday.
 */
export const demandAnswer = z.object({
  days,
  before: days.nullable(),
  cells: z.array(z.object({ weekday: z.number(), hour: z.number(), ...handedIn.shape })),
  /**
   * How often each weekday occurs in the elapsed period, and portions sold on it; null for users who can't
   * see sales.
   */
  weekdays: z.array(weekdayDemand),
  /** The same for the comparison period; sold is also null if its sales are unknown. */
  weekdaysBefore: z.array(weekdayDemand).nullable(),
  totals: handedIn,
  /** Null without a comparison, or without orders in those days. */
  totalsBefore: handedIn.nullable(),
  /** The requested orders, latest first, at most 500; null if none were requested. */
  orders: z
    .array(
      z.object({
        _id: z.string(),
        orderNo: z.string(),
        branchName: z.string(),
        at: z.string(),
        lines: z.number(),
      }),
    )
    .nullable(),
  /** Totals of those orders, including those not listed. */
  ordersInAll: handedIn.nullable(),
  /** Days with sales of a weekday requested without an hour; they add up to its sales. */
  sales: z.array(z.object({ day: z.string(), sold: z.number() })).nullable(),
});
export type DemandAnswer = z.output<typeof demandAnswer>;

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

/**
 * `GET /analytics/service/orders`: due orders, by default those not delivered on time and in full; latest
 * delivery day first.
 */
export const failedOrders = z.object({
  rows: z.array(
    z.object({
      _id: z.string(),
      orderNo: z.string(),
      branchName: z.string(),
      status: z.string(),
      deliveryDate: z.string(),
      receivedDay: z.string().nullable(),
      isLate: z.boolean(),
      isShort: z.boolean(),
    }),
  ),
  /** Total number of orders, including those not returned. */
  total: z.number(),
});
export type FailedOrders = z.output<typeof failedOrders>;
