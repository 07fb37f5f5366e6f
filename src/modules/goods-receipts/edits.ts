import { defineEdits } from '#platform/documents/edits.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { receiptLifecycle } from './lifecycle.ts';

/**
 * Received goods aren't edited: they are reversed and received again. Only additional information can be
 * edited.
 */
export const decideReceiptEdit = defineEdits(receiptLifecycle, {
  rules: [
    { in: ['Posted'], flags: ['canCreate', 'canEdit'], header: ['notes', 'supplierRef'] },
    { in: ['Reversed'], flags: ['canEdit'], header: ['notes'] },
  ],
  locked: (status) => refusal('purchase-locked', { status }),
});
