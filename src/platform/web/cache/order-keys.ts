import type { QueryKey } from '@tanstack/react-query';

/** SPEC section 3: the collections that contain orders. */
export const orderCollections = ['orders_data', 'orders_submission_data', 'orders_simple_data'] as const;

export type OrderCollection = (typeof orderCollections)[number];

export function isOrderCollection(name: unknown): name is OrderCollection {
  return orderCollections.some((collection) => collection === name);
}

/** Kinds of order queries: a list, a row count, one order, the pick list, or the day board. */
export const orderQueryParts = ['list', 'count', 'one', 'picking', 'day'] as const;

/**
 * The parts subject to the list throttle; the others are fetched at once when the server announces a change.
 */
const listParts: ReadonlySet<unknown> = new Set(['list', 'count', 'day']);

/**
 * Returns an order query's collection and whether it is a list (or count) or a single order; null if it isn't
 * an order query.
 */
export function parseOrderQueryKey([collection, part]: QueryKey): {
  collection: OrderCollection;
  isList: boolean;
} | null {
  if (!isOrderCollection(collection) || !orderQueryParts.some((orderPart) => orderPart === part)) return null;
  return { collection, isList: listParts.has(part) };
}

/** Parameters that do not filter out orders. */
const nonFilterParams = new Set(['page', 'limit', 'sort', 'view']);

/** Returns whether a query is for the first page of all orders of its collection: no filter, no search, no later page. */
export function isUnfilteredFirstPage(queryKey: QueryKey): boolean {
  if (!isOrderCollection(queryKey[0]) || queryKey[1] !== 'list') return false;
  const filters = Object.entries(queryKey[2] ?? {}).filter(([, value]) => value !== undefined);
  return filters.every(([name, value]) => nonFilterParams.has(name) && (name !== 'page' || value === 1));
}
