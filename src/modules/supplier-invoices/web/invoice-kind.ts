import type { SupplierInvoice } from '../shapes.ts';
import { canWrite } from '#core/permissions.ts';
import { invoiceLifecycle } from '../lifecycle.ts';
import { invoiceStatuses } from '../invoices.ts';
import type { DocumentKind, OfferedTransition } from '#platform/documents/web/document-kind.ts';
import { invoiceMessages } from './messages.ts';

/**
 * Supplier invoices as a document kind. Posting an invoice that differs from its receipts requires a reason.
 */
export const invoiceKind: DocumentKind<SupplierInvoice, OfferedTransition> = {
  keyOf: ({ _id }) => `supplier-invoices/${_id}`,
  numberOf: ({ number }) => number,
  movesFor({ status, place, matchState, match }, actor) {
    const knownStatus = invoiceStatuses.find((each) => each === status);
    if (knownStatus === undefined) return [];
    const differs = matchState !== 'matched' || match.some(({ state }) => state !== 'matched');
    return invoiceLifecycle
      .availableTransitions({ status: knownStatus, place }, actor)
      .filter(({ flags }) => flags.some((flag) => canWrite(actor, 'supplier-invoices', flag)))
      .map((move) => (move.verb === 'post' ? { ...move, reason: differs } : move));
  },
  primary: new Set(['post']),
  asked: new Set(['post', 'take back']),
  destructive: new Set(['take back']),
  reasonUses: { 'take back': 'forCorrection', post: 'forDifference' },
  words: invoiceMessages,
};
