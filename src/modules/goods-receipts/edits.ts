import {
  decideEditByRules,
  type DocumentEdit,
  type EditDecision,
  type EditRule,
} from '#platform/documents/edits.ts';
import { type Actor, canActAt } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { ReceiptLifecycleInput } from './lifecycle.ts';
import type { ReceiptStatus } from './receipt-lines.ts';

/**
 * Received goods aren't edited: they are reversed and received again. Only additional information can be
 * edited.
 */
const editRows: readonly EditRule<ReceiptStatus, 'place'>[] = [
  { in: ['Posted'], who: ['place'], flags: ['canCreate', 'canEdit'], header: ['notes', 'supplierRef'] },
  { in: ['Reversed'], who: ['place'], flags: ['canEdit'], header: ['notes'] },
];

/** Decides an edit of a goods receipt by the fields its body names; see `decideEditByRules`. */
export const decideReceiptEdit = (
  receipt: ReceiptLifecycleInput,
  actor: Actor,
  edit: DocumentEdit,
): EditDecision =>
  decideEditByRules(
    editRows,
    receipt.status,
    { actor, parts: new Set(canActAt(actor, receipt.place) ? ['place' as const] : []) },
    edit,
    { fixed: (status) => refusal('purchase-fixed', { status }) },
  );
