import { type Actor, getScope } from '#core/permissions.ts';
import { countedStatuses } from './status.ts';

/** The parties to an order. A user may act as more than one. */
export type OrderParty = 'branch' | 'own branch' | 'reviewer' | 'kitchen';

/** The fields of an order that determine which users act as which party. */
export interface OrderPartyFields {
  branch: string;
  kitchen: string;
  /**
   * Time when the order first reached the kitchen; null before. Other servers may not record it; the status
   * is then used instead.
   */
  sentAt: string | null;
  status?: string;
}

const hasReachedKitchen = ({ status, sentAt }: OrderPartyFields): boolean =>
  sentAt !== null || (status !== 'Under Review' && countedStatuses.some((counted) => counted === status));

/**
 * Returns the parties that a user acts as, based on locations: branch (and, with canEdit, reviewer) for
 * orders of the user's branches; kitchen for orders that have reached one of the user's kitchens. Users with
 * access to all locations act as all parties, but have no branch of their own. Permission flags are checked
 * by the transitions.
 */
export function getOrderParties(actor: Actor, order: OrderPartyFields): Set<OrderParty> {
  const scope = getScope(actor);
  if (scope.kind === 'all') return new Set<OrderParty>(['branch', 'reviewer', 'kitchen']);
  const parties = new Set<OrderParty>();
  if (scope.kind === 'none') return parties;
  if (scope.branches.includes(order.branch)) {
    parties.add('branch').add('own branch');
    if (actor.permissions.canEdit) parties.add('reviewer');
  }
  if (scope.kitchens.includes(order.kitchen) && hasReachedKitchen(order)) parties.add('kitchen');
  return parties;
}
