import {
  required,
  withDefault,
  listOf,
  oneOf,
  mapOf,
  nullable,
  objectOf,
  type Shape,
  type Wire,
} from '#platform/shapes/shape.ts';

/**
 * `GET /orders/summary`: one row per delivery day with submitted orders (no drafts, rejected or cancelled
 * ones). The fill rate (DOMAIN 9) over several days is the sum of `linesComplete` divided by the sum of
 * `lines`: `lines` are the ordered lines of shipped orders, `linesComplete` those shipped in full.
 */
export const ordersOfDay = {
  day: 'required text',
  orders: 'required integer',
  lines: 'integer',
  linesComplete: 'integer',
} as const satisfies Shape;
export type OrdersOfDay = Wire<typeof ordersOfDay>;

/** An order on the day board. `picked`: number of lines picked or shipped while it is in process. */
const orderOnBoard = {
  _id: 'key',
  orderNo: 'label',
  branch: 'id',
  kitchen: 'id',
  deliveryDate: 'text',
  status: 'text',
  shippedAt: 'moment?',
  receivedAt: 'moment?',
  lines: 'integer',
  picked: 'integer?',
} as const satisfies Shape;
export type OrderOnBoard = Wire<typeof orderOnBoard>;

/**
 * `GET /orders/day`: orders to be delivered on a day or the day after, and all orders waiting for a kitchen
 * or in transit. `isCapped`: the list is incomplete.
 */
export const orderDay = {
  orders: listOf(orderOnBoard),
  isCapped: 'flag',
} as const satisfies Shape;
export type OrderDay = Wire<typeof orderDay>;

/**
 * `GET /stock/summary`: number of stock positions (an item at a branch or kitchen) by state, and their value.
 * `value` is null for users who can't see costs, and if it is out of range.
 */
export const stockSummary = {
  belowPar: 'integer',
  belowMin: 'integer',
  out: 'integer',
  negative: 'integer',
  value: 'cost?',
} as const satisfies Shape;
export type StockSummary = Wire<typeof stockSummary>;

/** Ordered, shipped and received quantity of an item in its base unit; null for none. */
const comparedQuantities = {
  ordered: 'quantity?',
  shipped: 'quantity?',
  received: 'quantity?',
} as const satisfies Shape;

/** `cells` of an item are in the order of `columns`. Columns that the caller can't see are omitted. */
export const comparedOrders = {
  columnType: oneOf(['orders', 'branches', 'days']),
  columns: listOf({
    /** Id of the order or branch, or the day. */
    key: 'key',
    label: 'label',
    /** For an order: its branch, day and status. */
    branchName: 'text?',
    deliveryDate: 'text?',
    status: 'text?',
    orders: 'integer',
    lines: 'integer',
    /** Only for users who may see costs. */
    value: 'cost?',
  }),
  rows: listOf({
    itemId: 'required id',
    itemCode: 'text',
    itemName: 'label',
    unit: 'text',
    cells: listOf(comparedQuantities),
  }),
} as const satisfies Shape;
export type ComparedOrders = Wire<typeof comparedOrders>;

/** A tile: the total of a report, with the parameters that open it. */
export const tile = {
  key: 'text',
  report: 'text',
  params: mapOf('text'),
  /** Key of the total; `rows` is the number of rows. */
  totalKey: 'text',
  /** `count`, `money` or `percent`. */
  type: withDefault('text', 'count'),
  value: 'number?',
  /** The value for the preceding period; null without a comparison. */
  previous: 'number?',
  /**
   * Goal for the requested days, whether it is met (null without a value), and whether it applies to the
   * business or to a branch; null if there is no goal.
   */
  goal: nullable(
    objectOf({
      value: 'required number',
      kind: required(oneOf(['atLeast', 'atMost'])),
      isMet: 'flag?',
      scope: oneOf(['business', 'branch']),
    }),
  ),
} as const satisfies Shape;
export type Tile = Wire<typeof tile>;

/** `GET /reports/tiles`: the tiles visible to the caller. */
export const tilesResponse = {
  tiles: listOf(tile),
} as const satisfies Shape;
export type TilesResponse = Wire<typeof tilesResponse>;

/** Values of a tile over time, oldest first. */
export const tileTrend = {
  key: 'text',
  /** First and last day of each point, and its value; null if unknown. */
  points: listOf({
    from: 'text',
    to: 'text',
    value: 'number?',
  }),
} as const satisfies Shape;
export type TileTrend = Wire<typeof tileTrend>;

/** `GET /reports/tiles/trends`: the trends visible to the caller. */
export const tileTrendsResponse = {
  trends: listOf(tileTrend),
} as const satisfies Shape;

/**
 * `GET /wastage/summary`: posted waste by business day (like `from` and `to` of the list). A cost that is out
 * of range is null.
 */
export const wastageOfDay = {
  day: 'text',
  records: 'integer',
  cost: 'cost?',
} as const satisfies Shape;
export type WastageOfDay = Wire<typeof wastageOfDay>;
