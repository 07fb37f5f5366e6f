import type { Query, QueryClient } from '@tanstack/react-query';
import type { AnnouncedChange, WriteAnnouncedOrders } from '#platform/web/cache/background.ts';
import { type CacheEvent, listenToCaches } from '#platform/web/cache/observer.ts';
import type { TolerantList } from '#platform/shapes/tolerant.ts';
import { parseOrderQueryKey } from '#platform/web/cache/order-keys.ts';
import { getCachedOrders } from './cache.ts';
import type { OrderDay } from '#modules/reports/figures-shapes.ts';
import type { DayBoardFilters } from './day.ts';
import {
  type OrderChange,
  type CacheWrite,
  writeToOrderCount,
  writeToDayBoard,
  writeToOrderList,
} from './membership.ts';
import { withCachedLocationNames } from './names.ts';
import { type OrderCount, type OrderFilters, submissionStatuses } from './queries.ts';
import { type OrderRecord, readOrderRow } from './read.ts';

/**
 * Writes announced orders into every cached list, count and board of orders (`WriteAnnouncedOrders` of
 * `src/platform/web/cache/background.ts`). They are applied again to the response of a fetch in flight, which
 * may be older.
 */
export function followAnnouncedOrders(queryClient: QueryClient): { put: WriteAnnouncedOrders; stop(): void } {
  const pendingChanges = new Map<Query, OrderChange[]>();
  const stop = listenToCaches(queryClient, (event: CacheEvent) => {
    if (event.kind !== 'query-succeeded' && event.kind !== 'query-failed') return;
    if (event.kind === 'query-succeeded' && event.isLocalWrite) return;
    const changes = pendingChanges.get(event.query) ?? [];
    pendingChanges.delete(event.query);
    if (event.kind === 'query-succeeded') for (const change of changes) writeChange(event.query, change);
  });

  function updateLists(announced: readonly AnnouncedChange[]): (query: Query) => boolean {
    const changes = readChanges(announced, queryClient);
    const upToDate = new Set<Query>();
    for (const query of queryClient.getQueryCache().getAll()) {
      if (!parseOrderQueryKey(query.queryKey)?.isList) continue;
      const isIdle = query.state.fetchStatus === 'idle';
      if (!isIdle && query.queryKey[1] !== 'count')
        pendingChanges.set(query, [...(pendingChanges.get(query) ?? []), ...changes]);
      const areWritten = changes.map((change) => writeChange(query, change));
      if (isIdle && changes.length > 0 && areWritten.every(Boolean)) upToDate.add(query);
    }
    return (query) => changes.length > 0 && upToDate.has(query);
  }
  return { put: updateLists, stop };
}

/**
 * Returns the last change of each order; none if the server omitted a row, because then every list may be
 * outdated.
 */
function readChanges(announced: readonly AnnouncedChange[], queryClient: QueryClient): OrderChange[] {
  const lastChanges = new Map(announced.map((change) => [change.id, change]));
  const cached = getCachedOrders(queryClient);
  const changes: OrderChange[] = [];
  for (const { id, row: sent } of lastChanges.values()) {
    if (id === undefined || sent === undefined) return [];
    const row = sent && readOrderRow(sent);
    const previous = cached
      .filter(({ _id }) => _id === id)
      .toSorted((a, b) => b.version - a.version)
      .at(0);
    changes.push({ id, row: row && withCachedLocationNames(row, queryClient), previous });
  }
  return changes;
}

/** Writes a change into a query's data without changing its age; true if the server would return the same. */
function writeChange(query: Query, change: OrderChange): boolean {
  const { data, dataUpdatedAt, isInvalidated } = query.state;
  if (data === undefined) return false;
  const result = computeWrite(query, data, change);
  if (result.data !== data) {
    query.setData(result.data, { updatedAt: dataUpdatedAt, manual: true });
    if (isInvalidated) query.invalidate();
  }
  return result.isExact;
}

/** Depends on the query keys of `queries.ts` and `day.ts`. */
function computeWrite(
  { queryKey: [collection, part, params] }: Query,
  data: unknown,
  change: OrderChange,
): CacheWrite<unknown> {
  const filters = params as OrderFilters;
  if (part === 'count') return writeToOrderCount(data as OrderCount, filters, change);
  if (part === 'day') return writeToDayBoard(data as OrderDay, params as DayBoardFilters, change);
  const status =
    filters.status ?? (collection === 'orders_submission_data' ? submissionStatuses.join() : undefined);
  return writeToOrderList(data as TolerantList<OrderRecord>, { ...filters, status }, change);
}
