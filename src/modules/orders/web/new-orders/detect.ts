import type { QueryKey } from '@tanstack/react-query';
import { type JsonRecord, readRecord, readText } from '#platform/shapes/tolerant.ts';
import { isKitchenStaff } from '#core/permissions.ts';
import type { AnnouncedChange } from '#platform/web/cache/background.ts';
import type { CacheEvent } from '#platform/web/cache/observer.ts';
import { isUnfilteredFirstPage } from '#platform/web/cache/order-keys.ts';
import { getCurrentUser } from '#platform/web/session/session.ts';
import { countNewOrders, markOrderKnown, type NewOrder } from './new-order-state.ts';
import { updateNewOrders } from './new-orders.ts';

/** Detects new orders in responses received by the query cache; a cache event listener. */
export function detectNewOrders(event: CacheEvent): void {
  if (event.kind !== 'query-succeeded') return;
  const { queryKey, queryHash } = event.query;
  const { data } = event.query.state;
  const [collection, kind, id] = queryKey;
  // Opening or changing an order after it arrives marks it as seen.
  if (collection === 'orders_data' && kind === 'one' && typeof id === 'string')
    if (getArrivalTime(readRecord(data)) !== null) updateNewOrders((state) => markOrderKnown(state, id));
  if (isCounted(queryKey)) updateNewOrders((state) => countNewOrders(state, queryHash, readArrivals(data)));
}

const newestFirstSorts = new Set<unknown>([undefined, '-createdAt']);

/**
 * Only unfiltered first pages count. In any sort order but newest first, a row that moves onto the first page
 * isn't necessarily new.
 */
export function isCounted(queryKey: QueryKey): boolean {
  return isUnfilteredFirstPage(queryKey) && newestFirstSorts.has(readRecord(queryKey[2])['sort']);
}

/**
 * Counts orders announced by the server, which may be on any page; for example, an old draft that was just
 * submitted isn't on the first page. Does nothing without a baseline.
 */
export function detectAnnouncedOrders(changes: readonly AnnouncedChange[]): void {
  const rows = changes.flatMap(({ collection, row }) => (collection === 'orders' && row ? [row] : []));
  updateNewOrders((state) => state && countNewOrders(state, 'announced', readArrivals({ rows })));
}

/** Returns the orders in a list that have arrived, with their arrival times. */
function readArrivals(list: unknown): NewOrder[] {
  const rows = readRecord(list)['rows'];
  return (Array.isArray(rows) ? rows.map(readRecord) : []).flatMap((row) => {
    const at = getArrivalTime(row);
    if (at === null) return [];
    const [orderNo, branchName] = [String(row['orderNo'] ?? ''), String(row['branchName'] ?? '')];
    return [{ _id: String(row['_id']), orderNo, branchName, at }];
  });
}

/** Statuses of orders that haven't been submitted; used if the response has no submission time. */
const unsubmittedStatuses = ['Draft', 'Rejected', 'Cancelled'];

/**
 * Returns when an order arrived for this user: for a kitchen when it was sent there, otherwise when it was
 * submitted for review. Returns null if it hasn't arrived, and the creation time if the response has no
 * arrival time.
 */
function getArrivalTime(row: JsonRecord): string | null {
  const user = getCurrentUser();
  const isKitchen = user !== null && isKitchenStaff(user);
  const at = readText(row[isKitchen ? 'sentAt' : 'dateTime']);
  if (at !== null) return at;
  const earlierStatuses = isKitchen ? [...unsubmittedStatuses, 'Under Review'] : unsubmittedStatuses;
  return earlierStatuses.includes(readText(row['status']) ?? '') ? null : (readText(row['createdAt']) ?? '');
}
