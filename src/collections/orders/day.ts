import type { OrderOnBoard } from '#contract/figures.ts';
import { boolean, idOf, type JsonRecord, number, record, text } from '#contract/tolerant.ts';
import { readQuery } from '../read-query.ts';

/** The orders of a delivery day and the next, and all that is under way; asked again at once when an order changes. */
export function orderDayQuery(day: string, kitchen: string | undefined) {
  return {
    ...readQuery({
      collection: 'orders_data',
      key: ['day', { day, kitchen }],
      lifetime: 'orderOne',
      path: 'orders/day',
      search: { day, kitchen },
      read: (reply) => readDay(record(reply.data)),
    }),
    refetchOnMount: 'always' as const,
    meta: { isLive: true },
  };
}

function readDay(row: JsonRecord): { orders: OrderOnBoard[]; isCapped: boolean } {
  const { orders } = row;
  return {
    orders: Array.isArray(orders) ? orders.flatMap((order) => readOrder(record(order)) ?? []) : [],
    isCapped: boolean(row['isCapped']),
  };
}

function readOrder(row: JsonRecord): OrderOnBoard | null {
  const _id = idOf(row);
  if (_id === null) return null;
  return {
    _id,
    orderNo: text(row['orderNo']) ?? _id,
    branch: text(row['branch']) ?? '',
    kitchen: text(row['kitchen']) ?? '',
    deliveryDate: text(row['deliveryDate']) ?? '',
    status: text(row['status']) ?? '',
    shippedAt: text(row['shippedAt']),
    receivedAt: text(row['receivedAt']),
    lines: number(row['lines']) ?? 0,
    picked: number(row['picked']),
  };
}
