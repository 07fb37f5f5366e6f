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

export const noEdits: LevelEdits = {};
export const levelFields = ['min', 'par', 'max', 'safetyStock'] as const;
export type LevelField = (typeof levelFields)[number];

/** The edits of one person for one branch. They stay on this device until they are saved or taken back. */
export const levelDrafts = defineDraft<LevelEdits>({
  name: 'level-edits',
  empty: () => noEdits,
  isEmpty: (edits) => Object.keys(edits).length === 0,
  read: (kept) =>
    Object.fromEntries(Object.entries(kept).map(([itemId, value]) => [itemId, readEdits(record(value))])),
});

/** What people type of an item, as it is saved now. */
function fieldsOf({ saved: { min, par, max, safetyStock, weekdayPar } }: LevelRow): LevelValues & Fields {
  return { min, par, max, safetyStock, weekdayPar };
}

/** What of it is typed, and differs from what is saved now. */
export function typedOf(row: LevelRow, edits: Edits | undefined): Partial<LevelValues> {
  return edits ? meet(edits, fieldsOf(row), sameValue).mine : nothing;
}
const nothing = {};

/** What stands in the cells: what was typed, else what is saved. */
export function valuesOf(row: LevelRow, edits: Edits | undefined): LevelValues {
  return edits ? { ...row.saved, ...typedOf(row, edits) } : row.saved;
}

/** The edits with other values for one item; what is as saved is no edit. */
export function withValues(edits: LevelEdits, row: LevelRow, change: Partial<LevelValues>): LevelEdits {
  const before = edits[row.itemId];
  const typed = { ...typedOf(row, before), ...change };
  return withItem(edits, row, typedOver(before ?? null, typed, fieldsOf(row), sameValue));
}

/** The edits after a choice between what somebody else saved of an item and what was typed there. */
export function withChoice(
  edits: LevelEdits,
  row: LevelRow,
  fields: readonly string[],
  whose: 'theirs' | 'mine',
): LevelEdits {
  const before = edits[row.itemId];
  return before ? withItem(edits, row, chosen(before, fieldsOf(row), fields, whose)) : edits;
}

function withItem(edits: LevelEdits, { itemId }: LevelRow, next: Edits): LevelEdits {
  const { [itemId]: _, ...others } = edits;
  return Object.keys(next.values).length === 0 ? others : { ...others, [itemId]: next };
}

/** What is typed for an item beside what is saved there now. */
export interface LevelMeeting extends Meeting {
  row: LevelRow;
}

/** The items for which something is typed that is not saved; those that are gone are left out. */
export function meetingsOf(edits: LevelEdits, rows: ReadonlyMap<string, LevelRow>): LevelMeeting[] {
  return Object.entries(edits).flatMap(([itemId, each]) => {
    const row = rows.get(itemId);
    const meeting = row && meet(each, fieldsOf(row), sameValue);
    return meeting && Object.keys(meeting.mine).length > 0 ? [{ ...meeting, row }] : [];
  });
}

/** Which cell is wrong, and the level it does not fit. */
export interface Fault {
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
export function faultOf(row: LevelRow, edits: Edits | undefined): Fault | null {
  if (!edits) return null;
  const typed = typedOf(row, edits);
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
export function changesOf(meetings: readonly LevelMeeting[]): LevelChange[] {
  return meetings.map(({ row, mine }) => ({ itemId: row.itemId, version: row.version, ...mine }));
}

/** What was there before, so that it can be put back. */
export function formerOf(meetings: readonly LevelMeeting[]): LevelChange[] {
  return meetings.map(({ row, mine }) => {
    const former = Object.entries(fieldsOf(row)).filter(([field]) => field in mine);
    // The version that saving makes: what somebody has changed since is not undone.
    return { itemId: row.itemId, version: row.version + 1, ...Object.fromEntries(former) };
  });
}

function readEdits(stored: Record<string, unknown>): Edits {
  return { values: readValues(record(stored['values'])), base: readValues(record(stored['base'])) };
}

function readValues(row: JsonRecord): JsonRecord {
  const figures = levelFields.flatMap((name) => (name in row ? [[name, number(row[name])] as const] : []));
  const weekdays = Object.entries(record(row['weekdayPar'])).flatMap(([weekday, qty]) => {
    const par = number(qty);
    return par === null ? [] : [[weekday, par] as const];
  });
  return {
    ...Object.fromEntries(figures),
    ...('weekdayPar' in row ? { weekdayPar: Object.fromEntries(weekdays) } : {}),
  };
}
