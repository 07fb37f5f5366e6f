import type { GoodsReceipt } from '../shapes.ts';
import { canWrite } from '#core/permissions.ts';
import { receiptLifecycle } from '../lifecycle.ts';
import { receiptStatuses } from '../receipt-lines.ts';
import type { DocumentKind, OfferedTransition } from '#platform/documents/web/document-kind.ts';
import { receiptMessages } from './messages.ts';

/** Goods receipts as a document kind, with their transitions. */
export const receiptKind: DocumentKind<GoodsReceipt, OfferedTransition> = {
  keyOf: ({ _id }) => `goods-receipts/${_id}`,
  numberOf: ({ number }) => number,
  movesFor({ status, place }, actor) {
    const knownStatus = receiptStatuses.find((each) => each === status);
    if (knownStatus === undefined) return [];
    const moves = receiptLifecycle.availableTransitions({ status: knownStatus, place }, actor);
    return moves.filter(({ flags }) => flags.some((flag) => canWrite(actor, 'goods-receipts', flag)));
  },
  primary: new Set(),
  asked: new Set(['take back']),
  destructive: new Set(['take back']),
  reasonUses: { 'take back': 'forCorrection' },
  words: receiptMessages,
};
