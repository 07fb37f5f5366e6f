import type { Transfer } from '../shapes.ts';
import type { Transition } from '#platform/documents/lifecycle.ts';
import { canWrite } from '#core/permissions.ts';
import { transferKinds, type TransferStatus, transferStatuses } from '../kinds.ts';
import { transferLifecycle, type TransferPart, type TransferVerb } from '../lifecycle.ts';
import type { DocumentKind } from '#platform/documents/web/document-kind.ts';
import { transferMessages } from './messages.ts';

export type TransferTransition = Transition<TransferStatus, TransferVerb, TransferPart>;

/** Actions on transfers and returns. */
export const transferKind: DocumentKind<Transfer, TransferTransition> = {
  keyOf: ({ _id }) => `transfers/${_id}`,
  numberOf: ({ number }) => number,
  movesFor(transfer, actor) {
    const status = transferStatuses.find((each) => each === transfer.status);
    const kind = transferKinds.find((each) => each === transfer.kind);
    if (status === undefined || kind === undefined) return [];
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
    const moves = transferLifecycle.availableTransitions({ status, kind, from, to, sentBy, lines }, actor);
    return moves.filter(({ flags }) => flags.some((flag) => canWrite(actor, 'transfers', flag)));
  },
  primary: new Set(['send', 'receive']),
  asked: new Set(['send', 'take back', 'reopen', 'cancel']),
  destructive: new Set(['take back', 'cancel']),
  words: transferMessages,
};

/** A return to a supplier ends with a credit note, whose amount the user enters. */
export const supplierReturnKind: typeof transferKind = {
  ...transferKind,
  asked: new Set([...transferKind.asked, 'receive']),
};
