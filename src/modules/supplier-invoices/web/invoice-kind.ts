import type { SupplierInvoice } from '../shapes.ts';
import { invoiceLifecycle } from '../lifecycle.ts';
import {
  type DocumentKind,
  documentKind,
  type OfferedTransition,
} from '#platform/documents/web/document-kind.ts';
import { invoiceMessages } from './messages.ts';

const kind: DocumentKind<SupplierInvoice, OfferedTransition> = documentKind({
  collection: 'supplier-invoices',
  lifecycle: invoiceLifecycle,
  requiresConfirmation: ['post', 'reverse'],
  destructive: ['reverse'],
  reasonUses: { reverse: 'forCorrection', post: 'forDifference' },
  labels: invoiceMessages,
});

/**
 * Supplier invoices as a document kind. Posting an invoice that differs from its receipts requires a reason.
 */
export const invoiceKind: typeof kind = {
  ...kind,
  getAvailableTransitions(invoice, actor) {
    const { matchState, match } = invoice;
    const hasDifference = matchState !== 'matched' || match.some(({ state }) => state !== 'matched');
    return kind
      .getAvailableTransitions(invoice, actor)
      .map((move) => (move.verb === 'post' ? { ...move, reason: hasDifference } : move));
  },
};
