import type { LinkProps } from '@tanstack/react-router';
import { type Actor, canOpenPage, scopeOf } from '#domain/permissions.ts';

interface ListFilters {
  status?: string;
  branch?: string;
  from?: string;
  to?: string;
  order?: string;
}

const lists = [
  '/branch-orders',
  '/central-kitchen/branch-orders-history',
  '/branch-order/order-history',
] as const;

/** A link to the list of orders that this person may open, as filtered; null where they have none. */
export function orderListFor(actor: Actor, search: ListFilters): LinkProps | null {
  const isKitchen = scopeOf(actor).kind === 'kitchens';
  const to = (isKitchen ? lists.slice(1, 2) : lists).find((path) => canOpenPage(actor, path));
  return to === undefined ? null : { to, search };
}
