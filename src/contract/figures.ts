import { z } from 'zod';
import { calendarDate } from './numbers.ts';

const days = {
  branch: z.string().max(60).optional(),
  /** First and last day, both inclusive; at most 400 days. */
  from: calendarDate,
  to: calendarDate,
};

/** Figures by day, of one branch or of all in scope. */
export const dailyQuery = z.object(days).refine(({ from, to }) => daysBetween(from, to) < 400, {
  error: 'At most 400 days',
  path: ['from'],
});
export type DailyQuery = z.output<typeof dailyQuery>;

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

/**
 * `GET /orders/summary`: one row for each delivery day that has orders which were handed in (neither drafts, nor
 * rejected or cancelled). The fill rate of DOMAIN 9 over any days is the sum of `linesComplete` by the sum of
 * `lines`: lines that were ordered, of the orders that were shipped, and how many of them were shipped complete.
 */
export const ordersOfDay = z.object({
  day: z.string(),
  orders: z.number(),
  lines: z.number(),
  linesComplete: z.number(),
});
export type OrdersOfDay = z.output<typeof ordersOfDay>;

/** A day between kitchens and branches, of one kitchen or of all in scope. */
export const orderDayQuery = z.object({ day: calendarDate, kitchen: z.string().max(60).optional() });
export type OrderDayQuery = z.output<typeof orderDayQuery>;

/** An order as the board of a day needs it. `picked`: lines for which something is picked or shipped, while it is in process. */
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
 * `GET /orders/day`: the orders that are to be delivered on a day or the one after, and all that wait for a kitchen or are on the
 * road, whatever day they are of. `isCapped`: there are more than are told.
 */
export const orderDay = z.object({ orders: z.array(orderOnBoard), isCapped: z.boolean() });
export type OrderDay = z.output<typeof orderDay>;

/** `GET /wastage/summary`: posted waste by the day it happened, by the clock of its branch (as the list's `from` and `to`); a cost beyond exact numbers is null. */
export const wastageOfDay = z.object({ day: z.string(), records: z.number(), cost: z.number().nullable() });
export type WastageOfDay = z.output<typeof wastageOfDay>;

export const stockSummaryQuery = z.object({ branch: z.string().max(60).optional() });

/**
 * `GET /stock/summary`: how many shelves stand in which state (an item at a branch or kitchen; each in one state
 * only), and what lies on them. `value` is null for those who may not see costs,
 * and beyond exact numbers.
 */
export const stockSummary = z.object({
  belowPar: z.number(),
  belowMin: z.number(),
  out: z.number(),
  negative: z.number(),
  value: z.number().nullable(),
});
export type StockSummary = z.output<typeof stockSummary>;

/** Branches, days or orders that are compared at once. */
export const maxComparedOrders = 8;

const several = z
  .string()
  .max(60 * maxComparedOrders)
  .transform((text) => [...new Set(text.split(',').map((part) => part.trim()))].filter((part) => part !== ''))
  .refine((parts) => parts.length <= maxComparedOrders, { error: `At most ${maxComparedOrders}` });

/**
 * `GET /orders/compare`: several orders (`orders`), or what was handed in for delivery on days `from` to `to` by several branches
 * (`branches`), or on several days (`days`, of one `branch` or of all); each list with commas. Asked for several of these, the
 * first in this order counts.
 */
export const compareOrdersQuery = z
  .object({
    orders: several.optional(),
    branches: several.optional(),
    days: several.pipe(z.array(calendarDate)).optional(),
    branch: z.string().max(60).optional(),
    from: calendarDate.optional(),
    to: calendarDate.optional(),
  })
  .refine((asked) => asked.orders ?? asked.branches ?? asked.days, {
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
export type CompareOrdersQuery = z.output<typeof compareOrdersQuery>;

/** What was ordered of an item, what was shipped and what was received, in the item's base unit; null where nothing was. */
const comparedQuantities = z.object({
  ordered: z.number().nullable(),
  shipped: z.number().nullable(),
  received: z.number().nullable(),
});

/** `cells` of an item stand in the order of `columns`. A column that the caller does not see is left out. */
export const comparedOrders = z.object({
  by: z.enum(['orders', 'branches', 'days']),
  columns: z.array(
    z.object({
      /** The id of the order or the branch, or the day. */
      key: z.string(),
      label: z.string(),
      /** Of an order: whose it is, for which day, and how far it is. */
      branchName: z.string().nullable(),
      deliveryDate: z.string().nullable(),
      status: z.string().nullable(),
      orders: z.number(),
      lines: z.number(),
      /** Only for who may see costs. */
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
 * What a dashboard is asked: its days (both inclusive, at most 180), whose figures, and which day it is for who asks, from which on
 * something expires. `which`: without the tiles that are told from much, or these alone; all when nothing is said.
 */
export const tilesQuery = z
  .object({ ...days, today: calendarDate, which: z.enum(['light', 'heavy']).optional() })
  .refine(({ from, to }) => from <= to, { error: 'The last day is before the first.', path: ['to'] })
  .refine(({ from, to }) => daysBetween(from, to) < 180, { error: 'At most 180 days', path: ['from'] });
export type TilesQuery = z.output<typeof tilesQuery>;

/** A tile: a total of the report that it opens, asked by the very parameters that stand beside it. */
export const tile = z.object({
  key: z.string(),
  report: z.string(),
  params: z.record(z.string(), z.string()),
  /** The key of the total; `rows` is how many rows the report has. */
  figure: z.string(),
  /** `count`, `money` or `percent`. */
  type: z.string(),
  value: z.number().nullable(),
  /** The same of as many days before; null where there is nothing to compare with. */
  before: z.number().nullable(),
  /** One figure for each day of the period, 0 where a day has none; null of a share, and of what is not by days. */
  byDay: z.array(z.number()).nullable(),
  /** What the figure is to be, for the days that were asked, whether it is so (null without a figure), and whose goal that is; null: none. */
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

/** `GET /reports/tiles`: the tiles that the caller may see. */
export const tilesAnswer = z.object({ tiles: z.array(tile) });
export type TilesAnswer = z.output<typeof tilesAnswer>;
