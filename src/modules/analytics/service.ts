import type { OrderStatus } from '#modules/orders/status.ts';
import { share } from '#core/shares.ts';
import { addDays, toUtcDay } from '#core/day.ts';

/** Totals over many orders for delivery performance. */
export interface ServiceSums {
  /** Shipped orders with their lines and base units. */
  orders: bigint;
  lines: bigint;
  linesComplete: bigint;
  unitsOrdered: bigint;
  unitsShipped: bigint;
  /** Orders that were due, and how many of them arrived on time, in full, and both. */
  due: bigint;
  onTime: bigint;
  inFull: bigint;
  otif: bigint;
}

/** Fields that determine whether an order was delivered on time and in full. */
export interface PromisedOrder {
  status: OrderStatus;
  /** The promised delivery day. */
  deliveryDate: string;
  /** The business day of the receipt in the branch's time zone; null before the receipt. */
  receivedDay: string | null;
  linesOrdered: number;
  /** Lines whose full ordered quantity was accepted at the receipt. */
  linesReceivedComplete: number;
}

/** Statuses of orders that have reached the kitchen and weren't rejected or cancelled. */
export const promisedStatuses = [
  'Sent to Central Kitchen',
  'Under Process',
  'Shipped',
  'Received',
] as const satisfies readonly OrderStatus[];

/** Returns the last day that has ended in every time zone, so that everything promised by then is due. */
export const getLastEndedDay = (now: Date): string => addDays(toUtcDay(now.getTime() - 12 * 3_600_000), -1);

/**
 * Computes on time and in full (OTIF): on time if received by the delivery day, in full if every line was
 * accepted with the full ordered quantity. Returns null while the order isn't due, and for drafts, rejected
 * and cancelled orders. Goods that are found or resent later don't count.
 */
export function evaluateDelivery(
  order: PromisedOrder,
  endedDay: string,
): { isOnTime: boolean; isInFull: boolean } | null {
  const { status, deliveryDate, receivedDay, linesOrdered, linesReceivedComplete } = order;
  if (!(promisedStatuses as readonly OrderStatus[]).includes(status)) return null;
  const isReceived = status === 'Received';
  if (!isReceived && deliveryDate > endedDay) return null;
  return {
    isOnTime: isReceived && receivedDay !== null && receivedDay <= deliveryDate,
    isInFull: isReceived && linesReceivedComplete >= linesOrdered,
  };
}

/** Computes fill rate by lines and by units, and OTIF, as shares. */
export function computeServiceFigures(sums: ServiceSums) {
  return {
    orders: Number(sums.orders),
    lines: Number(sums.lines),
    linesShort: Number(sums.lines - sums.linesComplete),
    fillLines: share(sums.linesComplete, sums.lines),
    fillUnits: share(sums.unitsShipped, sums.unitsOrdered),
    due: Number(sums.due),
    late: Number(sums.due - sums.onTime),
    onTime: share(sums.onTime, sums.due),
    inFull: share(sums.inFull, sums.due),
    otif: share(sums.otif, sums.due),
  };
}
