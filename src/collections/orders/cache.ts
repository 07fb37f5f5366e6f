import type { QueryClient } from '@tanstack/react-query';
import type { Order } from '#contract/orders.ts';
import { readRecord, type TolerantList } from '#contract/tolerant.ts';
import type { ApiError } from '#src/lib/api/api-error.ts';
import { setQueryAnswer } from '#src/lib/cache/set-query-answer.ts';
import { isMissingNames, withCachedLocationNames } from './names.ts';
import { type OrderRow, readOrder, type SavedOrderResponse } from './read.ts';

/*
 * How an order that was changed reaches the screen:
 *
 * 1. Its action was sent, from this tab or by the queue of another: `onSent` of the action (actions.ts) gives the
 *    server's answer to `applyOrder` or `applySaved`, which write it into the open order and every list.
 * 2. The action was refused because somebody else was first: `currentOrder` takes the order out of the refusal.
 * 3. The server announces that somebody else changed an order: announced.ts writes its row into every list, and
 *    lib/cache/background.ts fetches what that leaves open.
 *
 * A read that was under way when an answer is written is dropped, so that nothing from before a change comes after it;
 * a minimal answer behind a newer one tells nothing new.
 */

/** Lists of orders; `one` and `suggestions` are kept apart. */
const listKeys = [
  ['orders_data', 'list'],
  ['orders_submission_data', 'list'],
  ['orders_simple_data', 'list'],
] as const;

/** What changes with orders: how many there are, what is found and waits, what the stock tells, how far a business has come. */
const relatedKeys = [
  ['orders_data', 'count'],
  ['orders_data', 'suggestions'],
  ['orders_data', 'figures'],
  ['stock_data'],
  ['discrepancies_data'],
  ['documents_data'],
  ['settings_data', 'progress'],
] as const;

/** Writes the server's answer about an order into everything on screen that shows it, and renews the rest. */
export function applyOrder(saved: Order, queryClient: QueryClient): void {
  const order = withCachedLocationNames(saved, queryClient);
  const one = ['orders_data', 'one', order._id];
  setQueryAnswer(queryClient, one, order);
  for (const queryKey of listKeys) {
    queryClient.setQueriesData<TolerantList<OrderRow>>(
      { queryKey },
      (list) => list && withOrder(list, order),
    );
  }
  invalidateOrders(queryClient);
  if (isMissingNames(order)) void queryClient.invalidateQueries({ queryKey: one });
}

/**
 * Puts what was saved into the order it was based on; where that is not at hand, or the server tells less than that,
 * the order is loaded anew.
 */
export function applySavedOrder(saved: SavedOrderResponse, queryClient: QueryClient): void {
  const { _id, basedOn, version, updatedAt, head, lines } = saved;
  const key = ['orders_data', 'one', ...(_id === undefined ? [] : [_id])];
  const order = _id === undefined ? undefined : queryClient.getQueryData<Order>(key);
  // An answer that comes twice, or behind a newer one, tells nothing new.
  if (order && version !== undefined && order.version >= version) return;
  if (!order || version === undefined || order.version !== basedOn) {
    invalidateOrders(queryClient);
    void queryClient.invalidateQueries({ queryKey: key });
    return;
  }
  const items = order.items.map((line) => ({ ...line, ...lines.get(line.lineId) }));
  applyOrder({ ...order, ...head, items, version, updatedAt: updatedAt ?? order.updatedAt }, queryClient);
}

/**
 * The order as somebody else left it, where a refusal says that it was changed since it was read; everything on screen
 * shows it from now on. Null for any other refusal.
 */
export function currentOrder(
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

/** Loads lists, guide and stock anew: those on screen at once, the others when they are next shown. */
export function invalidateOrders(queryClient: QueryClient): void {
  for (const queryKey of [...listKeys, ...relatedKeys]) void queryClient.invalidateQueries({ queryKey });
}

/** The orders of every list that is at hand. */
export function getCachedOrders(queryClient: QueryClient): OrderRow[] {
  const lists = listKeys.flatMap((queryKey) =>
    queryClient.getQueriesData<TolerantList<OrderRow>>({ queryKey }),
  );
  return lists.flatMap(([, list]) => list?.rows ?? []);
}

/** Asks for the lightest list of orders again where it is on screen. */
export async function refetchSimpleOrders(queryClient: QueryClient): Promise<void> {
  await queryClient.refetchQueries({ queryKey: ['orders_simple_data'], type: 'active' });
}

/** A deleted order is gone from every list. */
export function dropOrder(id: string, queryClient: QueryClient): void {
  for (const queryKey of listKeys) {
    queryClient.setQueriesData<TolerantList<OrderRow>>(
      { queryKey },
      (list) => list && { ...list, rows: list.rows.filter((row) => row._id !== id) },
    );
  }
  invalidateOrders(queryClient);
}

function withOrder(list: TolerantList<OrderRow>, order: Order): TolerantList<OrderRow> {
  return {
    ...list,
    rows: list.rows.map((row) => (row._id === order._id ? { ...row, ...summaryOf(order, row) } : row)),
  };
}

/** A list asked for without lines stays without. */
function summaryOf(
  { items, statusHistory, allowedMoves, fillRate, ...summary }: Order,
  row: OrderRow,
): OrderRow {
  return row.items ? { ...summary, items } : summary;
}
