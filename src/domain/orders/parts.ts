import { type Actor, scopeOf } from '../permissions.ts';
import { countedStatuses } from './status.ts';

/** The parts people play in an order's life. One person may play several. */
export type OrderPart = 'branch' | 'own branch' | 'reviewer' | 'kitchen';

/** What of an order decides who plays which part. */
export interface OrderParties {
  branch: string;
  kitchen: string;
  /** When it first reached the kitchen, null before. Another server may keep no time of it: then its status tells. */
  sentAt: string | null;
  status?: string;
}

const hasReachedKitchen = ({ status, sentAt }: OrderParties): boolean =>
  sentAt !== null || (status !== 'Under Review' && countedStatuses.some((counted) => counted === status));

/**
 * The parts this person plays for this order, by their locations: branch, and with canEdit reviewer, for an order of one
 * of the own branches; kitchen for an order that has ever reached one of the own kitchens. Who works for all locations
 * stands in for all of them, and only has no branch of their own. Flags are checked by the moves, not here.
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
