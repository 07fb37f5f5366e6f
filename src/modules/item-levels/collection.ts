import type { SchemaParts } from '#platform/collections/schema-parts.ts';
import { findLevelOutOfOrder, findWeekdayParError } from '#modules/demand/levels.ts';
import { field } from '#platform/collections/fields.ts';
import { defineResource, type ResourceWireRow } from '#platform/collections/define-resource.ts';

/** Par levels by day of the week ("1" is Monday) that differ from the default. */
const weekdayPar = ({ z, quantity }: SchemaParts) =>
  z.partialRecord(z.enum(['1', '2', '3', '4', '5', '6', '7']), quantity);

/** Basis of suggested orders. */
const orderRules = ['demand', 'par'] as const;

/** Stock levels of an item at a branch, in the item's base unit. */
export const itemLevels = defineResource({
  collection: 'item-levels',
  path: '/item-levels',
  table: 'itemLevels',
  labels: { one: 'Item level', many: 'Item levels' },
  isNamed: false,
  fields: {
    itemId: field.reference('Item', 'items').required(),
    branchId: field.reference('Branch', 'branch').required(),
    min: field.quantity('Minimum').optional(),
    par: field.quantity('Par', { hint: 'Suggested orders top up stock to this quantity.' }).optional(),
    max: field.quantity('Maximum').optional(),
    safetyStock: field.quantity('Safety stock').optional(),
    binSortOrder: field.integer('Walking order').optional(),
    weekdayPar: field.json('Par by weekday', weekdayPar, { cell: 'byWeekday', initial: {} }).filled(),
    orderRule: field
      .choice('Suggested by', orderRules, {
        initial: 'demand',
        hint: 'Suggest quantities to cover expected demand, or to reach par.',
      })
      .filled(),
  },
  unique: [['branchId', 'itemId']],
  columns: ['itemId', 'branchId', 'min', 'par', 'max'],
  importColumns: ['itemId', 'branchId', 'min', 'par', 'max', 'safetyStock', 'binSortOrder', 'orderRule'],
  sort: 'binSortOrder',
  check(row) {
    const violation = findLevelOutOfOrder(row);
    if (violation)
      return { [violation.field]: 'The minimum can’t be above par, and par can’t be above the maximum.' };
    const weekdayPars = row['weekdayPar'] as Readonly<Record<string, number>> | undefined;
    if (!findWeekdayParError(row, weekdayPars ?? {})) return null;
    return { weekdayPar: 'A weekday’s par must be between the minimum and the maximum.' };
  },
});

export type ItemLevel = Omit<ResourceWireRow<typeof itemLevels>, 'name' | 'nameAlt'>;
