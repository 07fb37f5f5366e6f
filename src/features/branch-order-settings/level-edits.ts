import type { LevelChange } from '#contract/level-changes.ts';
import { type JsonRecord, number, record } from '#contract/tolerant.ts';
import { levelAtFault, type Levels, weekdayParAtFault } from '#domain/planning/levels.ts';
import { sameValue } from '#domain/same-value.ts';
import type { LevelValues } from '#src/collections/items/branch-levels.ts';
import { defineDraft } from '#src/lib/drafts/drafts.ts';
import { chosen, type Edits, type Fields, meet, type Meeting, typedOver } from '#src/lib/drafts/edits.ts';
import type { LevelRow } from './level-rows.ts';

/** What was typed for each item and is not saved, with the saved values that it was typed over. */
export type LevelEdits = Readonly<Record<string, Edits>>;

export const noLevelEdits: LevelEdits = {};
export const editableLevelFields = ['min', 'par', 'max', 'safetyStock'] as const;
export type LevelField = (typeof editableLevelFields)[number];

/** The edits of one person for one branch. They stay on this device until they are saved or taken back. */
export const levelDrafts = defineDraft<LevelEdits>({
  name: 'level-edits',
  empty: () => noLevelEdits,
  isEmpty: (edits) => Object.keys(edits).length === 0,
  read: (kept) =>
    Object.fromEntries(Object.entries(kept).map(([itemId, value]) => [itemId, readEdits(record(value))])),
});

/** What people type of an item, as it is saved now. */
function savedFields({ saved: { min, par, max, safetyStock, weekdayPar } }: LevelRow): LevelValues & Fields {
  return { min, par, max, safetyStock, weekdayPar };
}

/** What of it is typed, and differs from what is saved now. */
export function typedLevels(row: LevelRow, edits: Edits | undefined): Partial<LevelValues> {
  return edits ? meet(edits, savedFields(row), sameValue).mine : nothing;
}
const nothing = {};

/** What stands in the cells: what was typed, else what is saved. */
export function shownLevels(row: LevelRow, edits: Edits | undefined): LevelValues {
  return edits ? { ...row.saved, ...typedLevels(row, edits) } : row.saved;
}

/** The edits with other values for one item; what is as saved is no edit. */
export function withLevelValues(edits: LevelEdits, row: LevelRow, change: Partial<LevelValues>): LevelEdits {
  const before = edits[row.itemId];
  const typed = { ...typedLevels(row, before), ...change };
  return withItem(edits, row, typedOver(before ?? null, typed, savedFields(row), sameValue));
}

/** The edits after a choice between what somebody else saved of an item and what was typed there. */
export function withConflictChoice(
  edits: LevelEdits,
  row: LevelRow,
  fields: readonly string[],
  whose: 'theirs' | 'mine',
): LevelEdits {
  const before = edits[row.itemId];
  return before ? withItem(edits, row, chosen(before, savedFields(row), fields, whose)) : edits;
}

function withItem(edits: LevelEdits, { itemId }: LevelRow, next: Edits): LevelEdits {
  const { [itemId]: _, ...others } = edits;
  return Object.keys(next.values).length === 0 ? others : { ...others, [itemId]: next };
}

/** What is typed for an item beside what is saved there now. */
export interface LevelConflict extends Meeting {
  row: LevelRow;
}

/** The items for which something is typed that is not saved; those that are gone are left out. */
export function unsavedLevels(edits: LevelEdits, rows: ReadonlyMap<string, LevelRow>): LevelConflict[] {
  return Object.entries(edits).flatMap(([itemId, each]) => {
    const row = rows.get(itemId);
    const meeting = row && meet(each, savedFields(row), sameValue);
    return meeting && Object.keys(meeting.mine).length > 0 ? [{ ...meeting, row }] : [];
  });
}

/** Which cell is wrong, and the level it does not fit. */
export interface LevelFault {
  field: keyof Levels | 'weekdayPar';
  /** Whose par is wrong; null where it is not that of a weekday. */
  weekday: string | null;
  other: keyof Levels;
  value: number;
  isAbove: boolean;
}

/**
 * Why the levels of an item are wrong: min, par and max must rise. The fault is shown at the cell that was typed in, as
 * far as that is known; one of a weekday at the weekdays.
 */
export function findLevelFault(row: LevelRow, edits: Edits | undefined): LevelFault | null {
  if (!edits) return null;
  const typed = typedLevels(row, edits);
  const values = { ...row.saved, ...typed };
  const fault = levelAtFault(values);
  if (!fault) {
    const day = weekdayParAtFault(values, values.weekdayPar);
    if (!day) return null;
    const { weekday, other } = day;
    return { field: 'weekdayPar', weekday, other, value: values[other] ?? 0, isAbove: other === 'max' };
  }
  const { field, below } = fault;
  const isAbove = below in typed && !(field in typed);
  const [at, other] = isAbove ? [below, field] : [field, below];
  return { field: at, weekday: null, other, value: values[other] ?? 0, isAbove };
}

/** What is typed, as the server takes it: over the version that it was compared with. */
export function levelChanges(meetings: readonly LevelConflict[]): LevelChange[] {
  return meetings.map(({ row, mine }) => ({ itemId: row.itemId, version: row.version, ...mine }));
}

/** What was there before, so that it can be put back. */
export function undoChanges(meetings: readonly LevelConflict[]): LevelChange[] {
  return meetings.map(({ row, mine }) => {
    const former = Object.entries(savedFields(row)).filter(([field]) => field in mine);
    // The version that saving makes: what somebody has changed since is not undone.
    return { itemId: row.itemId, version: row.version + 1, ...Object.fromEntries(former) };
  });
}

function readEdits(stored: Record<string, unknown>): Edits {
  return { values: readValues(record(stored['values'])), base: readValues(record(stored['base'])) };
}

function readValues(row: JsonRecord): JsonRecord {
  const figures = editableLevelFields.flatMap((name) =>
    name in row ? [[name, number(row[name])] as const] : [],
  );
  const weekdays = Object.entries(record(row['weekdayPar'])).flatMap(([weekday, qty]) => {
    const par = number(qty);
    return par === null ? [] : [[weekday, par] as const];
  });
  return {
    ...Object.fromEntries(figures),
    ...('weekdayPar' in row ? { weekdayPar: Object.fromEntries(weekdays) } : {}),
  };
}
