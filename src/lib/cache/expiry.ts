import type { Query } from '@tanstack/react-query';
import { connectionStore } from '../api/connection.ts';
import { breakerStore } from './breaker.ts';
import { type Lifetime, getLifetimeMs } from './lifetimes.ts';
import { isOrderCollection } from './order-keys.ts';

/** Lifetimes of entries that no query options speak for, such as an order known from the answer to a change. */
const byCollection: Readonly<Record<string, Lifetime>> = {
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

/** How long an entry is good for, in milliseconds: as its query says, else as its collection (SPEC section 9). */
export function getQueryLifetimeMs({ options, queryKey }: Query): number {
  if ('staleTime' in options && typeof options.staleTime === 'number') return options.staleTime;
  return getLifetimeMs(byCollection[String(queryKey[0])] ?? 'other');
}

/**
 * Whether an entry reads as empty. Never while a screen shows it (it is fetched anew in place) or while a fetch is
 * under way; and lifetimes do not run while the server does not answer, nor for orders while their breaker is open:
 * what is there stays, with its age.
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
