import type { QueryClient } from '@tanstack/react-query';
import type { TolerantList } from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import type { OrderFilters } from './orders.ts';
import { type OrderRow, readOrderRow } from './read-order.ts';
import { readAhead, readList } from '../read-query.ts';
import { areNamed, withNames } from './with-names.ts';

interface Question {
  path: 'orders' | 'orders/submission';
  filters: OrderFilters;
  /** The statuses to show; none means all. */
  statuses: readonly string[];
  signal: AbortSignal;
  client?: QueryClient;
}

/**
 * Asks for a list of orders. Whatever the server makes of the filter, only the statuses asked for are shown; one
 * that takes `Draft,Under Review` for the name of a single status is asked for each by itself.
 */
export async function askOrders(question: Question): Promise<TolerantList<OrderRow>> {
  const { path, filters, statuses, signal, client } = question;
  const reply = await api.get(path, { signal, search: { ...filters } });
  const list = readList(reply, readOrderRow);
  const rows = statuses.length === 0 ? list.rows : list.rows.filter((row) => statuses.includes(row.status));
  const hasOthers = rows.length < list.rows.length;
  const isAskedAsOne = (filters.status ?? '').includes(',');
  if (rows.length > 0 || !isAskedAsOne || !Array.isArray(reply.data)) {
    return { ...list, rows: await withNames(rows, client), total: hasOthers ? null : list.total };
  }
  const lists = await Promise.all(
    statuses.map((status) => askOrders({ ...question, filters: { ...filters, status }, statuses: [status] })),
  );
  return {
    rows: lists.flatMap((each) => each.rows),
    total: null,
    totalCapped: false,
    skipped: lists.reduce((sum, each) => sum + each.skipped, 0),
  };
}

/** The same where it was asked ahead and is there; not where its rows need something else that is asked for. */
export function ordersAhead(
  path: Question['path'],
  filters: OrderFilters,
): TolerantList<OrderRow> | undefined {
  const list = readAhead(path, { ...filters }, (reply) => readList(reply, readOrderRow));
  const statuses = statusesOf(filters);
  const isAsAsked = list?.rows.every((row) => statuses.length === 0 || statuses.includes(row.status));
  return isAsAsked && list && areNamed(list.rows) ? list : undefined;
}

/** The statuses that a filter names. */
export function statusesOf({ status }: OrderFilters): string[] {
  return (status ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
