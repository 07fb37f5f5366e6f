import { defineLifecycle } from '#platform/documents/lifecycle.ts';
import { defineDelete, defineEdits } from '#platform/documents/edits.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { type InvoiceStatus, invoiceStatuses } from './invoices.ts';

/** The fields of an invoice that determine its transitions. */
export interface InvoiceLifecycleInput {
  status: InvoiceStatus;
  /** The branch or kitchen that made the purchase. */
  place: string;
  transitionReason?: string | null;
}

export type InvoiceVerb = 'post' | 'reverse';
/** The lifecycle of supplier invoices and credit notes. */
export const invoiceLifecycle = defineLifecycle<InvoiceLifecycleInput, InvoiceStatus, InvoiceVerb>({
  statuses: invoiceStatuses,
  location: 'place',
  transitions: [
    { verb: 'post', from: 'Draft', to: 'Posted', flags: ['canEdit'] },
    { verb: 'reverse', from: 'Posted', to: 'Reversed', flags: ['canEdit'], reason: true, undoes: true },
  ],
  forwardVerbs: ['post'],
  statusesWithEditHistory: ['Posted'],
});

/** A posted invoice can't be corrected; it must be reversed and entered again. */
export const decideInvoiceEdit = defineEdits(invoiceLifecycle, {
  rules: [
    {
      in: ['Draft'],
      flags: ['canCreate', 'canEdit'],
      header: ['number', 'date', 'freight', 'tax', 'total', 'notes', 'transitionReason'],
      lines: ['line'],
    },
    { in: ['Posted'], flags: ['canEdit'], header: ['notes', 'transitionReason'] },
    { in: ['Reversed'], flags: ['canEdit'], header: ['notes'] },
  ],
  locked: (status) => refusal('invoice-locked', { status }),
  getLineFields: () => ['line'],
});

/** Only drafts can be deleted. */
export const decideInvoiceDelete = defineDelete(invoiceLifecycle, {
  in: 'Draft',
  locked: (status) => refusal('invoice-drafts-only', { status }),
});
