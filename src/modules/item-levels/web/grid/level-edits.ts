import type { LevelChange } from '../../input.ts';
import { type JsonRecord, readNumberValue, readRecord } from '#platform/shapes/tolerant.ts';
import { levelOutOfOrder, type StockLevels, findWeekdayParFault } from '#modules/demand/levels.ts';
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
function savedFields({
  saved: { min, par, max, safetyStock, weekdayPar },
}: LevelRow): LevelValues & FieldValues {
  return { min, par, max, safetyStock, weekdayPar };
}

/** Returns the edited values that differ from the saved ones. */
export function pendingLevels(row: LevelRow, edits: Edits | undefined): Partial<LevelValues> {
  return edits ? mergeEdits(edits, savedFields(row), isSameValue).mine : noChanges;
}
const noChanges = {};

/** Returns the values shown in the cells: edited ones, else saved ones. */
export function shownLevels(row: LevelRow, edits: Edits | undefined): LevelValues {
  return edits ? { ...row.saved, ...pendingLevels(row, edits) } : row.saved;
}

/** Returns the edits with changed values of one item; values equal to the saved ones are not edits. */
export function withLevelValues(edits: LevelEdits, row: LevelRow, change: Partial<LevelValues>): LevelEdits {
  const before = edits[row.itemId];
  const typed = { ...pendingLevels(row, before), ...change };
  return withItemEdits(edits, row, updateEdits(before ?? null, typed, savedFields(row), isSameValue));
}

/** Returns the edits after a conflict is resolved for some fields of an item. */
export function withConflictChoice(
  edits: LevelEdits,
  row: LevelRow,
  fields: readonly string[],
  choice: 'theirs' | 'mine',
): LevelEdits {
  const before = edits[row.itemId];
  return before ? withItemEdits(edits, row, resolveEdits(before, savedFields(row), fields, choice)) : edits;
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
export function unsavedLevels(edits: LevelEdits, rows: ReadonlyMap<string, LevelRow>): LevelConflict[] {
  return Object.entries(edits).flatMap(([itemId, itemEdits]) => {
    const row = rows.get(itemId);
    const merged = row && mergeEdits(itemEdits, savedFields(row), isSameValue);
    return merged && Object.keys(merged.mine).length > 0 ? [{ ...merged, row }] : [];
  });
}

/** An invalid cell and the level that it conflicts with. */
export interface LevelFault {
  field: keyof StockLevels | 'weekdayPar';
  /** Weekday whose par is invalid; null for a level. */
  weekday: string | null;
  other: keyof StockLevels;
  value: number;
  isAbove: boolean;
}

/**
 * Returns the first violation of minimum ≤ par ≤ maximum, or null. It is attached to an edited cell if
 * possible.
 */
export function findLevelError(row: LevelRow, edits: Edits | undefined): LevelFault | null {
  if (!edits) return null;
  const typed = pendingLevels(row, edits);
  const values = { ...row.saved, ...typed };
  const fault = levelOutOfOrder(values);
  if (!fault) {
    const day = findWeekdayParFault(values, values.weekdayPar);
    if (!day) return null;
    const { weekday, other } = day;
    return { field: 'weekdayPar', weekday, other, value: values[other] ?? 0, isAbove: other === 'max' };
  }
  const { field, below } = fault;
  const isAbove = below in typed && !(field in typed);
  const [faultyField, other] = isAbove ? [below, field] : [field, below];
  return { field: faultyField, weekday: null, other, value: values[other] ?? 0, isAbove };
}

/** Returns the edits as request rows, each with the version it is based on. */
export function levelChanges(conflicts: readonly LevelConflict[]): LevelChange[] {
  return conflicts.map(({ row, mine }) => ({ itemId: row.itemId, version: row.version, ...mine }));
}

/** Returns request rows that restore the previous values. */
export function undoChanges(conflicts: readonly LevelConflict[]): LevelChange[] {
  return conflicts.map(({ row, mine }) => {
    const previousValues = Object.entries(savedFields(row)).filter(([field]) => field in mine);
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
