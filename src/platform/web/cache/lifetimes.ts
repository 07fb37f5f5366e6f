import type { ClientName } from '#platform/web/api/profiles.ts';
import { currentProfile } from '#platform/web/session/session.ts';

const minute = 60_000;

/** Kinds of query data with different lifetimes. */
export type Lifetime =
  | 'user'
  | 'items'
  | 'branches'
  | 'orders'
  | 'orderList'
  | 'orderSubmission'
  | 'orderSimple'
  | 'orderOne'
  | 'categories'
  | 'sections'
  | 'other';

/**
 * Lifetimes in milliseconds (SPEC section 9). The two clients differ for items and categories, as specified.
 */
export const lifetimes: Record<ClientName, Record<Lifetime, number>> = {
  first: {
    user: 10 * minute,
    items: 5 * minute,
    branches: 10 * minute,
    orders: 2 * minute,
    orderList: 2 * minute,
    orderSubmission: minute,
    orderSimple: minute,
    orderOne: 2 * minute,
    categories: 15 * minute,
    sections: 15 * minute,
    other: 5 * minute,
  },
  second: {
    user: 5 * minute,
    items: 10 * minute,
    branches: 5 * minute,
    orders: 2 * minute,
    orderList: 2 * minute,
    orderSubmission: 2 * minute,
    orderSimple: 2 * minute,
    orderOne: 2 * minute,
    categories: 30 * minute,
    sections: 5 * minute,
    other: 5 * minute,
  },
};

/** Returns the lifetime in the current client, in milliseconds. */
export function getLifetimeMs(kind: Lifetime): number {
  return lifetimes[currentProfile().name][kind];
}
