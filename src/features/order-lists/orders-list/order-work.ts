import type { LinkProps } from '@tanstack/react-router';
import { movesFor } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { isOrderStatus, type OrderStatus } from '#domain/orders/status.ts';
import { type Actor, canOpenPage } from '#domain/permissions.ts';

export type Work = 'submission' | 'accept' | 'pick' | 'receive';

interface WorkPlace {
  work: Work;
  to: NonNullable<LinkProps['to']>;
  search: Record<string, string>;
}

/** Where an order of this status is worked on. */
const places: Partial<Record<OrderStatus, Omit<WorkPlace, 'search'> & { bin?: string }>> = {
  Draft: { work: 'submission', to: '/branch-order/order-submission' },
  'Under Review': { work: 'submission', to: '/branch-order/order-submission' },
  'Sent to Central Kitchen': { work: 'accept', to: '/central-kitchen/dashboard', bin: 'accept' },
  'Under Process': { work: 'pick', to: '/central-kitchen/order-processing-prep' },
  Shipped: { work: 'receive', to: '/branch-order/receiving-order' },
};

/** The verbs that are done there; another move alone does not lead there. */
const verbs: Record<Work, readonly string[]> = {
  submission: ['submit', 'send', 'recall', 'send back', 'reject'],
  accept: ['accept', 'reject'],
  pick: ['ship', 'release'],
  receive: ['receive'],
};

/** The screen on which this person can take the order further; null where it is not theirs to do. */
export function workOn(order: Order, actor: Actor): WorkPlace | null {
  const place = isOrderStatus(order.status) ? places[order.status] : undefined;
  if (!place || !canOpenPage(actor, place.to)) return null;
  const { work, to, bin } = place;
  if (!movesFor(order, actor).some((move) => verbs[work].includes(move.verb))) return null;
  return { work, to, search: { order: order._id, ...(bin ? { bin } : {}) } };
}
