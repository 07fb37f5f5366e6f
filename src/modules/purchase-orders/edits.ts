import {
  decideEditByRules,
  type DocumentEdit,
  type EditDecision,
  type EditRule,
} from '#platform/documents/edits.ts';
import { type Actor, hasFlag } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { type PurchaseLifecycleInput, getPurchaseParts, type PurchasePart } from './lifecycle.ts';
import type { PurchaseStatus } from './purchase-status.ts';

/**
 * Who may edit which fields in which statuses. Prices are fixed once the order is sent; afterwards only
 * outstanding quantities change.
 */
const editRows: readonly EditRule<PurchaseStatus, PurchasePart>[] = [
  {
    in: ['Draft'],
    who: ['buyer'],
    flags: ['canCreate', 'canEdit'],
    header: ['notes', 'expectedOn', 'freight'],
    lines: ['qty', 'unit', 'packagingId', 'price', 'note', 'addLine', 'removeLine'],
  },
  {
    in: ['Pending Approval'],
    who: ['buyer', 'approver'],
    flags: ['canCreate', 'canEdit'],
    header: ['transitionReason'],
  },
  {
    in: ['Sent'],
    who: ['buyer'],
    flags: ['canEdit'],
    header: ['notes', 'expectedOn', 'transitionReason'],
    lines: ['closed', 'reason', 'note'],
  },
  { in: ['Closed', 'Cancelled'], who: ['buyer'], flags: ['canEdit'], header: ['notes'] },
];

/** Decides an edit of a purchase order by the fields its body names; see `decideEditByRules`. */
export const decidePurchaseEdit = (
  order: PurchaseLifecycleInput,
  actor: Actor,
  edit: DocumentEdit,
): EditDecision =>
  decideEditByRules(editRows, order.status, { actor, parts: getPurchaseParts(order, actor) }, edit, {
    fixed: (status) => refusal('purchase-fixed', { status }),
  });

/** Only drafts can be deleted, by buyers with canDelete. */
export function decidePurchaseDelete(order: PurchaseLifecycleInput, actor: Actor): EditDecision {
  if (!hasFlag(actor, 'canDelete')) return { ok: false, code: 'FORBIDDEN', why: refusal('order-no-change') };
  if (order.status !== 'Draft')
    return {
      ok: false,
      code: 'ILLEGAL_TRANSITION',
      why: refusal('purchase-drafts-only', { status: order.status }),
    };
  return getPurchaseParts(order, actor).has('buyer')
    ? { ok: true }
    : { ok: false, code: 'FORBIDDEN', why: refusal('document-not-yours') };
}
