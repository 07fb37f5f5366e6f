import type { QueryKey } from '@tanstack/react-query';
import { record } from '#contract/tolerant.ts';
import { isKitchenStaff } from '#domain/permissions.ts';
import type { CacheEvent } from '../cache/observer.ts';
import { isUnfilteredFirstPage } from '../cache/order-keys.ts';
import { currentUser } from '../session/session.ts';
import { countList, knowOrder, type NewOrder } from './counting.ts';
import { changeCounting } from './new-orders.ts';

/** Finds new orders among what the query cache has just received: one listener of the cache's observer. */
export function detectNewOrders(event: CacheEvent): void {
  if (event.kind !== 'query-succeeded') return;
  const { queryKey, queryHash, state } = event.query;
  const [collection, kind, id] = queryKey;
  // Opened, or made or changed in this dashboard: whoever has an order before them need not be told of it.
  if (collection === 'orders_data' && kind === 'one' && typeof id === 'string')
    changeCounting((counting) => knowOrder(counting, id));
  if (isCounted(queryKey)) changeCounting((counting) => countList(counting, queryHash, arrivals(state.data)));
}

const newestFirst = new Set<unknown>([undefined, '-createdAt']);

/**
 * READINGS, "New orders": first pages of all orders count, paging and filters never do. In another order than the
 * newest first, what moves up to a first page need not be new.
 */
export function isCounted(queryKey: QueryKey): boolean {
  return isUnfilteredFirstPage(queryKey) && newestFirst.has(record(queryKey[2])['sort']);
}

/** To a kitchen an order comes when it is sent there, however long it was a draft; to others when it is made. */
function arrivals(list: unknown): NewOrder[] {
  const user = currentUser();
  const isKitchen = user !== null && isKitchenStaff(user);
  const rows = record(list)['rows'];
  return (Array.isArray(rows) ? rows.map(record) : []).map((row) => ({
    _id: String(row['_id']),
    orderNo: String(row['orderNo'] ?? ''),
    branchName: String(row['branchName'] ?? ''),
    at: String((isKitchen ? row['sentAt'] : null) ?? row['createdAt'] ?? ''),
  }));
}
