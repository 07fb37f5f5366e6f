import type { QueryClient } from '@tanstack/react-query';
import type { Order, SavedOrder } from '../../shapes.ts';
import { readRecord, type TolerantList } from '#platform/shapes/tolerant.ts';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { setQueryResponse } from '#platform/web/cache/set-query-response.ts';
import { isMissingNames, withCachedLocationNames } from './names.ts';
import { type OrderRecord, readOrder } from './read.ts';

/*
 * How a changed order reaches the screen:
 *
 * 1. Its action was sent, from this tab or by the queue of another: the action's `onSent` (actions.ts) passes the
 *    response to `applyOrder` or `applySavedOrder`, which write it into the open order and every list.
 * 2. The action failed with a version conflict: `readCurrentOrder` reads the order from the error.
 * 3. The server announces a change by someone else: announced-orders.ts writes its row into every list, and
 *    src/platform/web/cache/background.ts fetches the rest.
 *
 * A read in flight is cancelled when a response is written, so that no older data follows; a minimal response older
 * than the cached order is ignored.
 */

/** Lists of orders; `one` and `suggestions` are handled separately. */
const listKeys = [
  ['orders_data', 'list'],
  ['orders_submission_data', 'list'],
  ['orders_simple_data', 'list'],
] as const;

/** Queries that change with orders: counts, search, pending work, stock, set-up progress. */
const relatedKeys = [
  ['orders_data', 'count'],
  ['orders_data', 'suggestions'],
  ['orders_data', 'figures'],
  ['stock_data'],
  ['discrepancies_data'],
  ['documents_data'],
  ['settings_data', 'progress'],
] as const;

/** Writes an order from a response into everything on screen that shows it, and refetches related data. */
export function applyOrder(saved: Order, queryClient: QueryClient): void {
  const order = withCachedLocationNames(saved, queryClient);
  const orderKey = ['orders_data', 'one', order._id];
  setQueryResponse(queryClient, orderKey, order);
  for (const queryKey of listKeys) {
    queryClient.setQueriesData<TolerantList<OrderRecord>>(
      { queryKey },
      (list) => list && withOrder(list, order),
    );
  }
  invalidateOrders(queryClient);
  if (isMissingNames(order)) void queryClient.invalidateQueries({ queryKey: orderKey });
}

/** Merges a minimal response into the cached order it is based on; otherwise the order is refetched. */
export function applySavedOrder(saved: SavedOrder | null, queryClient: QueryClient): void {
  const key = ['orders_data', 'one', ...(saved === null ? [] : [saved._id])];
  const order = saved === null ? undefined : queryClient.getQueryData<Order>(key);
  // A duplicate or outdated response is ignored.
  if (order && saved?.version && order.version >= saved.version) return;
  if (!order || !saved?.version || order.version !== saved.basedOn) {
    invalidateOrders(queryClient);
    void queryClient.invalidateQueries({ queryKey: key });
    return;
  }
  const { basedOn: _, savedLines, updatedAt, ...header } = saved;
  const lines = new Map(savedLines.map((line) => [line.lineId, line]));
  const items = order.items.map((line) => ({ ...line, ...lines.get(line.lineId) }));
  applyOrder({ ...order, ...header, items, updatedAt: updatedAt || order.updatedAt }, queryClient);
}

/** Returns the current order from a version conflict and caches it; null for any other error. */
export function readCurrentOrder(
  { code, details }: ApiError,
  { _id, version }: Pick<Order, '_id' | 'version'>,
  queryClient: QueryClient,
): Order | null {
  const current = readRecord(details['current']);
  if (code !== 'STALE_VERSION' || current['_id'] !== _id || current['version'] === version) return null;
  const order = readOrder(current);
  applyOrder(order, queryClient);
  return order;
}

/** Invalidates lists, guide and stock: visible ones are refetched at once, the others when next shown. */
export function invalidateOrders(queryClient: QueryClient): void {
  for (const queryKey of [...listKeys, ...relatedKeys]) void queryClient.invalidateQueries({ queryKey });
}

/** Returns the orders of all cached lists. */
export function getCachedOrders(queryClient: QueryClient): OrderRecord[] {
  const lists = listKeys.flatMap((queryKey) =>
    queryClient.getQueriesData<TolerantList<OrderRecord>>({ queryKey }),
  );
  return lists.flatMap(([, list]) => list?.rows ?? []);
}

/** Refetches the simple order list if it is on screen. */
export async function refetchSimpleOrders(queryClient: QueryClient): Promise<void> {
  await queryClient.refetchQueries({ queryKey: ['orders_simple_data'], type: 'active' });
}

/** Removes a deleted order from every list. */
export function dropOrder(id: string, queryClient: QueryClient): void {
  for (const queryKey of listKeys) {
    queryClient.setQueriesData<TolerantList<OrderRecord>>(
      { queryKey },
      (list) => list && { ...list, rows: list.rows.filter((row) => row._id !== id) },
    );
  }
  invalidateOrders(queryClient);
}

function withOrder(list: TolerantList<OrderRecord>, order: Order): TolerantList<OrderRecord> {
  return {
    ...list,
    rows: list.rows.map((row) => (row._id === order._id ? { ...row, ...toListRow(order, row) } : row)),
  };
}

/** A list without lines stays without lines. */
function toListRow(
  { items, statusHistory, allowedMoves, fillRate, ...summary }: Order,
  row: OrderRecord,
): OrderRecord {
  return row.items ? { ...summary, items } : summary;
}
