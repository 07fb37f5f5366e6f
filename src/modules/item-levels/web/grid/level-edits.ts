import type { LevelChange } from '../../input.ts';
import { type JsonRecord, readNumberValue, readRecord } from '#platform/shapes/tolerant.ts';
import { findLevelOutOfOrder, type StockLevels, findWeekdayParError } from '#modules/demand/levels.ts';
import { isSameValue } from '#core/same-value.ts';
import type { LevelValues } from '../queries/branch-levels.ts';
import { defineDraft } from '#platform/web/drafts/drafts.ts';
import {
  resolveEdits,
  type Edits,
  type FieldValues,
  mergeEdits,
  type MergedEdits,
  updateEdits,
} from '#platform/web/drafts/edits.ts';
import type { LevelRow } from './level-rows.ts';

/** Unsaved edits by item, with the saved values they are based on. */
export type LevelEdits = Readonly<Record<string, Edits>>;

export const noLevelEdits: LevelEdits = {};
export const editableLevelFields = ['min', 'par', 'max', 'safetyStock'] as const;
export type LevelField = (typeof editableLevelFields)[number];

/** Unsaved edits per user and branch, stored on the device until they are saved or discarded. */
export const levelDrafts = defineDraft<LevelEdits>({
  name: 'level-edits',
  empty: () => noLevelEdits,
  isEmpty: (edits) => Object.keys(edits).length === 0,
  read: (stored) =>
    Object.fromEntries(
      Object.entries(stored).map(([itemId, value]) => [itemId, readEdits(readRecord(value))]),
    ),
});

/** Returns the saved values of the editable fields. */
function getSavedFields({
  saved: { min, par, max, safetyStock, weekdayPar },
}: LevelRow): LevelValues & FieldValues {
  return { min, par, max, safetyStock, weekdayPar };
}

/** Returns the edited values that differ from the saved ones. */
export function getPendingLevels(row: LevelRow, edits: Edits | undefined): Partial<LevelValues> {
  return edits ? mergeEdits(edits, getSavedFields(row), isSameValue).mine : noChanges;
}
const noChanges = {};

/** Returns the values shown in the cells: edited ones, else saved ones. */
export function getShownLevels(row: LevelRow, edits: Edits | undefined): LevelValues {
  return edits ? { ...row.saved, ...getPendingLevels(row, edits) } : row.saved;
}

/** Returns the edits with changed values of one item; values equal to the saved ones are not edits. */
export function withLevelValues(edits: LevelEdits, row: LevelRow, change: Partial<LevelValues>): LevelEdits {
  const before = edits[row.itemId];
  const unsaved = { ...getPendingLevels(row, before), ...change };
  return withItemEdits(edits, row, updateEdits(before ?? null, unsaved, getSavedFields(row), isSameValue));
}

/** Returns the edits after a conflict is resolved for some fields of an item. */
export function withConflictChoice(
  edits: LevelEdits,
  row: LevelRow,
  fields: readonly string[],
  choice: 'theirs' | 'mine',
): LevelEdits {
  const before = edits[row.itemId];
  return before
    ? withItemEdits(edits, row, resolveEdits(before, getSavedFields(row), fields, choice))
    : edits;
}

function withItemEdits(edits: LevelEdits, { itemId }: LevelRow, next: Edits): LevelEdits {
  const { [itemId]: _, ...others } = edits;
  return Object.keys(next.values).length === 0 ? others : { ...others, [itemId]: next };
}

/** The unsaved edits of an item with its current saved values and conflicts. */
export interface LevelConflict extends MergedEdits {
  row: LevelRow;
}

/** Returns the items with unsaved edits; items that no longer exist are omitted. */
export function listUnsavedLevels(edits: LevelEdits, rows: ReadonlyMap<string, LevelRow>): LevelConflict[] {
  return Object.entries(edits).flatMap(([itemId, itemEdits]) => {
    const row = rows.get(itemId);
    const merged = row && mergeEdits(itemEdits, getSavedFields(row), isSameValue);
    return merged && Object.keys(merged.mine).length > 0 ? [{ ...merged, row }] : [];
  });
}

/** An invalid cell and the level that it conflicts with. */
export interface LevelError {
  field: keyof StockLevels | 'weekdayPar';
  /** Weekday whose par is invalid; null for a level. */
  weekday: string | null;
  /** Level that the value conflicts with. */
  otherLevel: keyof StockLevels;
  value: number;
  isAbove: boolean;
}

/**
 * Returns the first violation of minimum ≤ par ≤ maximum, or null. It is attached to an edited cell if
 * possible.
 */
export function findLevelError(row: LevelRow, edits: Edits | undefined): LevelError | null {
  if (!edits) return null;
  const unsaved = getPendingLevels(row, edits);
  const values = { ...row.saved, ...unsaved };
  const outOfOrder = findLevelOutOfOrder(values);
  if (!outOfOrder) {
    const violation = findWeekdayParError(values, values.weekdayPar);
    if (!violation) return null;
    const { weekday, limit } = violation;
    return {
      field: 'weekdayPar',
      weekday,
      otherLevel: limit,
      value: values[limit] ?? 0,
      isAbove: limit === 'max',
    };
  }
  const { field, lowerLevel } = outOfOrder;
  const isAbove = lowerLevel in unsaved && !(field in unsaved);
  const [invalidField, otherLevel] = isAbove ? [lowerLevel, field] : [field, lowerLevel];
  return { field: invalidField, weekday: null, otherLevel, value: values[otherLevel] ?? 0, isAbove };
}

/** Returns the edits as request rows, each with the version it is based on. */
export function toLevelChanges(conflicts: readonly LevelConflict[]): LevelChange[] {
  return conflicts.map(({ row, mine }) => ({ itemId: row.itemId, version: row.version, ...mine }));
}

/** Returns request rows that restore the previous values. */
export function buildUndoChanges(conflicts: readonly LevelConflict[]): LevelChange[] {
  return conflicts.map(({ row, mine }) => {
    const previousValues = Object.entries(getSavedFields(row)).filter(([field]) => field in mine);
    // Uses the version created by saving, so that later changes by other users are not undone.
    return { itemId: row.itemId, version: row.version + 1, ...Object.fromEntries(previousValues) };
  });
}

function readEdits(stored: Record<string, unknown>): Edits {
  return { values: readValues(readRecord(stored['values'])), base: readValues(readRecord(stored['base'])) };
}

function readValues(row: JsonRecord): JsonRecord {
  const levels = editableLevelFields.flatMap((name) =>
    name in row ? [[name, readNumberValue(row[name])] as const] : [],
  );
  const weekdays = Object.entries(readRecord(row['weekdayPar'])).flatMap(([weekday, qty]) => {
    const par = readNumberValue(qty);
    return par === null ? [] : [[weekday, par] as const];
  });
  return {
    ...Object.fromEntries(levels),
    ...('weekdayPar' in row ? { weekdayPar: Object.fromEntries(weekdays) } : {}),
  };
}
