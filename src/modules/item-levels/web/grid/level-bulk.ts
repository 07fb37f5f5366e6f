import { changeByPercentMicro, computeParMicro } from '#modules/demand/levels.ts';
import { ceilToStep, toExactOrNull, fromMicro, toMicro } from '#core/quantity.ts';
import type { LevelValues } from '../queries/branch-levels.ts';
import type { BranchLevel } from '../../shapes.ts';
import { type LevelEdits, getShownLevels, withLevelValues } from './level-edits.ts';
import type { LevelRow } from './level-rows.ts';

/** Ways to set the levels of many items at once. */
export type BulkMethod =
  /** Changes all levels, or par alone, by a percentage. */
  | { kind: 'percent'; percent: number; isParOnly: boolean }
  /** Sets par to cover a number of days of usage plus safety stock. */
  | { kind: 'use'; days: number }
  /** Copies the levels of another branch. */
  | { kind: 'copy'; levels: readonly BranchLevel[] };

/** The change that a bulk method makes to one item. */
export interface BulkStep {
  row: LevelRow;
  before: LevelValues;
  after: LevelValues;
}

/** Returns the changes of a bulk edit; unchanged items are omitted. */
export function computeBulkSteps(
  rows: readonly LevelRow[],
  edits: LevelEdits,
  method: BulkMethod,
): BulkStep[] {
  const levelByItem =
    method.kind === 'copy' ? new Map(method.levels.map((level) => [level.itemId, level])) : null;
  return rows.flatMap((row) => {
    const before = getShownLevels(row, edits[row.itemId]);
    const change = computeChange(row, before, method, levelByItem?.get(row.itemId));
    if (change === null) return [];
    const after = { ...before, ...change };
    return JSON.stringify(after) === JSON.stringify(before) ? [] : [{ row, before, after }];
  });
}

/** Returns the edits with all steps applied. */
export function applyBulkSteps(edits: LevelEdits, steps: readonly BulkStep[]): LevelEdits {
  return steps.reduce((result, { row, after }) => withLevelValues(result, row, after), edits);
}

function computeChange(
  row: LevelRow,
  before: LevelValues,
  method: BulkMethod,
  sourceLevel: BranchLevel | undefined,
): Partial<LevelValues> | null {
  switch (method.kind) {
    case 'percent': {
      // If the result exceeds the exact number range, the level keeps its current value.
      const changeByPercent = (micro: number) =>
        toExactOrNull(() => changeByPercentMicro(micro, method.percent, row.stepMicro)) ?? micro;
      const changeLevel = (level: number | null) =>
        level === null ? null : fromMicro(changeByPercent(toMicro(level)));
      const par = changeLevel(before.par);
      if (method.isParOnly) return par === null ? null : withNewPar(before, par);
      const weekdayPar = Object.fromEntries(
        Object.entries(before.weekdayPar).map(([weekday, qty]) => [weekday, changeLevel(qty) ?? 0]),
      );
      return { min: changeLevel(before.min), par, max: changeLevel(before.max), weekdayPar };
    }
    case 'use': {
      if (row.perDay === null) return null;
      const micro = computeParMicro({
        dailyUseMicro: toMicro(row.perDay),
        leadTimeDays: 0,
        daysBetweenDeliveries: method.days,
        safetyStockMicro: toMicro(before.safetyStock ?? 0),
      });
      const wholeMicro = toExactOrNull(() => ceilToStep(micro, row.stepMicro));
      return wholeMicro === null ? null : withNewPar(before, fromMicro(wholeMicro));
    }
    case 'copy': {
      if (!sourceLevel) return null;
      const { min, par, max, safetyStock, weekdayPar } = sourceLevel;
      return { min, par, max, safetyStock, weekdayPar };
    }
  }
}

/** Sets par, and adjusts minimum and maximum if par would cross them. */
function withNewPar({ min, max }: LevelValues, par: number): Partial<LevelValues> {
  return {
    min: min === null ? null : Math.min(min, par),
    par,
    max: max === null ? null : Math.max(max, par),
  };
}
