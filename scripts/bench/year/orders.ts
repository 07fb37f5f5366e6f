import {
  linesReceivedComplete,
  type OrderLifecycleLine,
  orderTotals,
  shippedFigures,
} from '#modules/orders/lines.ts';
import type { OrderStatus } from '#modules/orders/status.ts';
import type { NewRow, OrderRow } from '#platform/server/db/tables.ts';
import { toOrderSummary } from '#modules/orders/server/summary.ts';
import type { YearBranch, YearItem } from './year-types.ts';
import { kitchen, person } from './history-context.ts';

const way: readonly OrderStatus[] = [
  'Draft',
  'Under Review',
  'Sent to Central Kitchen',
  'Under Process',
  'Shipped',
  'Received',
];

/** An order of the history in the rules' format, with the times of its statuses. */
export interface YearOrder {
  _id: string;
  orderNo: string;
  branch: YearBranch;
  deliveryDate: string;
  /** Times of the statuses it has reached. */
  reached: string[];
  lines: YearOrderLine[];
  /** Whether a discrepancy is open, and when the last one was resolved. */
  hasDiscrepancy: boolean;
  settledAt: string | null;
}

export type YearOrderLine = OrderLifecycleLine & { item: YearItem };

export const isReceived = ({ reached }: YearOrder) => reached.length === way.length;

/** Creates a line for a number of order units. */
export function createYearOrderLine(
  orderId: string,
  nth: number,
  item: YearItem,
  units: number,
): YearOrderLine {
  return {
    item,
    lineId: `${orderId}-${nth}`,
    itemId: item._id,
    unitNum: item.unitNum,
    unitDen: 1,
    unitCostMicro: item.costE4 * item.unitNum * 100,
    orderQtyMicro: units * 1_000_000,
    approvedQtyMicro: units * 1_000_000,
    pickedQtyMicro: null,
    shippedQtyMicro: null,
    receivedQtyMicro: null,
    damagedQtyMicro: null,
    shortQtyMicro: null,
    overQtyMicro: null,
    substituteFor: null,
    reason: null,
    lots: [],
  };
}

/** An order's version rises with each step, and again when its discrepancies are resolved. */
export const versionOf = ({ reached, settledAt }: YearOrder): number =>
  reached.length + (settledAt === null ? 0 : 1);

/** Returns the rows of an order as the API leaves them. */
export function yearOrderRows(order: YearOrder): {
  order: NewRow<'orders'>;
  lines: NewRow<'orderLines'>[];
  history: NewRow<'orderHistory'>[];
} {
  const { _id, branch, reached, lines, settledAt } = order;
  const at = (status: OrderStatus) => reached[way.indexOf(status)] ?? null;
  const [shippedAt, receivedAt] = [at('Shipped'), at('Received')];
  const head: Omit<OrderRow, 'summary'> = {
    _id,
    orderNo: order.orderNo,
    status: way[reached.length - 1] ?? 'Draft',
    branch: branch._id,
    branchName: branch.name,
    kitchen: kitchen._id,
    kitchenName: kitchen.name,
    userId: person._id,
    userName: person.name,
    createdAt: reached[0] ?? '',
    updatedAt: settledAt ?? reached.at(-1) ?? '',
    version: versionOf(order),
    dateTime: at('Under Review'),
    sentAt: at('Sent to Central Kitchen'),
    acceptedAt: at('Under Process'),
    shippedAt,
    receivedAt,
    shippedDay: shippedAt?.slice(0, 10) ?? null,
    receivedDay: receivedAt?.slice(0, 10) ?? null,
    deliveryDate: order.deliveryDate,
    orderType: 'Regular',
    cutoffAt: null,
    notes: null,
    transitionReason: null,
    deliveryNoteNo: null,
    driver: null,
    vehicle: null,
    departsAt: null,
    crates: null,
    substitutesOpen: null,
    lineCount: lines.length,
    ...(shippedAt === null
      ? { linesOrdered: null, linesShippedComplete: null, unitsOrderedMicro: null, unitsShippedMicro: null }
      : shippedFigures(lines)),
    linesReceivedComplete: receivedAt === null ? null : linesReceivedComplete(lines),
    valueE4: orderTotals(lines).valueE4,
    late: 0,
    hasDiscrepancy: order.hasDiscrepancy ? 1 : 0,
    cycle: 0,
  };
  return {
    order: { ...head, summary: JSON.stringify(toOrderSummary(head)) },
    lines: lines.map(({ item, lots, ...line }, position) => ({
      ...line,
      orderId: _id,
      position,
      itemCode: item.itemCode,
      itemName: item.name,
      itemNameAlt: null,
      category: item.category,
      section: item.section,
      unit: item.unit,
      unitSymbol: item.unitSymbol,
      stockAtOrderMicro: null,
      suggestedQtyMicro: null,
      reasonCode: line.reason,
      reasonNote: null,
      lots: JSON.stringify(lots),
      note: null,
      photo: null,
    })),
    history: reached.map((when, step) => ({
      orderId: _id,
      from: way[step - 1] ?? null,
      to: way[step] ?? 'Draft',
      by: person._id,
      byName: person.name,
      at: when,
      reason: null,
      reasonCode: null,
      reasonNote: null,
    })),
  };
}
