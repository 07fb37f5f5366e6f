import { describe, expect, it } from 'vitest';
import { computeBulkSteps, applyBulkSteps } from './level-bulk.ts';
import {
  toLevelChanges,
  findLevelError,
  buildUndoChanges,
  type LevelEdits,
  listUnsavedLevels,
  noLevelEdits,
  getShownLevels,
  withConflictChoice,
  withLevelValues,
} from './level-edits.ts';
import { type LevelRow, noLevels } from './level-rows.ts';

const createRow = (saved: Partial<LevelRow['saved']>, values: Partial<LevelRow> = {}): LevelRow => ({
  itemId: 'rice',
  name: 'Rice',
  nameAlt: null,
  code: 'R1',
  unit: 'kg',
  stepMicro: 1000,
  sectionId: null,
  section: '',
  saved: { ...noLevels, ...saved },
  version: 3,
  perDay: null,
  searchText: 'rice',
  ...values,
});
const rice = createRow({ min: 2, par: 6, max: 9 });
const editRow = (row: LevelRow, change: Partial<LevelRow['saved']>) =>
  withLevelValues(noLevelEdits, row, change)[row.itemId];

describe('level edits', () => {
  it('store the changed values and the saved values they were based on', () => {
    const edits = withLevelValues(noLevelEdits, rice, { par: 7 });
    expect(edits).toEqual({ rice: { values: { par: 7 }, base: { par: 6 } } });
    expect(getShownLevels(rice, edits['rice'])).toMatchObject({ min: 2, par: 7, max: 9 });
    const laterEdits = withLevelValues(edits, rice, { max: null });
    expect(laterEdits).toEqual({ rice: { values: { par: 7, max: null }, base: { par: 6, max: 9 } } });
    expect(withLevelValues(laterEdits, rice, { par: 6, max: 9 })).toEqual({});
  });

  it('compare weekday pars by value', () => {
    const withDays = createRow({ weekdayPar: { 5: 12, 6: 9 } });
    expect(withLevelValues(noLevelEdits, withDays, { weekdayPar: { 6: 9, 5: 12 } })).toEqual({});
    expect(withLevelValues(noLevelEdits, withDays, { weekdayPar: { 5: 12 } })).toMatchObject({
      rice: { values: { weekdayPar: { 5: 12 } } },
    });
  });

  it('are merged with concurrent changes to other fields, and conflict with changes to the same field', () => {
    const edits = withLevelValues(withLevelValues(noLevelEdits, rice, { par: 7 }), rice, { safetyStock: 1 });
    const serverRow = createRow({ min: 1, par: 8, max: 20 }, { version: 4 });
    const laterEdits = withLevelValues(edits, serverRow, { max: 21 });
    expect(getShownLevels(serverRow, laterEdits['rice'])).toMatchObject({
      min: 1,
      par: 7,
      max: 21,
      safetyStock: 1,
    });
    const [conflict] = listUnsavedLevels(laterEdits, new Map([['rice', serverRow]]));
    expect(conflict?.conflictingFields).toEqual(['par']);
    expect(withConflictChoice(laterEdits, serverRow, ['par'], 'theirs')).toMatchObject({
      rice: { values: { max: 21, safetyStock: 1 } },
    });
    const ownChoice = withConflictChoice(laterEdits, serverRow, ['par'], 'mine');
    expect(toLevelChanges(listUnsavedLevels(ownChoice, new Map([['rice', serverRow]])))).toEqual([
      { itemId: 'rice', version: 4, par: 7, max: 21, safetyStock: 1 },
    ]);
    expect(listUnsavedLevels(ownChoice, new Map([['rice', serverRow]]))[0]?.conflictingFields).toEqual([]);
    const unchangedRow = createRow({ min: 2, par: 7, max: 9, safetyStock: 1 }, { version: 5 });
    expect(listUnsavedLevels(edits, new Map([['rice', unchangedRow]]))).toEqual([]);
  });

  it.each([
    [{ par: 8 }, null],
    [{ min: 7 }, { field: 'min', otherLevel: 'par', value: 6, isAbove: true }],
    [{ par: 1 }, { field: 'par', otherLevel: 'min', value: 2, isAbove: false }],
    [{ par: 10 }, { field: 'par', otherLevel: 'max', value: 9, isAbove: true }],
    [
      { min: 7, par: 5 },
      { field: 'par', otherLevel: 'min', value: 7, isAbove: false },
    ],
    [{ max: 4 }, { field: 'max', otherLevel: 'par', value: 6, isAbove: false }],
  ] as const)('report an error in the edited cell: %j', (change, expected) => {
    expect(findLevelError(rice, editRow(rice, change))).toEqual(expected && { weekday: null, ...expected });
  });

  it('are sent with the version they are based on, and undone with the version that saving creates', () => {
    const edits: LevelEdits = {
      ...withLevelValues(noLevelEdits, rice, { par: 7, max: null }),
      gone: { values: { par: 1 }, base: {} },
    };
    const unsaved = listUnsavedLevels(edits, new Map([['rice', rice]]));
    expect(toLevelChanges(unsaved)).toEqual([{ itemId: 'rice', version: 3, par: 7, max: null }]);
    expect(buildUndoChanges(unsaved)).toEqual([{ itemId: 'rice', version: 4, par: 6, max: 9 }]);
  });
});

