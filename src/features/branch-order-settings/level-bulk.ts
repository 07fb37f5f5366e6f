import { changedByPercentMicro, parMicro } from '#domain/planning/levels.ts';
import { ceilToStep, exactly, fromMicro, toMicro } from '#domain/quantity.ts';
import type { BranchLevel, LevelValues } from '#src/collections/items/branch-levels.ts';
import { type LevelEdits, shownLevels, withLevelValues } from './level-edits.ts';
import type { LevelRow } from './level-rows.ts';

/** How the levels of many items are set at once. */
export type BulkMethod =
  /** All set levels, or par alone, by so many percent. */
  | { kind: 'percent'; percent: number; isParOnly: boolean }
  /** Par for so many days of use, and the safety stock. */
  | { kind: 'use'; days: number }
  /** As another branch has them. */
  | { kind: 'copy'; levels: readonly BranchLevel[] };

/** What a way makes of one item. */
export interface BulkStep {
  row: LevelRow;
  before: LevelValues;
  after: LevelValues;
}

/** The items that a way changes, with what becomes of them; the others are left out. */
export function bulkSteps(rows: readonly LevelRow[], edits: LevelEdits, way: BulkMethod): BulkStep[] {
  const levelOf = way.kind === 'copy' ? new Map(way.levels.map((level) => [level.itemId, level])) : null;
  return rows.flatMap((row) => {
    const before = shownLevels(row, edits[row.itemId]);
    const change = changeOf(row, before, way, levelOf?.get(row.itemId));
    if (change === null) return [];
    const after = { ...before, ...change };
    return JSON.stringify(after) === JSON.stringify(before) ? [] : [{ row, before, after }];
  });
}

/** The edits with all steps taken. */
export function applyBulkSteps(edits: LevelEdits, steps: readonly BulkStep[]): LevelEdits {
  return steps.reduce((taken, { row, after }) => withLevelValues(taken, row, after), edits);
}

function changeOf(
  row: LevelRow,
  before: LevelValues,
  way: BulkMethod,
  theirs: BranchLevel | undefined,
): Partial<LevelValues> | null {
  switch (way.kind) {
    case 'percent': {
      // What would be beyond exact numbers stays.
      const changed = (micro: number) =>
        exactly(() => changedByPercentMicro(micro, way.percent, row.stepMicro)) ?? micro;
      const scaled = (level: number | null) => (level === null ? null : fromMicro(changed(toMicro(level))));
      const par = scaled(before.par);
      if (way.isParOnly) return par === null ? null : withNewPar(before, par);
      const weekdayPar = Object.fromEntries(
        Object.entries(before.weekdayPar).map(([weekday, qty]) => [weekday, scaled(qty) ?? 0]),
      );
      return { min: scaled(before.min), par, max: scaled(before.max), weekdayPar };
    }
    case 'use': {
      if (row.perDay === null) return null;
      const micro = parMicro({
        dailyUseMicro: toMicro(row.perDay),
        leadTimeDays: 0,
        daysBetweenDeliveries: way.days,
        safetyStockMicro: toMicro(before.safetyStock ?? 0),
      });
      const wholeMicro = exactly(() => ceilToStep(micro, row.stepMicro));
      return wholeMicro === null ? null : withNewPar(before, fromMicro(wholeMicro));
    }
    case 'copy': {
      if (!theirs) return null;
      const { min, par, max, safetyStock, weekdayPar } = theirs;
      return { min, par, max, safetyStock, weekdayPar };
    }
  }
}

/** A new par; least and most give way where it passes them. */
function withNewPar({ min, max }: LevelValues, par: number): Partial<LevelValues> {
  return {
    min: min === null ? null : Math.min(min, par),
    par,
    max: max === null ? null : Math.max(max, par),
  };
}
