import { z } from 'zod';
import { countDaysBetween } from '#core/day.ts';
import { maxComparedOrders } from '#platform/shapes/limits.ts';
import { calendarDate } from '#platform/shapes/numbers.ts';

const days = {
  branch: z.string().max(60).optional(),
  /** First and last day, both inclusive; at most 400 days. */
  from: calendarDate,
  to: calendarDate,
};

/** Daily figures of one branch, or of all in scope. */
export const dailyQueryParams = z.object(days).refine(({ from, to }) => countDaysBetween(from, to) < 400, {
  error: 'At most 400 days',
  path: ['from'],
});
export type DailyQueryParams = z.output<typeof dailyQueryParams>;

/** A day's orders of one kitchen, or of all in scope. */
export const orderDayQueryParams = z.object({ day: calendarDate, kitchen: z.string().max(60).optional() });
export type OrderDayQueryParams = z.output<typeof orderDayQueryParams>;

export const stockSummaryQueryParams = z.object({ branch: z.string().max(60).optional() });

const idList = z
  .string()
  .max(60 * maxComparedOrders)
  .transform((text) => [...new Set(text.split(',').map((part) => part.trim()))].filter((part) => part !== ''))
  .refine((parts) => parts.length <= maxComparedOrders, { error: `At most ${maxComparedOrders}` });

/**
 * `GET /orders/compare`: compares orders (`orders`), branches over the delivery days `from` to `to`
 * (`branches`), or days (`days`, of one `branch` or all); comma-separated lists. If several are given, the
 * first in this order applies.
 */
export const compareOrdersQueryParams = z
  .object({
    orders: idList.optional(),
    branches: idList.optional(),
    days: idList.pipe(z.array(calendarDate)).optional(),
    branch: z.string().max(60).optional(),
    from: calendarDate.optional(),
    to: calendarDate.optional(),
  })
  .refine((query) => query.orders ?? query.branches ?? query.days, {
    error: 'Choose the orders, branches or days to compare',
    path: ['orders'],
  })
  .refine(({ orders, branches, from, to }) => orders || !branches || (from && to), {
    error: 'Enter the first and the last day',
    path: ['from'],
  })
  .refine(({ from, to }) => !from || !to || (from <= to && countDaysBetween(from, to) < 400), {
    error: 'At most 400 days',
    path: ['from'],
  });
export type CompareOrdersQueryParams = z.output<typeof compareOrdersQueryParams>;

/**
 * Parameters of a dashboard: the days (both inclusive, at most 180), the location, and today in the user's
 * time zone for expiries. `cost` limits the response to the inexpensive (`light`) or expensive (`heavy`) tiles.
 */
export const tilesQueryParams = z
  .object({ ...days, today: calendarDate, cost: z.enum(['light', 'heavy']).optional() })
  .refine(({ from, to }) => from <= to, { error: 'The last day is before the first.', path: ['to'] })
  .refine(({ from, to }) => countDaysBetween(from, to) < 180, { error: 'At most 180 days', path: ['from'] });
export type TilesQueryParams = z.output<typeof tilesQueryParams>;
