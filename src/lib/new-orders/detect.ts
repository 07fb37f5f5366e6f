import { record } from '#contract/tolerant.ts';
import { scopeOf } from '#domain/permissions.ts';
import type { CacheEvent } from '../cache/observer.ts';
import { currentUser } from '../session/session.ts';
import { countList, knowOrder, type NewOrder } from './counting.ts';
import { changeCounting } from './new-orders.ts';

/**
 * Finds new orders among what the query cache has just received: one listener of the cache's observer.
 *
 * @param onFound told how many this answer brought
 */
export function newOrderDetection(onFound: (count: number) => void): (event: CacheEvent) => void {
  return (event) => {
    if (event.kind !== 'query-succeeded') return;
    const { queryKey, queryHash, state } = event.query;
    const [collection, kind, id] = queryKey;
    if (collection !== 'orders_data') return;
    if (kind === 'one' && typeof id === 'string') changeCounting((counting) => knowOrder(counting, id));
    if (!isFirstPage(queryKey)) return;
    let count = 0;
    changeCounting((before) => {
      const { counting, found } = countList(before, queryHash, arrivals(state.data));
      count = found.length;
      return counting;
    });
    if (count > 0) onFound(count);
  };
}

/** What an order list may be asked for and still be the newest of all orders: READINGS, "New orders". */
const neutral = new Set(['limit', 'view']);
const newestFirst = new Set<unknown>([undefined, '-createdAt']);

/** True for a first page of all orders, newest first: paging, filters and another sorting never count. */
export function isFirstPage([collection, kind, filters]: readonly unknown[]): boolean {
  if (collection !== 'orders_data' || kind !== 'list') return false;
  return Object.entries(record(filters)).every(([name, value]) => {
    if (value === undefined || value === '' || neutral.has(name)) return true;
    return name === 'page' ? value === 1 : name === 'sort' && newestFirst.has(value);
  });
}

/** To a kitchen an order comes when it is sent there, however long it was a draft; to others when it is made. */
function arrivals(list: unknown): NewOrder[] {
  const user = currentUser();
  const isKitchen = user !== null && scopeOf(user).kind === 'kitchens';
  const rows = record(list)['rows'];
  return (Array.isArray(rows) ? rows.map(record) : []).map((row) => ({
    _id: String(row['_id']),
    orderNo: String(row['orderNo'] ?? ''),
    branchName: String(row['branchName'] ?? ''),
    at: String((isKitchen ? row['sentAt'] : null) ?? row['createdAt'] ?? ''),
  }));
}
