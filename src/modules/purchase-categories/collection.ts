import { field } from '#platform/collections/fields.ts';
import { defineResource, type ResourceWireRow } from '#platform/collections/define-resource.ts';

export const purchaseCategories = defineResource({
  collection: 'purchase-categories',
  path: '/purchase-categories',
  table: 'purchaseCategories',
  labels: { one: 'Procurement category', many: 'Procurement categories' },
  fields: {
    approver: field.reference('Approver', 'users').optional(),
    approvalLimit: field
      .money('Approval limit', 'open', {
        hint: 'Purchase orders above this value need the approver’s approval. Leave blank for no limit.',
      })
      .optional(),
    leadTimeDays: field.integer('Lead time (days)', { max: 365 }).optional(),
  },
  unique: [['name']],
  columns: ['name', 'approver', 'approvalLimit', 'leadTimeDays'],
  importColumns: ['name', 'nameAlt', 'leadTimeDays'],
  sort: 'name',
});

export type PurchaseCategory = ResourceWireRow<typeof purchaseCategories>;
