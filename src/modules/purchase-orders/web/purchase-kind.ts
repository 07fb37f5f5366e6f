import type { PurchaseOrder } from '../shapes.ts';
import { purchaseLifecycle } from '../lifecycle.ts';
import { receivedStatuses } from '../purchase-status.ts';
import { documentKind } from '#platform/documents/web/document-kind.ts';
import { purchaseMessages } from './messages.ts';

export type PurchaseTransition = (typeof purchaseLifecycle.transitions)[number];

/** Actions on purchase orders. */
export const purchaseKind = documentKind({
  collection: 'purchase-orders',
  lifecycle: purchaseLifecycle,
  toLifecycleInput({ place, approvers, receivedStatus }: PurchaseOrder, status) {
    const received = receivedStatuses.find((candidate) => candidate === receivedStatus) ?? 'Not Received';
    return { status, place, approvers, receivedStatus: received };
  },
  primary: ['send', 'submit for approval', 'approve', 'close'],
  requiresConfirmation: ['send', 'submit for approval', 'send back', 'close', 'close short', 'cancel'],
  destructive: ['cancel', 'close short'],
  // Closing short has no reason list: the reason codes for picking describe the business's own stock, not
  // failures of the supplier.
  reasonUses: { 'send back': 'forApproval', 'close short': null, 'close line': null },
  labels: purchaseMessages,
});
