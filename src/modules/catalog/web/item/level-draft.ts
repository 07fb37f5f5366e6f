import type { StockLevels } from '#modules/demand/levels.ts';
import { readNumberValue, readRecord, readReference } from '#platform/shapes/tolerant.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';

/** Stock levels of the item at a branch, as edited in a row. */
export interface LevelDraft extends StockLevels {
  safetyStock: number | null;
  /** Par level by ISO weekday ("1" is Monday), for weekdays that differ. */
  weekdayPar: Readonly<Record<string, number>>;
}

export const levelDraftFields = ['min', 'par', 'max', 'safetyStock'] as const;

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

const noLevels: LevelDraft = { min: null, par: null, max: null, safetyStock: null, weekdayPar: {} };

/** Returns the saved levels of a branch; all empty if there are none. */
export function readLevelDraft(row: ResourceRow | undefined): LevelDraft {
  if (!row) return noLevels;
  const levels = levelDraftFields.map((field) => [field, readNumberValue(row.values[field])]);
  const weekdays = Object.entries(readRecord(row.values['weekdayPar'])).flatMap(([day, qty]) => {
    const par = readNumberValue(qty);
    return par === null ? [] : [[day, par] as const];
  });
  return { ...noLevels, ...Object.fromEntries(levels), weekdayPar: Object.fromEntries(weekdays) };
}

/**
 * Returns the levels of an item. Filters on the client because a server without filters returns all levels.
 */
export function filterLevelsByItem(itemId: string, rows: readonly ResourceRow[]): ResourceRow[] {
  return rows.filter(({ values }) => readReference(values['itemId'])?.id === itemId);
}

/** Returns the levels of an item by branch. */
export function groupLevelsByBranch(rows: readonly ResourceRow[]): Map<string, ResourceRow> {
  return new Map(
    rows.flatMap((row) => {
      const branch = readReference(row.values['branchId'])?.id;
      return branch ? [[branch, row] as const] : [];
    }),
  );
}
