import { field } from '#platform/collections/fields.ts';
import { defineResource, type ResourceWireRow } from '#platform/collections/define-resource.ts';

export const subCategories = defineResource({
  collection: 'sub-categories',
  path: '/sub-categories',
  table: 'subCategories',
  labels: { one: 'Sub-category', many: 'Sub-categories' },
  fields: {
    parent: field.reference('Item category', 'item-categories').required(),
    sortOrder: field.integer('Sort order', { initial: 0 }).filled(),
  },
  unique: [['parent', 'name']],
  columns: ['name', 'parent', 'sortOrder'],
  importColumns: ['name', 'nameAlt', 'parent', 'sortOrder'],
  sort: 'name',
});

export type SubCategory = ResourceWireRow<typeof subCategories>;
