import { type Actor, isHeadOffice } from '../permissions.ts';
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

/** True for a branch user on one of the own branches. Admins stand in for the branch, but it is not their own. */
function isOwnBranch(actor: Actor, order: OrderParties): boolean {
  return actor.role === 'custom_role_sk' && actor.branches.includes(order.branch);
}

/**
 * The parts this person plays for this order. branch, own branch: a branch user on an own branch; reviewer: the same
 * with canEdit; kitchen: a kitchen user of the order's kitchen once the order has ever reached it; admin and
 * master_admin stand in for all of them but the own branch. Other roles play none. Flags are asked for by the moves,
 * not here.
 */
export function actorPart(actor: Actor, order: OrderParties): Set<OrderPart> {
  if (isHeadOffice(actor)) {
    return new Set<OrderPart>(['branch', 'reviewer', 'kitchen']);
  }
  if (isOwnBranch(actor, order)) {
    return new Set<OrderPart>(
      actor.permissions.canEdit ? ['branch', 'own branch', 'reviewer'] : ['branch', 'own branch'],
    );
  }
  if (actor.role === 'custom_role_ck' && actor.kitchens.includes(order.kitchen) && hasReachedKitchen(order)) {
    return new Set<OrderPart>(['kitchen']);
  }
  return new Set();
}
