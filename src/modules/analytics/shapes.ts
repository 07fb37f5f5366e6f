import { objectOf, nullable, mapOf, listOf, type Shape, type Wire } from '#platform/shapes/shape.ts';

const days = {
  from: 'text',
  to: 'text',
} as const satisfies Shape;

const figures = mapOf('scalar?');

/**
 * `GET /analytics/{view}`: figures by row, and overall in `totals`; percentages are computed from sums, never
 * averaged. `previousPeriod` and the `previous` figures are those of the comparison period; only rows that existed then have them.
 */
export const analyticsResponse = {
  view: 'text',
  by: 'text',
  days: objectOf(days),
  previousPeriod: nullable(objectOf(days)),
  rows: listOf({
    key: 'text',
    label: 'text',
    code: 'text?',
    figures,
    previous: nullable(figures),
  }),
  totals: figures,
  previousTotals: nullable(figures),
} as const satisfies Shape;
export type AnalyticsResponse = Wire<typeof analyticsResponse>;

const submittedTotals = {
  orders: 'integer',
  lines: 'integer',
} as const satisfies Shape;

const weekdayDemand = {
  weekday: 'integer',
  days: 'integer',
  orders: 'integer',
  sold: 'quantity?',
} as const satisfies Shape;

/**
 * `GET /analytics/demand`: when branches submit orders (in each branch's time zone), and sales by weekday.
 */
export const demandResponse = {
  days: objectOf(days),
  previousPeriod: nullable(objectOf(days)),
  cells: listOf({
    weekday: 'integer',
    hour: 'integer',
    ...submittedTotals,
  }),
  /**
   * How often each weekday occurs in the elapsed period, and portions sold on it; null for users who can't
   * see sales.
   */
  weekdays: listOf(weekdayDemand),
  /** The same for the comparison period; sold is also null if its sales are unknown. */
  previousWeekdays: nullable(listOf(weekdayDemand)),
  totals: objectOf(submittedTotals),
  /** Null without a comparison, or without orders in those days. */
  previousTotals: nullable(objectOf(submittedTotals)),
  /** The requested orders, latest first, at most 500; null if none were requested. */
  orders: nullable(
    listOf({
      _id: 'key',
      orderNo: 'label',
      branchName: 'name',
      at: 'moment',
      lines: 'integer',
    }),
  ),
  /** Totals of those orders, including those not listed. */
  listedTotals: nullable(objectOf(submittedTotals)),
  /** Sales by day of the requested weekday (without `hour`); they add up to its total. */
  sales: nullable(
    listOf({
      day: 'text',
      sold: 'quantity',
    }),
  ),
} as const satisfies Shape;
export type DemandResponse = Wire<typeof demandResponse>;

/**
 * `GET /analytics/service/orders`: due orders, by default those not delivered on time and in full; latest
 * delivery day first.
 */
export const failedOrders = {
  rows: listOf({
    _id: 'key',
    orderNo: 'label',
    branchName: 'name',
    status: 'text',
    deliveryDate: 'text',
    receivedDay: 'text?',
    isLate: 'flag',
    isShort: 'flag',
  }),
  /** Total number of orders, including those not returned. */
  total: 'integer',
} as const satisfies Shape;
export type FailedOrders = Wire<typeof failedOrders>;
