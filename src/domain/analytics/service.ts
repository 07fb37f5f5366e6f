import type { OrderStatus } from '../orders/status.ts';
import { addDays } from '../planning/cutoff.ts';
import { share } from './shares.ts';

/** What many orders add up to, for how well branches are served. */
export interface ServiceSums {
  /** Orders that were shipped, with their lines and base units. */
  orders: bigint;
  lines: bigint;
  linesComplete: bigint;
  unitsOrdered: bigint;
  unitsShipped: bigint;
  /** Orders that were due, and of those what came on time, in full, and both. */
  due: bigint;
  onTime: bigint;
  inFull: bigint;
  otif: bigint;
}

/** An order as it is judged by its promise. */
export interface PromisedOrder {
  status: OrderStatus;
  /** The day that was promised: its delivery day. */
  deliveryDate: string;
  /** The business day of its receipt, by the clock of its branch; null while it has not come. */
  receivedDay: string | null;
  linesOrdered: number;
  /** Lines of which everything that was ordered was accepted at the receipt. */
  linesReceivedComplete: number;
}

/** The statuses of orders that were promised: the kitchen has them, and nobody turned them down. */
export const promisedStatuses = [
  'Sent to Central Kitchen',
  'Under Process',
  'Shipped',
  'Received',
] as const satisfies readonly OrderStatus[];

/**
 * The last day that has ended at every place on earth: what should have come by then is due wherever its branch is.
 */
export const lastEndedDay = (now: Date): string =>
  addDays(new Date(now.getTime() - 12 * 3_600_000).toISOString().slice(0, 10), -1);

/**
 * How an order kept its promise (OTIF): on time is a receipt no later than the delivery day, in full every line accepted with all
 * that was ordered. Null while it is not due: promised, neither received nor its day ended. Drafts, and what was rejected or
 * cancelled, never are. What is found or sent again later does not mend it.
 */
export function judgePromise(
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

/** Fill rate by lines and by units, and OTIF, as shares. */
export function serviceFigures(sums: ServiceSums) {
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
