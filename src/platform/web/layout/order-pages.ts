import { type Actor, canOpenPage, isKitchenStaff, getScope } from '#core/permissions.ts';
import type { RoutePath } from './menu.ts';

/** Pages that list orders and show one in a panel (`?order=`), in order of preference. */
const orderPages = {
  kitchens: ['/central-kitchen/dashboard', '/central-kitchen/branch-orders-history'],
  branches: ['/branch-order/order-history', '/branch-order/order-submission'],
  all: [
    '/branch-orders',
    '/branch-order/order-history',
    '/central-kitchen/branch-orders-history',
    '/central-kitchen/dashboard',
    '/branch-order/order-submission',
  ],
  none: [],
} as const satisfies Record<string, readonly RoutePath[]>;

function getPageGroup(user: Actor): keyof typeof orderPages {
  const { kind } = getScope(user);
  if (kind !== 'places') return kind;
  return isKitchenStaff(user) ? 'kitchens' : 'branches';
}

/** Returns the page on which the user views orders; null if there is none. */
export function getOrderListPage(user: Actor): RoutePath | null {
  return orderPages[getPageGroup(user)].find((path: RoutePath) => canOpenPage(user, path)) ?? null;
}

/** Returns the URL of an order for this user; null if none of their pages shows orders. */
export function getOrderUrl(user: Actor, id: string): string | null {
  const list = getOrderListPage(user);
  return list === null ? null : `${list}?order=${encodeURIComponent(id)}`;
}
