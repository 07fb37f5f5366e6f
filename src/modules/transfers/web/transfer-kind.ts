import type { Transfer } from '../shapes.ts';
import { transferKinds } from '../kinds.ts';
import { transferLifecycle } from '../lifecycle.ts';
import { documentKind } from '#platform/documents/web/document-kind.ts';
import { transferMessages } from './messages.ts';

export type TransferTransition = (typeof transferLifecycle.transitions)[number];

/** Actions on transfers and returns. */
export const transferKind = documentKind({
  collection: 'transfers',
  lifecycle: transferLifecycle,
  toLifecycleInput(transfer: Transfer, status) {
    const kind = transferKinds.find((candidate) => candidate === transfer.kind);
    if (kind === undefined) return null;
    const { from, to, sentBy } = transfer;
    // The rules only check whether received quantities were entered, so units don't matter.
    const lines = transfer.items.map(
      ({ receivedQty, damagedQty, shortQty, overQty, receivedReason, photo }) => ({
        receivedQtyMicro: receivedQty,
        damagedQtyMicro: damagedQty,
        shortQtyMicro: shortQty,
        overQtyMicro: overQty,
        receivedReason,
        photo,
      }),
    );
    return { status, kind, from, to, sentBy, lines };
  },
  requiresConfirmation: ['send', 'recall', 'reopen', 'cancel'],
  destructive: ['recall', 'cancel'],
  labels: transferMessages,
});

/** A return to a supplier ends with a credit note, whose amount the user enters. */
export const supplierReturnKind: typeof transferKind = {
  ...transferKind,
  requiresConfirmation: new Set([...transferKind.requiresConfirmation, 'receive']),
};
