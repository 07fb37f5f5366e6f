import { field } from './fields.ts';
import { defineResource, type RowOf } from './kit.ts';

export const taxes = defineResource({
  collection: 'taxes',
  path: '/taxes',
  table: 'taxes',
  labels: { one: 'Tax', many: 'Taxes' },
  fields: {
    rate: field.percent('Rate, %').required(),
    inclusive: field.boolean('Prices include it').filled(),
    validFrom: field.date('Valid from').optional(),
  },
  unique: [['name']],
  columns: ['name', 'rate', 'inclusive', 'validFrom'],
  importColumns: ['name', 'nameAlt', 'rate', 'inclusive', 'validFrom'],
  sort: 'name',
});

export type Tax = RowOf<typeof taxes>;
