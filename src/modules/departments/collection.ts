import { field } from '#platform/collections/fields.ts';
import { defineResource, type ResourceWireRow } from '#platform/collections/define-resource.ts';

export const departments = defineResource({
  collection: 'departments',
  path: '/departments',
  table: 'departments',
  labels: { one: 'Department', many: 'Departments' },
  fields: { code: field.code('Code').optional() },
  unique: [['name']],
  columns: ['name', 'code'],
  importColumns: ['name', 'nameAlt', 'code'],
  sort: 'name',
});

export type Department = ResourceWireRow<typeof departments>;
