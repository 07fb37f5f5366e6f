import type { LevelChange } from '#contract/level-changes.ts';
import { number, record } from '#contract/tolerant.ts';
import { levelAtFault, type Levels, weekdayParAtFault } from '#domain/planning/levels.ts';
import type { LevelValues } from '#src/collections/branch-levels.ts';
import { keep, recall } from '#src/lib/device-storage.ts';
import { personalStores } from '#src/lib/personal-stores.ts';
import { createStore } from '#src/lib/store.ts';
import type { LevelRow } from './level-rows.ts';

/** What was typed for one item and is not saved, over the version that was seen. */
export type LevelEdit = Partial<LevelValues> & { version: number };

/** By item. */
export type LevelEdits = Readonly<Record<string, LevelEdit>>;

export const noEdits: LevelEdits = {};
export const levelFields = ['min', 'par', 'max', 'safetyStock'] as const;
export type LevelField = (typeof levelFields)[number];

/** The edits of one person for one branch. They stay on this device until they are saved or taken back. */
export const openLevelEdits = personalStores((key) => {
  const store = createStore(read(recall(key)));
  store.subscribe(() => {
    const edits = store.get();
    keep(key, edits === noEdits || Object.keys(edits).length === 0 ? null : JSON.stringify(edits));
  });
  return store;
});

export function levelEditsKey(userId: string, branchId: string): string {
  return `commissary.level-edits.${userId}.${branchId}`;
}

/** What stands in the cells: what was typed, else what is saved. */
export function valuesOf({ saved }: LevelRow, edit: LevelEdit | undefined): LevelValues {
  return edit ? { ...saved, ...edit } : saved;
}

/** The edits with other values for one item; what is as saved is no edit. */
export function withValues(edits: LevelEdits, row: LevelRow, change: Partial<LevelValues>): LevelEdits {
  const before = edits[row.itemId];
  const wanted = { ...before, ...change };
  const changed = Object.entries(wanted).filter(
    ([name, value]) => name !== 'version' && !isSame(value, row.saved[name as keyof LevelValues]),
  );
  const { [row.itemId]: _, ...others } = edits;
  if (changed.length === 0) return others;
  const version = before?.version ?? row.version;
  return { ...others, [row.itemId]: { ...Object.fromEntries(changed), version } };
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

const sorted = (value: unknown) => Object.entries(record(value)).toSorted(([a], [b]) => a.localeCompare(b));

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
 * What does not rise from least to most; told at the cell that was typed in, as far as that can be known. A weekday
 * is told at the weekdays.
 */
export function faultOf(row: LevelRow, edit: LevelEdit | undefined): Fault | null {
  if (!edit) return null;
  const values = valuesOf(row, edit);
  const fault = levelAtFault(values);
  if (!fault) {
    const day = weekdayParAtFault(values, values.weekdayPar);
    if (!day) return null;
    const { weekday, other } = day;
    return { field: 'weekdayPar', weekday, other, value: values[other] ?? 0, isAbove: other === 'max' };
  }
  const { field, below } = fault;
  const isAbove = below in edit && !(field in edit);
  const [at, other] = isAbove ? [below, field] : [field, below];
  return { field: at, weekday: null, other, value: values[other] ?? 0, isAbove };
}

/** The edits as the server takes them; items that are gone are left out. */
export function changesOf(edits: LevelEdits, rows: ReadonlyMap<string, LevelRow>): LevelChange[] {
  return Object.entries(edits).flatMap(([itemId, edit]) => (rows.has(itemId) ? [{ itemId, ...edit }] : []));
}

/** What was there before, so that it can be put back. */
export function formerOf(edits: LevelEdits, rows: ReadonlyMap<string, LevelRow>): LevelChange[] {
  return Object.entries(edits).flatMap(([itemId, edit]) => {
    const saved = rows.get(itemId)?.saved;
    if (!saved) return [];
    const former = Object.keys(edit).filter((name) => name !== 'version');
    return [
      // The version that saving makes: what somebody has changed since is not undone.
      {
        itemId,
        version: edit.version + 1,
        ...Object.fromEntries(former.map((name) => [name, saved[name as keyof LevelValues]])),
      },
    ];
  });
}

function read(stored: string | null): LevelEdits {
  try {
    const entries = Object.entries(record(JSON.parse(stored ?? '{}')));
    return Object.fromEntries(entries.map(([itemId, value]) => [itemId, readEdit(record(value))]));
  } catch {
    return noEdits;
  }
}

function readEdit(row: Record<string, unknown>): LevelEdit {
  const figures = levelFields.flatMap((name) => (name in row ? [[name, number(row[name])] as const] : []));
  const weekdays = Object.entries(record(row['weekdayPar'])).flatMap(([weekday, qty]) => {
    const par = number(qty);
    return par === null ? [] : [[weekday, par] as const];
  });
  return {
    version: number(row['version']) ?? 0,
    ...Object.fromEntries(figures),
    ...('weekdayPar' in row ? { weekdayPar: Object.fromEntries(weekdays) } : {}),
  };
}
