import type { SchemaParts } from '#platform/collections/schema-parts.ts';
import { decimal, field } from '#platform/collections/fields.ts';
import { defineResource, type ResourceWireRow } from '#platform/collections/define-resource.ts';

/** Starting on `date`, one unit of this currency equals `rate` units of the base currency. */
const currencyRate = (parts: SchemaParts) =>
  parts.z.strictObject({
    date: parts.calendarDate,
    rate: decimal(1_000_000_000, 10)(parts).refine((rate) => rate > 0, 'Must be more than 0'),
  });

const currencyRates = (parts: SchemaParts) =>
  parts.z
    .array(currencyRate(parts))
    .max(5000)
    .refine((rates) => new Set(rates.map(({ date }) => date)).size === rates.length, {
      error: 'Enter each day only once',
      params: { message: 'uniqueDates' },
    });

export const currencies = defineResource({
  collection: 'currencies',
  path: '/currencies',
  table: 'currencies',
  labels: { one: 'Currency', many: 'Currencies' },
  fields: {
    code: {
      ...field.code('ISO code').required(),
      schema: ({ z }: SchemaParts) => z.string().regex(/^[A-Z]{3}$/, 'Enter three capital letters, like EUR'),
    },
    symbol: field.code('Symbol', { most: 8 }).required(),
    minorUnits: field.integer('Decimals', { max: 4, initial: 2 }).filled(),
    isBase: field.boolean('Base currency').filled(),
    rates: field.json('Rates', currencyRates, { cell: 'rates', initial: [] }).filled(),
  },
  unique: [['code']],
  columns: ['name', 'code', 'symbol', 'isBase'],
  importColumns: ['code', 'name', 'nameAlt', 'symbol', 'minorUnits'],
  sort: 'code',
});

export type Currency = ResourceWireRow<typeof currencies>;
