import { z } from 'zod';
import { levelAtFault } from '#domain/planning/levels.ts';
import { id } from '../common.ts';
import { quantity } from '../numbers.ts';
import { field } from './fields.ts';
import { defineResource, type RowOf } from './kit.ts';

/** Par on single weekdays ("1" is Monday) where it differs from the usual one. */
const weekdayPar = z.partialRecord(z.enum(['1', '2', '3', '4', '5', '6', '7']), quantity);

/** How much of an item a branch wants to have, in the item's base unit. */
export const itemLevels = defineResource({
  collection: 'item-levels',
  path: '/item-levels',
  table: 'itemLevels',
  labels: { one: 'Item level', many: 'Item levels' },
  isNamed: false,
  fields: {
    itemId: field.reference('Item', 'items').required(),
    branchId: field.reference('Branch', 'branch').required(),
    min: field.quantity('Least').optional(),
    par: field.quantity('Par', { hint: 'What orders fill up to.' }).optional(),
    max: field.quantity('Most').optional(),
    safetyStock: field.quantity('Safety stock').optional(),
    binSortOrder: field.integer('Walking order').optional(),
    weekdayPar: field.json('Par by weekday', weekdayPar, { initial: {} }).filled(),
  },
  unique: [['branchId', 'itemId']],
  columns: ['itemId', 'branchId', 'min', 'par', 'max'],
  importColumns: ['itemId', 'branchId', 'min', 'par', 'max', 'safetyStock', 'binSortOrder'],
  sort: 'binSortOrder',
  check(row) {
    const fault = levelAtFault(row);
    return fault ? { [fault.field]: 'Least, par and most must rise.' } : null;
  },
});

export type ItemLevel = Omit<RowOf<typeof itemLevels>, 'name' | 'nameAlt'>;

const { min, par, max, safetyStock, binSortOrder } = itemLevels.fields;

/** The levels of one item among many that are saved together; what is left out stays. */
const levelChange = z.strictObject({
  itemId: id,
  /** The version that is changed; 0: there is none yet. Left out: whatever there is. */
  version: z.int().min(0).optional(),
  min: min.schema.optional(),
  par: par.schema.optional(),
  max: max.schema.optional(),
  safetyStock: safetyStock.schema.optional(),
  binSortOrder: binSortOrder.schema.optional(),
  weekdayPar: weekdayPar.optional(),
});

/** Levels of many items at one branch, saved all or not at all. */
export const levelsChange = z.strictObject({
  branchId: id,
  rows: z.array(levelChange).min(1, 'At least one').max(10_000, 'At most 10,000 at once'),
});

export type LevelChange = z.input<typeof levelChange>;
export type LevelsChange = z.output<typeof levelsChange>;

export const levelsSaved = z.object({ saved: z.number() });

/** What a branch uses of an item on a day, by what it ordered; in the item's base unit. */
export const itemUse = z.object({ itemId: z.string(), perDay: z.number() });
export type ItemUse = z.infer<typeof itemUse>;

export const itemUseQuery = z.object({
  branchId: id,
  /** How many days back, to yesterday. */
  days: z.coerce.number().int().min(1).max(366).default(28),
});
