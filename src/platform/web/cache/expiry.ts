import type { Query } from '@tanstack/react-query';
import { connectionStore } from '#platform/web/api/connection.ts';
import { breakerStore } from './breaker.ts';
import { type Lifetime, getLifetimeMs } from './lifetimes.ts';
import { isOrderCollection } from './order-keys.ts';

/** Lifetimes of entries without query options, such as an order stored from the response to a change. */
const lifetimeByCollection: Readonly<Record<string, Lifetime>> = {
  user_data: 'user',
  items_data: 'items',
  branches_data: 'branches',
  orders_data: 'orders',
  orders_submission_data: 'orderSubmission',
  orders_simple_data: 'orderSimple',
  categories_data: 'categories',
  sections_data: 'sections',
  sections_active: 'sections',
};

/**
 * Returns the lifetime of an entry in milliseconds: from its query, else from its collection (SPEC section
 * 9).
 */
export function getQueryLifetimeMs({ options, queryKey }: Query): number {
  if ('staleTime' in options && typeof options.staleTime === 'number') return options.staleTime;
  return getLifetimeMs(lifetimeByCollection[String(queryKey[0])] ?? 'other');
}

/**
 * Whether an entry is expired. Never while it is on screen (it is refetched in place) or being fetched;
 * lifetimes are suspended while the server does not respond and, for orders, while their breaker is open.
 */
export function isExpired(query: Query): boolean {
  const { data, dataUpdatedAt, fetchStatus } = query.state;
  if (data === undefined || fetchStatus !== 'idle' || query.getObserversCount() > 0) return false;
  if (Date.now() - dataUpdatedAt < getQueryLifetimeMs(query)) return false;
  const collection = query.queryKey[0];
  return (
    connectionStore.get().isAlive && !(isOrderCollection(collection) && breakerStore.get().has(collection))
  );
}
