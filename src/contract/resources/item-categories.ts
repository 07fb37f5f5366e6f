import { field } from './fields.ts';
import { defineResource, type RowOf } from './kit.ts';

export const itemCategories = defineResource({
  collection: 'item-categories',
  path: '/item-categories',
  aliases: ['/categories'],
  table: 'itemCategories',
  labels: { one: 'Item category', many: 'Item categories' },
  fields: {
    code: field.code('Code').optional(),
    sortOrder: field.integer('Order in lists', { initial: 0 }).filled(),
  },
  unique: [['name']],
  columns: ['name', 'code', 'sortOrder'],
  importColumns: ['name', 'nameAlt', 'code', 'sortOrder'],
  sort: 'name',
});

export type ItemCategory = RowOf<typeof itemCategories>;
