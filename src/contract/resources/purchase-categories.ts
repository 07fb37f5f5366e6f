import { field } from './fields.ts';
import { defineResource, type RowOf } from './kit.ts';

export const purchaseCategories = defineResource({
  collection: 'purchase-categories',
  path: '/purchase-categories',
  table: 'purchaseCategories',
  labels: { one: 'Procurement category', many: 'Procurement categories' },
  fields: {
    approver: field.reference('Approver', 'users').optional(),
    leadTimeDays: field.integer('Lead time, days', { max: 365 }).optional(),
  },
  unique: [['name']],
  columns: ['name', 'approver', 'leadTimeDays'],
  importColumns: ['name', 'nameAlt', 'leadTimeDays'],
  sort: 'name',
});

export type PurchaseCategory = RowOf<typeof purchaseCategories>;
