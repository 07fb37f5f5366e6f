import { costClasses } from '#modules/food-cost/cost-classes.ts';
import { defaultServiceLevel } from '#modules/demand/service-level.ts';
import { field } from '#platform/collections/fields.ts';
import { defineResource, type ResourceWireRow } from '#platform/collections/define-resource.ts';

export const itemCategories = defineResource({
  collection: 'item-categories',
  path: '/item-categories',
  aliases: ['/categories'],
  table: 'itemCategories',
  labels: { one: 'Item category', many: 'Item categories' },
  fields: {
    code: field.code('Code').optional(),
    costClass: field
      .choice('Cost class', costClasses, {
        initial: 'food',
        hint: 'Food cost includes food and drink. Packaging and other supplies are reported separately.',
      })
      .filled(),
    sortOrder: field.integer('Sort order', { initial: 0 }).filled(),
    serviceLevel: field
      .percent('Service level (%)', {
        max: 99.9,
        initial: defaultServiceLevel,
        hint: 'Share of days with enough stock: 95 means out of stock about 1 day in 20, 98 about 1 day in 50.',
      })
      .filled(),
  },
  unique: [['name']],
  columns: ['name', 'code', 'costClass', 'serviceLevel', 'sortOrder'],
  importColumns: ['name', 'nameAlt', 'code', 'costClass', 'serviceLevel', 'sortOrder'],
  sort: 'name',
});

export type ItemCategory = ResourceWireRow<typeof itemCategories>;
