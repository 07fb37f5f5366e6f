import { defineLifecycle } from '#platform/documents/lifecycle.ts';
import {
  decideEditByRules,
  type DocumentEdit,
  type EditDecision,
  type EditRule,
} from '#platform/documents/edits.ts';
import { type Actor, hasFlag, canActAt } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { type InvoiceStatus, invoiceStatuses } from './invoices.ts';

/** The fields of an invoice that decide its transitions. */
export interface InvoiceLifecycleInput {
  status: InvoiceStatus;
  /** The branch or kitchen that bought. */
  place: string;
  transitionReason?: string | null;
}

export type InvoiceVerb = 'post' | 'take back';
type Part = 'place';

const partsOf = ({ place }: InvoiceLifecycleInput, actor: Actor): Set<Part> =>
  new Set(canActAt(actor, place) ? ['place' as const] : []);

/** The lifecycle of supplier invoices and credit notes. */
export const invoiceLifecycle = defineLifecycle<InvoiceLifecycleInput, InvoiceStatus, InvoiceVerb, Part>({
  statuses: invoiceStatuses,
  moves: [
    { verb: 'post', from: 'Draft', to: 'Posted', who: ['place'], flags: ['canEdit'] },
    {
      verb: 'take back',
      from: 'Posted',
      to: 'Reversed',
      who: ['place'],
      flags: ['canEdit'],
      reason: true,
      undoes: true,
    },
  ],
  onward: ['post'],
  edited: ['Posted'],
  parts: partsOf,
});

/** A posted invoice is fixed: it is reversed and entered again. */
const editRows: readonly EditRule<InvoiceStatus, Part>[] = [
  {
    in: ['Draft'],
    who: ['place'],
    flags: ['canCreate', 'canEdit'],
    header: ['number', 'date', 'freight', 'tax', 'total', 'notes', 'transitionReason'],
    lines: ['line'],
  },
  { in: ['Posted'], who: ['place'], flags: ['canEdit'], header: ['notes', 'transitionReason'] },
  { in: ['Reversed'], who: ['place'], flags: ['canEdit'], header: ['notes'] },
];

/** Decides an edit of an invoice by the fields its body names; see `decideEditByRules`. */
export const decideInvoiceEdit = (
  invoice: InvoiceLifecycleInput,
  actor: Actor,
  edit: DocumentEdit,
): EditDecision =>
  decideEditByRules(
    editRows,
    invoice.status,
    { actor, parts: partsOf(invoice, actor) },
    edit,
    { fixed: (status) => refusal('invoice-fixed', { status }) },
    () => ['line'],
  );

/** Only drafts can be deleted, by users of the location with canDelete. */
export function decideInvoiceDelete(invoice: InvoiceLifecycleInput, actor: Actor): EditDecision {
  if (!hasFlag(actor, 'canDelete')) return { ok: false, code: 'FORBIDDEN', why: refusal('order-no-change') };
  if (invoice.status !== 'Draft')
    return {
      ok: false,
      code: 'ILLEGAL_TRANSITION',
      why: refusal('invoice-drafts-only', { status: invoice.status }),
    };
  return partsOf(invoice, actor).has('place')
    ? { ok: true }
    : { ok: false, code: 'FORBIDDEN', why: refusal('document-not-yours') };
}
