import type { PurchaseOrder } from '../shapes.ts';
import { canWrite } from '#core/permissions.ts';
import { type PurchaseLifecycleInput, purchaseLifecycle } from '../lifecycle.ts';
import { purchaseStatuses, receivedStatuses } from '../purchase-status.ts';
import type { DocumentKind, OfferedTransition } from '#platform/documents/web/document-kind.ts';
import { purchaseMessages } from './messages.ts';

/** Returns the order as input of the lifecycle rules; null for a status that they do not know. */
export function toMovablePurchase({
  status,
  receivedStatus,
  place,
  approvers,
}: PurchaseOrder): PurchaseLifecycleInput | null {
  const knownStatus = purchaseStatuses.find((each) => each === status);
  const received = receivedStatuses.find((each) => each === receivedStatus) ?? 'Not Received';
  return knownStatus === undefined
    ? null
    : { status: knownStatus, receivedStatus: received, place, approvers };
}

/** Actions on purchase orders. */
export const purchaseKind: DocumentKind<PurchaseOrder, OfferedTransition> = {
  keyOf: ({ _id }) => `purchase-orders/${_id}`,
  numberOf: ({ number }) => number,
  movesFor(order, actor) {
    const movable = toMovablePurchase(order);
    if (movable === null) return [];
    const moves = purchaseLifecycle.availableTransitions(movable, actor);
    return moves.filter(({ flags }) => flags.some((flag) => canWrite(actor, 'purchase-orders', flag)));
  },
  primary: new Set(['send', 'ask', 'approve', 'close']),
  asked: new Set(['send', 'ask', 'send back', 'close', 'close short', 'cancel']),
  destructive: new Set(['cancel', 'close short']),
  // Why a supplier doesn't deliver is entered: the reasons for picking are about the business's own stock.
  reasonUses: { 'send back': 'forApproval', 'close short': null, 'close line': null },
  words: purchaseMessages,
};
