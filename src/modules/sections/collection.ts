import { field } from '#platform/collections/fields.ts';
import { defineResource, type ResourceWireRow } from '#platform/collections/define-resource.ts';

export const sectionTypes = ['storage', 'production', 'dispatch'] as const;
export const temperatures = ['ambient', 'chilled', 'frozen'] as const;

/** Areas where items are stored or prepared; lists follow their order. */
export const sections = defineResource({
  collection: 'sections',
  path: '/sections',
  table: 'sections',
  labels: { one: 'Section', many: 'Sections' },
  fields: {
    code: field.code('Code').required(),
    branchId: field
      .reference('Branch', 'branch', { hint: 'Leave blank if the section exists at every branch.' })
      .optional(),
    type: field.choice('Type', sectionTypes, { initial: 'storage' }).filled(),
    temperature: field.choice('Temperature', temperatures, { initial: 'ambient' }).filled(),
    sortOrder: field.integer('Walking order', { initial: 0 }).filled(),
  },
  unique: [['code']],
  columns: ['name', 'code', 'branchId', 'type', 'temperature', 'sortOrder'],
  importColumns: ['code', 'name', 'nameAlt', 'type', 'temperature', 'sortOrder'],
  sort: 'sortOrder',
});

export type Section = ResourceWireRow<typeof sections>;
