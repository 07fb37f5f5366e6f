import { type Actor, scopeOf } from '#core/permissions.ts';
import { countedStatuses } from './status.ts';

/** The parties of an order. One user may be several. */
export type OrderPart = 'branch' | 'own branch' | 'reviewer' | 'kitchen';

/** The fields of an order that decide who acts as which party. */
export interface OrderParties {
  branch: string;
  kitchen: string;
  /**
   * When it first reached the kitchen, null before. Other servers may not record it; then the status decides.
   */
  sentAt: string | null;
  status?: string;
}

const hasReachedKitchen = ({ status, sentAt }: OrderParties): boolean =>
  sentAt !== null || (status !== 'Under Review' && countedStatuses.some((counted) => counted === status));

/**
 * Returns the parties that a user acts as, by location: branch (and with canEdit reviewer) for orders of
 * their branches, kitchen for orders that have reached one of their kitchens. Users for all locations act as
 * all of them, but have no own branch. Flags are checked by the transitions.
 */
export function getOrderParts(actor: Actor, order: OrderParties): Set<OrderPart> {
  const scope = scopeOf(actor);
  if (scope.kind === 'all') return new Set<OrderPart>(['branch', 'reviewer', 'kitchen']);
  const parts = new Set<OrderPart>();
  if (scope.kind === 'none') return parts;
  if (scope.branches.includes(order.branch)) {
    parts.add('branch').add('own branch');
    if (actor.permissions.canEdit) parts.add('reviewer');
  }
  if (scope.kitchens.includes(order.kitchen) && hasReachedKitchen(order)) parts.add('kitchen');
  return parts;
}
