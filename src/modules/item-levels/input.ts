import { z } from 'zod';
import { id } from '#platform/shapes/common.ts';
import { itemLevels } from './collection.ts';
import { getSchema } from '#platform/collections/schemas.ts';

const { min, par, max, safetyStock, binSortOrder, weekdayPar } = itemLevels.fields;

/** Levels of one item in a bulk save; omitted fields stay unchanged. */
const levelChange = z.strictObject({
  itemId: id,
  /** Version that the change is based on; 0 if the levels are new. Omit to overwrite any version. */
  version: z.int().min(0).optional(),
  min: getSchema(min).optional(),
  par: getSchema(par).optional(),
  max: getSchema(max).optional(),
  safetyStock: getSchema(safetyStock).optional(),
  binSortOrder: getSchema(binSortOrder).optional(),
  weekdayPar: getSchema(weekdayPar).optional(),
});

/** Levels of many items at one branch, saved all or nothing. */
export const levelsChange = z.strictObject({
  branchId: id,
  rows: z.array(levelChange).min(1, 'At least one').max(10_000, 'At most 10,000 at once'),
});

export type LevelChange = z.input<typeof levelChange>;
export type LevelsChange = z.output<typeof levelsChange>;

export const itemUseQueryParams = z.object({
  branchId: id,
  /** Number of days, ending yesterday. */
  days: z.coerce.number().int().min(1).max(366).default(28),
});
