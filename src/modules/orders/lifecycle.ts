import { refusal } from '#core/refusals/refusal.ts';
import { defineLifecycle, type Transition, type TransitionRow } from '#platform/documents/lifecycle.ts';
import type { Flag } from '#core/permissions.ts';
import type { OrderLifecycleLine } from './lines.ts';
import type { FulfilmentQuantity } from './line-quantities.ts';
import { findTransitionErrors, findLineStateRefusal } from './transition-checks.ts';
import { getOrderParties, type OrderPartyFields, type OrderParty } from './parties.ts';
import { type OrderStatus, orderStatuses, type OrderVerb } from './status.ts';

/** An allowed transition of an order. */
export type OrderTransition = Transition<OrderStatus, OrderVerb, OrderParty>;

const sentToKitchen = 'Sent to Central Kitchen';
const createOrEdit: readonly Flag[] = ['canCreate', 'canEdit'];

const transitions: readonly TransitionRow<OrderStatus, OrderVerb, OrderParty>[] = [
  { verb: 'submit', from: 'Draft', to: 'Under Review', parties: ['branch'], flags: ['canCreate'] },
  { verb: 'cancel', from: 'Draft', to: 'Cancelled', parties: ['branch'], flags: createOrEdit },
  { verb: 'recall', from: 'Under Review', to: 'Draft', parties: ['own branch'], flags: createOrEdit },
  {
    verb: 'send back',
    from: 'Under Review',
    to: 'Draft',
    parties: ['reviewer'],
    flags: ['canEdit'],
    reason: true,
  },
  { verb: 'send', from: 'Under Review', to: sentToKitchen, parties: ['reviewer'], flags: ['canEdit'] },
  {
    verb: 'reject',
    from: 'Under Review',
    to: 'Rejected',
    parties: ['reviewer'],
    flags: ['canEdit'],
    reason: true,
  },
  { verb: 'cancel', from: 'Under Review', to: 'Cancelled', parties: ['branch'], flags: createOrEdit },
  { verb: 'withdraw', from: sentToKitchen, to: 'Under Review', parties: ['reviewer'], flags: ['canEdit'] },
  { verb: 'accept', from: sentToKitchen, to: 'Under Process', parties: ['kitchen'], flags: ['canEdit'] },
  {
    verb: 'reject',
    from: sentToKitchen,
    to: 'Rejected',
    parties: ['kitchen'],
    flags: ['canEdit'],
    reason: true,
  },
  {
    verb: 'cancel',
    from: sentToKitchen,
    to: 'Cancelled',
    parties: ['kitchen'],
    flags: ['canEdit'],
    reason: true,
  },
  { verb: 'release', from: 'Under Process', to: sentToKitchen, parties: ['kitchen'], flags: ['canEdit'] },
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
  { verb: 'reopen', from: 'Rejected', to: 'Draft', parties: ['branch'], flags: createOrEdit },
];

/** The fields of an order that determine its possible transitions, with saved quantities and reasons. */
export interface OrderLifecycleInput extends OrderPartyFields {
  status: OrderStatus;
  transitionReason: string | null;
  lines: readonly OrderLifecycleLine[];
  /** Shown in errors; absent if the name isn't needed. */
  branchName?: string;
}

/** The lifecycle of orders; requests specify the target status. */
export const orderLifecycle = defineLifecycle<OrderLifecycleInput, OrderStatus, OrderVerb, OrderParty>({
  statuses: orderStatuses,
  transitions,
  forwardVerbs: ['submit', 'send', 'accept', 'ship', 'receive'],
  // Fair shares are approved in these statuses, and are recorded in the history.
  statusesWithEditHistory: [sentToKitchen, 'Under Process'],
  getParties: (order, actor) => getOrderParties(actor, order),
  guard: (order, verb) => findLineStateRefusal(verb, order.lines, order.branchName ?? ''),
  check: (order, verb) => findTransitionErrors(verb, order.lines),
  refusals: {
    readOnly: refusal('orders-read-only'),
    noTransition: (order, to) => refusal('order-transition-not-allowed', { status: order.status, next: to }),
    noFlag: (verb) => refusal('order-no-flag', { verb }),
    notTheirs: (verb) => refusal('order-not-yours', { verb }),
    noReason: (verb) => refusal('order-reason', { verb }),
  },
});

export const { transitions: orderTransitions, decideTransition, listAvailableTransitions } = orderLifecycle;

/**
 * Fields of the order and of its lines that a transition resets. Every transition resets `transitionReason`.
 */
export interface ClearedFields {
  order: readonly ('transitionReason' | 'deliveryNoteNo')[];
  lines: readonly (FulfilmentQuantity | 'temperature')[];
}

const reviewQuantities = ['approvedQty', 'pickedQty', 'shippedQty'] as const;

const clearedFieldsByVerb: Partial<Record<OrderVerb, ClearedFields>> = {
  recall: { order: ['transitionReason'], lines: reviewQuantities },
  'send back': { order: ['transitionReason'], lines: reviewQuantities },
  reopen: { order: ['transitionReason'], lines: reviewQuantities },
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
export function getClearedFields(move: OrderTransition): ClearedFields {
  return clearedFieldsByVerb[move.verb] ?? { order: ['transitionReason'], lines: [] };
}
