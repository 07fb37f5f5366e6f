import { field } from '#platform/collections/fields.ts';
import { defineResource, type ResourceWireRow } from '#platform/collections/define-resource.ts';

export const brands = defineResource({
  collection: 'brands',
  path: '/brands',
  table: 'brands',
  labels: { one: 'Brand', many: 'Brands' },
  fields: {
    code: field.code('Code').optional(),
    logo: field.picture('Logo').optional(),
  },
  unique: [['name']],
  columns: ['name', 'code'],
  importColumns: ['name', 'nameAlt', 'code'],
  sort: 'name',
});

export type Brand = ResourceWireRow<typeof brands>;
