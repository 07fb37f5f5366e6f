import { decideByRows, type DocumentEdit, type EditDecision, type EditRow } from '../documents/edits.ts';
import { type Actor, worksAt } from '../permissions.ts';
import { refusal } from '../refusals/refusal.ts';
import type { MovableReceipt } from './receipt-lifecycle.ts';
import type { ReceiptStatus } from './receipts.ts';

/** What came is not edited: it is taken back and received again. What is said beside it is. */
const editRows: readonly EditRow<ReceiptStatus, 'place'>[] = [
  {
    in: ['Posted'],
    who: ['place'],
    flags: ['canCreate', 'canEdit'],
    head: ['notes', 'supplierRef'],
    lines: [],
  },
  { in: ['Reversed'], who: ['place'], flags: ['canEdit'], head: ['notes'], lines: [] },
];

/** Decides an edit of a goods receipt by the fields its body names; see `decideByRows`. */
export const decideReceiptEdit = (receipt: MovableReceipt, actor: Actor, edit: DocumentEdit): EditDecision =>
  decideByRows(
    editRows,
    receipt.status,
    { actor, parts: new Set(worksAt(actor, receipt.place) ? ['place' as const] : []) },
    edit,
    {
      readOnly: refusal('document-read-only'),
      fixed: (status) => refusal('purchase-fixed', { status }),
      others: () => refusal('document-not-yours'),
    },
  );
