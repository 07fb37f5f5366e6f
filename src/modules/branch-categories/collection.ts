import { field } from '#platform/collections/fields.ts';
import { defineResource, type ResourceWireRow } from '#platform/collections/define-resource.ts';

export const branchCategories = defineResource({
  collection: 'branch-categories',
  path: '/branch-categories',
  table: 'branchCategories',
  labels: { one: 'Branch category', many: 'Branch categories' },
  fields: {
    priority: field
      .integer('Priority', {
        max: 1000,
        initial: 0,
        hint: 'When stock is short, branches with a lower number are supplied first.',
      })
      .filled(),
  },
  unique: [['name']],
  columns: ['name', 'priority'],
  importColumns: ['name', 'nameAlt', 'priority'],
  sort: 'priority',
});

export type BranchCategory = ResourceWireRow<typeof branchCategories>;
