import {
  countLinesReceivedComplete,
  type OrderLifecycleLine,
  computeOrderTotals,
  computeShippedFigures,
} from '#modules/orders/lines.ts';
import type { OrderStatus } from '#modules/orders/status.ts';
import type { NewRow, OrderRow } from '#platform/server/db/tables.ts';
import { toOrderSummary } from '#modules/orders/server/summary.ts';
import type { YearBranch, YearItem } from './year-types.ts';
import { kitchen, person } from './history-context.ts';

const statuses: readonly OrderStatus[] = [
  'Draft',
  'Under Review',
  'Sent to Central Kitchen',
  'Under Process',
  'Shipped',
  'Received',
];

/** An order in the history, in the format used by the domain rules, with the times of its statuses. */
export interface YearOrder {
  _id: string;
  orderNo: string;
  branch: YearBranch;
  deliveryDate: string;
  /** Times of the statuses that the order has reached so far. */
  statusTimes: string[];
  lines: YearOrderLine[];
  /** Whether a discrepancy is open, and when the last one was resolved. */
  hasDiscrepancy: boolean;
  resolvedAt: string | null;
}

export type YearOrderLine = OrderLifecycleLine & { item: YearItem };

export const isReceived = ({ statusTimes }: YearOrder) => statusTimes.length === statuses.length;

/** Creates a line for a number of order units. */
export function createYearOrderLine(
  orderId: string,
  index: number,
  item: YearItem,
  units: number,
): YearOrderLine {
  return {
    item,
    lineId: `${orderId}-${index}`,
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

/** An order's version increases with each step, and once more when its discrepancies are resolved. */
export const getVersion = ({ statusTimes, resolvedAt }: YearOrder): number =>
  statusTimes.length + (resolvedAt === null ? 0 : 1);

/** Returns the rows of an order as the API stores them. */
export function createYearOrderRows(order: YearOrder): {
  order: NewRow<'orders'>;
  lines: NewRow<'orderLines'>[];
  history: NewRow<'orderHistory'>[];
} {
  const { _id, branch, statusTimes, lines, resolvedAt } = order;
  const getStatusTime = (status: OrderStatus) => statusTimes[statuses.indexOf(status)] ?? null;
  const [shippedAt, receivedAt] = [getStatusTime('Shipped'), getStatusTime('Received')];
  const header: Omit<OrderRow, 'summary'> = {
    _id,
    orderNo: order.orderNo,
    status: statuses[statusTimes.length - 1] ?? 'Draft',
    branch: branch._id,
    branchName: branch.name,
    kitchen: kitchen._id,
    kitchenName: kitchen.name,
    userId: person._id,
    userName: person.name,
    createdAt: statusTimes[0] ?? '',
    updatedAt: resolvedAt ?? statusTimes.at(-1) ?? '',
    version: getVersion(order),
    dateTime: getStatusTime('Under Review'),
    sentAt: getStatusTime('Sent to Central Kitchen'),
    acceptedAt: getStatusTime('Under Process'),
    shippedAt,
    receivedAt,
    shippedDay: shippedAt?.slice(0, 10) ?? null,
    receivedDay: receivedAt?.slice(0, 10) ?? null,
    deliveryDate: order.deliveryDate,
    orderType: 'Regular',
    occasion: null,
    eventAt: null,
    guests: null,
    cutoffAt: null,
    notes: null,
    transitionReason: null,
    deliveryNoteNo: null,
    driver: null,
    vehicle: null,
    departsAt: null,
    crates: null,
    unansweredSubstitutes: null,
    lineCount: lines.length,
    ...(shippedAt === null
      ? { linesOrdered: null, linesShippedComplete: null, unitsOrderedMicro: null, unitsShippedMicro: null }
      : computeShippedFigures(lines)),
    linesReceivedComplete: receivedAt === null ? null : countLinesReceivedComplete(lines),
    valueE4: computeOrderTotals(lines).valueE4,
    isLate: 0,
    hasDiscrepancy: order.hasDiscrepancy ? 1 : 0,
    cycle: 0,
  };
  return {
    order: { ...header, summary: JSON.stringify(toOrderSummary(header)) },
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
    history: statusTimes.map((reachedAt, step) => ({
      orderId: _id,
      from: statuses[step - 1] ?? null,
      to: statuses[step] ?? 'Draft',
      by: person._id,
      byName: person.name,
      at: reachedAt,
      reason: null,
      reasonCode: null,
      reasonNote: null,
    })),
  };
}
