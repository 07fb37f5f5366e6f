import { field } from './fields.ts';
import { defineResource, type RowOf } from './kit.ts';

export const brands = defineResource({
  collection: 'brands',
  path: '/brands',
  table: 'brands',
  labels: { one: 'Brand', many: 'Brands' },
  fields: {
    code: field.code('Code').optional(),
    logo: field.text('Logo', { most: 200, hint: 'A picture of the gallery.' }).optional(),
  },
  unique: [['name']],
  columns: ['name', 'code'],
  importColumns: ['name', 'nameAlt', 'code'],
  sort: 'name',
});

export type Brand = RowOf<typeof brands>;
