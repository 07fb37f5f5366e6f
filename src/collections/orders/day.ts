import type { OrderOnBoard } from '#contract/figures.ts';
import { boolean, idOf, type JsonRecord, number, record, text } from '#contract/tolerant.ts';
import { readQuery } from '../read-query.ts';

export interface DayBoard {
  orders: OrderOnBoard[];
  /** The server has more than these. */
  isCapped: boolean;
}

export interface DayBoardFilters {
  day: string;
  kitchen?: string | undefined;
}

/** The orders of a delivery day and the next, and all that is under way. Kept up to date like a list of orders. */
export function orderDayQuery(day: string, kitchen: string | undefined) {
  return {
    ...readQuery({
      collection: 'orders_data',
      key: ['day', { day, kitchen } satisfies DayBoardFilters],
      lifetime: 'orderOne',
      path: 'orders/day',
      search: { day, kitchen },
      read: (reply) => readDay(record(reply.data)),
    }),
    refetchOnMount: 'always' as const,
  };
}

function readDay(row: JsonRecord): DayBoard {
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
