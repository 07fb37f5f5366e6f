import type { OrderOnBoard } from '#contract/figures.ts';
import {
  readBoolean,
  readId,
  type JsonRecord,
  readNumberValue,
  readRecord,
  readText,
} from '#contract/tolerant.ts';
import { readQuery } from '../read-query.ts';

export interface DayBoard {
  orders: OrderOnBoard[];
  /** The list is incomplete. */
  isCapped: boolean;
}

export interface DayBoardFilters {
  day: string;
  kitchen?: string | undefined;
}

/**
 * Queries the orders of a delivery day and the next, and all in progress. Refreshed like a list of orders.
 */
export function orderDayQuery(day: string, kitchen: string | undefined) {
  return {
    ...readQuery({
      collection: 'orders_data',
      key: ['day', { day, kitchen } satisfies DayBoardFilters],
      lifetime: 'orderOne',
      path: 'orders/day',
      search: { day, kitchen },
      read: (reply) => readDay(readRecord(reply.data)),
    }),
    refetchOnMount: 'always' as const,
  };
}

function readDay(row: JsonRecord): DayBoard {
  const { orders } = row;
  return {
    orders: Array.isArray(orders) ? orders.flatMap((order) => readOrder(readRecord(order)) ?? []) : [],
    isCapped: readBoolean(row['isCapped']),
  };
}

function readOrder(row: JsonRecord): OrderOnBoard | null {
  const _id = readId(row);
  if (_id === null) return null;
  return {
    _id,
    orderNo: readText(row['orderNo']) ?? _id,
    branch: readText(row['branch']) ?? '',
    kitchen: readText(row['kitchen']) ?? '',
    deliveryDate: readText(row['deliveryDate']) ?? '',
    status: readText(row['status']) ?? '',
    shippedAt: readText(row['shippedAt']),
    receivedAt: readText(row['receivedAt']),
    lines: readNumberValue(row['lines']) ?? 0,
    picked: readNumberValue(row['picked']),
  };
}
