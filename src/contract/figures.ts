import { z } from 'zod';
import { daysBetween } from '#domain/day.ts';
import { calendarDate } from './numbers.ts';

const days = {
  branch: z.string().max(60).optional(),
  /** First and last day, both inclusive; at most 400 days. */
  from: calendarDate,
  to: calendarDate,
};

/** Daily figures of one branch, or of all in scope. */
export const dailyQueryParams = z.object(days).refine(({ from, to }) => daysBetween(from, to) < 400, {
  error: 'At most 400 days',
  path: ['from'],
});
export type DailyQueryParams = z.output<typeof dailyQueryParams>;

/**
 * `GET /orders/summary`: one row per delivery day with submitted orders (no drafts, rejected or cancelled
 * ones). The fill rate (DOMAIN 9) of any days is the sum of `linesComplete` / the sum of `lines`: ordered
 * lines of shipped orders, and those shipped in full.
 */
export const ordersOfDay = z.object({
  day: z.string(),
  orders: z.number(),
  lines: z.number(),
  linesComplete: z.number(),
});
export type OrdersOfDay = z.output<typeof ordersOfDay>;

/** A day's orders of one kitchen, or of all in scope. */
export const orderDayQueryParams = z.object({ day: calendarDate, kitchen: z.string().max(60).optional() });
export type OrderDayQueryParams = z.output<typeof orderDayQueryParams>;

/** An order on the day board. `picked`: number of lines picked or shipped while it is in process. */
const orderOnBoard = z.object({
  _id: z.string(),
  orderNo: z.string(),
  branch: z.string(),
  kitchen: z.string(),
  deliveryDate: z.string(),
  status: z.string(),
  shippedAt: z.string().nullable(),
  receivedAt: z.string().nullable(),
  lines: z.number(),
  picked: z.number().nullable(),
});
export type OrderOnBoard = z.output<typeof orderOnBoard>;

/**
 * `GET /orders/day`: orders for delivery on a day or the next, and all orders waiting for a kitchen or in
 * transit. `isCapped`: the list is incomplete.
 */
export const orderDay = z.object({ orders: z.array(orderOnBoard), isCapped: z.boolean() });
export type OrderDay = z.output<typeof orderDay>;

/**
 * `GET /wastage/summary`: posted waste by business day (like `from` and `to` of the list); a cost out of
 * range is null.
 */
export const wastageOfDay = z.object({ day: z.string(), records: z.number(), cost: z.number().nullable() });
export type WastageOfDay = z.output<typeof wastageOfDay>;

export const stockSummaryQueryParams = z.object({ branch: z.string().max(60).optional() });

/**
 * `GET /stock/summary`: number of stock positions (an item at a branch or kitchen) by state, and their value.
 * `value` is null for users who can't see costs, and out of range.
 */
export const stockSummary = z.object({
  belowPar: z.number(),
  belowMin: z.number(),
  out: z.number(),
  negative: z.number(),
  value: z.number().nullable(),
});
export type StockSummary = z.output<typeof stockSummary>;

/** Maximum number of compared branches, days or orders. */
export const maxComparedOrders = 8;

const several = z
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
    orders: several.optional(),
    branches: several.optional(),
    days: several.pipe(z.array(calendarDate)).optional(),
    branch: z.string().max(60).optional(),
    from: calendarDate.optional(),
    to: calendarDate.optional(),
  })
  .refine((query) => query.orders ?? query.branches ?? query.days, {
    error: 'Name the orders, branches or days to compare',
    path: ['orders'],
  })
  .refine(({ orders, branches, from, to }) => orders || !branches || (from && to), {
    error: 'Enter the first and the last day',
    path: ['from'],
  })
  .refine(({ from, to }) => !from || !to || (from <= to && daysBetween(from, to) < 400), {
    error: 'At most 400 days',
    path: ['from'],
  });
export type CompareOrdersQueryParams = z.output<typeof compareOrdersQueryParams>;

/** Ordered, shipped and received quantity of an item in its base unit; null for none. */
const comparedQuantities = z.object({
  ordered: z.number().nullable(),
  shipped: z.number().nullable(),
  received: z.number().nullable(),
});

/** `cells` of an item are in the order of `columns`. Columns that the caller can't see are omitted. */
export const comparedOrders = z.object({
  by: z.enum(['orders', 'branches', 'days']),
  columns: z.array(
    z.object({
      /** Id of the order or branch, or the day. */
      key: z.string(),
      label: z.string(),
      /** For an order: its branch, day and status. */
      branchName: z.string().nullable(),
      deliveryDate: z.string().nullable(),
      status: z.string().nullable(),
      orders: z.number(),
      lines: z.number(),
      /** Only for users who may see costs. */
      value: z.number().nullable(),
    }),
  ),
  rows: z.array(
    z.object({
      itemId: z.string(),
      itemCode: z.string(),
      itemName: z.string(),
      unit: z.string(),
      cells: z.array(comparedQuantities),
    }),
  ),
});
export type ComparedOrders = z.output<typeof comparedOrders>;

/**
 * Parameters of a dashboard: the days (both inclusive, at most 180), the location, and today in the user's
 * time zone for expiries. `which`: without the expensive tiles, or only those; default all.
 */
export const tilesQueryParams = z
  .object({ ...days, today: calendarDate, which: z.enum(['light', 'heavy']).optional() })
  .refine(({ from, to }) => from <= to, { error: 'The last day is before the first.', path: ['to'] })
  .refine(({ from, to }) => daysBetween(from, to) < 180, { error: 'At most 180 days', path: ['from'] });
export type TilesQueryParams = z.output<typeof tilesQueryParams>;

/** A tile: the total of a report, with the parameters that open it. */
export const tile = z.object({
  key: z.string(),
  report: z.string(),
  params: z.record(z.string(), z.string()),
  /** Key of the total; `rows` is the number of rows. */
  figure: z.string(),
  /** `count`, `money` or `percent`. */
  type: z.string(),
  value: z.number().nullable(),
  /** The same for the preceding period; null without a comparison. */
  before: z.number().nullable(),
  /** Daily values, 0 where a day has none; null for shares and for figures without days. */
  byDay: z.array(z.number()).nullable(),
  /**
   * Goal for the requested days, whether it is met (null without a figure), and whose goal it is; null for
   * none.
   */
  goal: z
    .object({
      value: z.number(),
      kind: z.enum(['atLeast', 'atMost']),
      isMet: z.boolean().nullable(),
      of: z.enum(['business', 'branch']),
    })
    .nullable(),
});
export type Tile = z.output<typeof tile>;

/** `GET /reports/tiles`: the tiles visible to the caller. */
export const tilesAnswer = z.object({ tiles: z.array(tile) });
export type TilesAnswer = z.output<typeof tilesAnswer>;
