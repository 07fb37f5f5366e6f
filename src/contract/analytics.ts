import { z } from 'zod';
import { promiseLists } from '#domain/analytics/drill-down.ts';
import { comparisons, daysIn } from '#domain/analytics/periods.ts';
import { analyticsDimensions } from '#domain/analytics/views.ts';
import { maxReportDays } from '#domain/reports/shapes.ts';
import { calendarDate } from './numbers.ts';

/** What every view is asked: its days (both inclusive), whose figures, and what they are compared with. */
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
/** Not more days than one answer holds. */
const isShort = (days: Days) => daysIn(days) <= maxReportDays;

const weekday = z.enum(['1', '2', '3', '4', '5', '6', '7']);

export const analyticsQuery = z
  .object({
    ...period,
    by: z.enum(analyticsDimensions).optional(),
    /** Of a kitchen: its use as one of all places, as its row among them says it. */
    use: z.literal('together').optional(),
    /** Only the delivery days of this weekday (1 is Monday); of how branches were served alone. */
    weekday: weekday.optional(),
  })
  .refine(isForwards, backwards)
  .refine(isShort, tooMany);
export type AnalyticsQuery = z.output<typeof analyticsQuery>;

const figures = z.record(z.string(), z.union([z.number(), z.string(), z.null()]));
const days = z.object({ from: z.string(), to: z.string() });

/**
 * `GET /analytics/{view}`: figures by rows, with those of everything in `totals`; shares are of sums, never means of shares. `before` are the
 * days that they are compared with, and the same figures then: of a row only where it has a counterpart.
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

export const demandQuery = z
  .object({
    ...period,
    /** Whose orders are listed: a weekday's (1 is Monday), with an hour those of that cell alone; or everything. */
    weekday: z.enum(['1', '2', '3', '4', '5', '6', '7', 'all']).optional(),
    hour: z.coerce.number().int().min(0).max(23).optional(),
  })
  .refine(isForwards, backwards)
  .refine(isShort, tooMany);
export type DemandQuery = z.output<typeof demandQuery>;

/** `GET /analytics/demand`: when branches hand in their orders, by the clock of each branch, and what is sold on which weekday. */
export const demandAnswer = z.object({
  days,
  before: days.nullable(),
  cells: z.array(z.object({ weekday: z.number(), hour: z.number(), ...handedIn.shape })),
  /** How often a weekday is in what has begun of the period, and what tills sold on it in portions; null for who may not see sales. */
  weekdays: z.array(weekdayDemand),
  /** The same of the days that one is compared with; sold is null, too, where no sales of them are known. */
  weekdaysBefore: z.array(weekdayDemand).nullable(),
  totals: handedIn,
  /** Null where nothing is compared, or no order of those days is known. */
  totalsBefore: handedIn.nullable(),
  /** The orders that were asked for, the latest first, at most 500; null where none were. */
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
  /** What those come to, however many of them are listed. */
  ordersInAll: handedIn.nullable(),
  /** The days with sales of the weekday that was asked for without an hour, which add up to what it sold. */
  sales: z.array(z.object({ day: z.string(), sold: z.number() })).nullable(),
});
export type DemandAnswer = z.output<typeof demandAnswer>;

export const failedOrdersQuery = z
  .object({
    from: period.from,
    to: period.to,
    branch: period.branch,
    weekday: weekday.optional(),
    /** Which of the orders that were due. */
    list: z.enum(promiseLists).default('failed'),
  })
  .refine(isForwards, backwards)
  .refine(isShort, tooMany);

/** `GET /analytics/service/orders`: orders that were due and, unless others are asked, did not come on time and in full; the latest delivery day first. */
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
  /** All of them, however many rows were sent. */
  total: z.number(),
});
export type FailedOrders = z.output<typeof failedOrders>;