it('weekday pars below the minimum or above the maximum are reported', () => {
  const days = { weekdayPar: { 2: 4, 6: 10 } };
  const levelError = { field: 'weekdayPar', weekday: '6', otherLevel: 'max', value: 9, isAbove: true };
  expect(findLevelError(rice, editRow(rice, days))).toEqual(levelError);
  expect(findLevelError(rice, editRow(rice, { ...days, max: 12 }))).toBeNull();
});

describe('bulk level changes', () => {
  it('change par and the levels it would cross, or all levels, by a percentage', () => {
    const parOnly = computeBulkSteps([rice], noLevelEdits, { kind: 'percent', percent: 60, isParOnly: true });
    expect(parOnly[0]?.after).toMatchObject({ min: 2, par: 9.6, max: 9.6 });
    const allLevels = computeBulkSteps([rice], noLevelEdits, {
      kind: 'percent',
      percent: 10,
      isParOnly: false,
    });
    expect(allLevels[0]?.after).toMatchObject({ min: 2.2, par: 6.6, max: 9.9 });
    expect(applyBulkSteps(noLevelEdits, allLevels)['rice']?.values).toEqual({ min: 2.2, par: 6.6, max: 9.9 });
    const withDays = createRow({ min: 2, par: 6, max: 9, weekdayPar: { 5: 8 } });
    expect(
      computeBulkSteps([withDays], noLevelEdits, { kind: 'percent', percent: -50, isParOnly: false })[0]
        ?.after,
    ).toMatchObject({ max: 4.5, weekdayPar: { 5: 4 } });
    const pieces = createRow({ par: 6 }, { stepMicro: 1_000_000 });
    expect(
      computeBulkSteps([pieces], noLevelEdits, { kind: 'percent', percent: 10, isParOnly: true })[0]?.after
        .par,
    ).toBe(7);
  });

  it('set par to days of cover plus safety stock, rounded up; items without usage are unchanged', () => {
    const usedItem = createRow({ par: 6, safetyStock: 1 }, { perDay: 1.2345, stepMicro: 1_000_000 });
    expect(
      computeBulkSteps([usedItem, rice], noLevelEdits, { kind: 'use', days: 3 }).map(
        ({ after }) => after.par,
      ),
    ).toEqual([5]);
  });

  it('copy the levels of a different branch, replacing edits', () => {
    const level = { ...noLevels, par: 4, itemId: 'rice', branchId: 'b', version: 9, binSortOrder: null };
    const edits = withLevelValues(noLevelEdits, rice, { par: 7 });
    const steps = computeBulkSteps([rice, createRow({}, { itemId: 'salt' })], edits, {
      kind: 'copy',
      levels: [level],
    });
    expect(applyBulkSteps(edits, steps)['rice']?.values).toEqual({ min: null, par: 4, max: null });
  });
});
