import { type Actor, scopeOf } from '#core/permissions.ts';
import { countedStatuses } from './status.ts';

/** The parties to an order. A user may act as more than one. */
export type OrderPart = 'branch' | 'own branch' | 'reviewer' | 'kitchen';

/** The fields of an order that determine which users act as which party. */
export interface OrderParties {
  branch: string;
  kitchen: string;
  /**
   * Time when the order first reached the kitchen; null before. Other servers may not record it; the status
   * is then used instead.
   */
  sentAt: string | null;
  status?: string;
}

const hasReachedKitchen = ({ status, sentAt }: OrderParties): boolean =>
  sentAt !== null || (status !== 'Under Review' && countedStatuses.some((counted) => counted === status));

/**
 * Returns the parties as which a user acts, based on locations: branch (and, with canEdit, reviewer) for
 * orders of the user's branches; kitchen for orders that have reached one of the user's kitchens. Users with
 * access to all locations act as all parties, but have no branch of their own. Permission flags are checked
 * by the transitions.
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
