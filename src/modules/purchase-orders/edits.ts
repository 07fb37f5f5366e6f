import { defineDelete, defineEdits } from '#platform/documents/edits.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { purchaseLifecycle } from './lifecycle.ts';

/** Prices can't change once the order is sent; after that, only outstanding quantities can. */
export const decidePurchaseEdit = defineEdits(purchaseLifecycle, {
  rules: [
    {
      in: ['Draft'],
      flags: ['canCreate', 'canEdit'],
      header: ['notes', 'expectedOn', 'freight'],
      lines: [
        'qty',
        'unit',
        'packagingId',
        'price',
        'listPrice',
        'discountPercent',
        'discount',
        'note',
        'addLine',
        'removeLine',
      ],
    },
    {
      in: ['Pending Approval'],
      parties: ['place', 'approver'],
      flags: ['canCreate', 'canEdit'],
      header: ['transitionReason'],
    },
    {
      in: ['Sent'],
      flags: ['canEdit'],
      header: ['notes', 'expectedOn', 'transitionReason'],
      lines: ['closed', 'reason', 'note'],
    },
    { in: ['Closed', 'Cancelled'], flags: ['canEdit'], header: ['notes'] },
  ],
  locked: (status) => refusal('purchase-locked', { status }),
});

/** Only drafts can be deleted. */
export const decidePurchaseDelete = defineDelete(purchaseLifecycle, {
  in: 'Draft',
  locked: (status) => refusal('purchase-drafts-only', { status }),
});
