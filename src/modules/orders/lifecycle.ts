import { refusal } from '#core/refusals/refusal.ts';
import { defineLifecycle, type Transition, type TransitionRow } from '#platform/documents/lifecycle.ts';
import type { Flag } from '#core/permissions.ts';
import type { OrderLifecycleLine } from './lines.ts';
import type { LaterQuantity } from './line-quantities.ts';
import { findTransitionFaults, lineStateGuard } from './transition-checks.ts';
import { getOrderParts, type OrderParties, type OrderPart } from './parts.ts';
import { type OrderStatus, orderStatuses, type OrderVerb } from './status.ts';

/** One legal transition of an order. */
export type OrderTransition = Transition<OrderStatus, OrderVerb, OrderPart>;

const sent = 'Sent to Central Kitchen';
const either: readonly Flag[] = ['canCreate', 'canEdit'];

const transitions: readonly TransitionRow<OrderStatus, OrderVerb, OrderPart>[] = [
  { verb: 'submit', from: 'Draft', to: 'Under Review', parties: ['branch'], flags: ['canCreate'] },
  { verb: 'cancel', from: 'Draft', to: 'Cancelled', parties: ['branch'], flags: either },
  { verb: 'recall', from: 'Under Review', to: 'Draft', parties: ['own branch'], flags: either },
  {
    verb: 'send back',
    from: 'Under Review',
    to: 'Draft',
    parties: ['reviewer'],
    flags: ['canEdit'],
    reason: true,
  },
  { verb: 'send', from: 'Under Review', to: sent, parties: ['reviewer'], flags: ['canEdit'] },
  {
    verb: 'reject',
    from: 'Under Review',
    to: 'Rejected',
    parties: ['reviewer'],
    flags: ['canEdit'],
    reason: true,
  },
  { verb: 'cancel', from: 'Under Review', to: 'Cancelled', parties: ['branch'], flags: either },
  { verb: 'withdraw', from: sent, to: 'Under Review', parties: ['reviewer'], flags: ['canEdit'] },
  { verb: 'accept', from: sent, to: 'Under Process', parties: ['kitchen'], flags: ['canEdit'] },
  { verb: 'reject', from: sent, to: 'Rejected', parties: ['kitchen'], flags: ['canEdit'], reason: true },
  { verb: 'cancel', from: sent, to: 'Cancelled', parties: ['kitchen'], flags: ['canEdit'], reason: true },
  { verb: 'release', from: 'Under Process', to: sent, parties: ['kitchen'], flags: ['canEdit'] },
  { verb: 'ship', from: 'Under Process', to: 'Shipped', parties: ['kitchen'], flags: ['canEdit'] },
  {
    verb: 'cancel',
    from: 'Under Process',
    to: 'Cancelled',
    parties: ['kitchen'],
    flags: ['canEdit'],
    reason: true,
  },
  { verb: 'unship', from: 'Shipped', to: 'Under Process', parties: ['kitchen'], flags: ['canDelete'] },
  { verb: 'receive', from: 'Shipped', to: 'Received', parties: ['branch'], flags: ['canEdit'] },
  { verb: 'reopen', from: 'Rejected', to: 'Draft', parties: ['branch'], flags: either },
];

/** The fields of an order that determine its possible transitions, with saved quantities and reasons. */
export interface OrderLifecycleInput extends OrderParties {
  status: OrderStatus;
  transitionReason: string | null;
  lines: readonly OrderLifecycleLine[];
  /** Shown in errors; absent if the name isn't needed. */
  branchName?: string;
}

/** The lifecycle of orders; requests specify the target status. */
export const orderLifecycle = defineLifecycle<OrderLifecycleInput, OrderStatus, OrderVerb, OrderPart>({
  statuses: orderStatuses,
  transitions,
  forwardVerbs: ['submit', 'send', 'accept', 'ship', 'receive'],
  // Fair shares are approved in these statuses, and are recorded in the history.
  statusesWithEditHistory: [sent, 'Under Process'],
  getParties: (order, actor) => getOrderParts(actor, order),
  guard: (order, verb) => lineStateGuard(verb, order.lines, order.branchName ?? ''),
  check: (order, verb) => findTransitionFaults(verb, order.lines),
  refusals: {
    readOnly: refusal('orders-read-only'),
    noTransition: (order, to) => refusal('order-transition-not-allowed', { status: order.status, next: to }),
    noFlag: (verb) => refusal('order-no-flag', { verb }),
    notTheirs: (verb) => refusal('order-not-yours', { verb }),
    noReason: (verb) => refusal('order-reason', { verb }),
  },
});

export const { transitions: orderTransitions, decideTransition, availableTransitions } = orderLifecycle;

/**
 * Fields that a transition resets, of the order and of its lines. Every transition resets `transitionReason`.
 */
export interface ClearedFields {
  order: readonly ('transitionReason' | 'deliveryNoteNo')[];
  lines: readonly (LaterQuantity | 'temperature')[];
}

const afterReview = ['approvedQty', 'pickedQty', 'shippedQty'] as const;

const clears: Partial<Record<OrderVerb, ClearedFields>> = {
  recall: { order: ['transitionReason'], lines: afterReview },
  'send back': { order: ['transitionReason'], lines: afterReview },
  reopen: { order: ['transitionReason'], lines: afterReview },
  release: { order: ['transitionReason'], lines: ['pickedQty', 'shippedQty'] },
  unship: {
    order: ['transitionReason', 'deliveryNoteNo'],
    // The temperature is measured again for the next shipment.
    lines: ['receivedQty', 'damagedQty', 'shortQty', 'overQty', 'temperature'],
  },
};

/**
 * Returns the fields that a transition resets, because they must be entered again after the step is reversed.
 */
export function fieldsClearedBy(move: OrderTransition): ClearedFields {
  return clears[move.verb] ?? { order: ['transitionReason'], lines: [] };
}
