import { field } from '#platform/collections/fields.ts';
import { defineResource, type ResourceWireRow } from '#platform/collections/define-resource.ts';

export const dimensions = ['mass', 'volume', 'count', 'length'] as const;

/**
 * One unit equals factorNum / factorDen of its dimension's base unit (gram, millilitre, piece, millimetre).
 */
export const units = defineResource({
  collection: 'units',
  path: '/units',
  table: 'units',
  labels: { one: 'Unit', many: 'Units' },
  fields: {
    symbol: field.code('Symbol', { most: 12 }).required(),
    dimension: field.choice('Dimension', dimensions).required(),
    factorNum: field
      .integer('Factor', {
        min: 1,
        max: 1_000_000_000,
        initial: 1,
        hint: 'How many base units equal one of this unit, e.g. 1,000 for a kilogram.',
      })
      .filled(),
    factorDen: field.integer('Divide by', { min: 1, max: 1_000_000_000, initial: 1 }).filled(),
    decimals: field.integer('Decimals', { max: 6, initial: 3 }).filled(),
    wholeOnly: field.boolean('Whole numbers only').filled(),
  },
  unique: [['symbol']],
  columns: ['name', 'symbol', 'dimension', 'factorNum', 'factorDen', 'decimals'],
  importColumns: ['symbol', 'name', 'nameAlt', 'dimension', 'factorNum', 'factorDen', 'decimals'],
  sort: 'name',
});

export type Unit = ResourceWireRow<typeof units>;
