import { describe, expect, it } from 'vitest';
import { bulkSteps, withSteps } from './level-bulk.ts';
import {
  changesOf,
  faultOf,
  formerOf,
  type LevelEdits,
  noEdits,
  valuesOf,
  withValues,
} from './level-edits.ts';
import { type LevelRow, noLevels } from './level-rows.ts';

const row = (saved: Partial<LevelRow['saved']>, also: Partial<LevelRow> = {}): LevelRow => ({
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
  ...also,
});
const rice = row({ min: 2, par: 6, max: 9 });

describe('edits', () => {
  it('hold what differs from what is saved, over the version that was seen', () => {
    const typed = withValues(noEdits, rice, { par: 7 });
    expect(typed).toEqual({ rice: { version: 3, par: 7 } });
    expect(valuesOf(rice, typed['rice'])).toMatchObject({ min: 2, par: 7, max: 9 });
    const later = withValues(typed, { ...rice, version: 4 }, { max: null });
    expect(later).toEqual({ rice: { version: 3, par: 7, max: null } });
    expect(withValues(later, rice, { par: 6, max: 9 })).toEqual({});
  });

  it('compare weekdays by what they say', () => {
    const withDays = row({ weekdayPar: { 5: 12, 6: 9 } });
    expect(withValues(noEdits, withDays, { weekdayPar: { 6: 9, 5: 12 } })).toEqual({});
    expect(withValues(noEdits, withDays, { weekdayPar: { 5: 12 } })).toEqual({
      rice: { version: 3, weekdayPar: { 5: 12 } },
    });
  });

  it.each([
    [{ par: 8 }, null],
    [{ min: 7 }, { field: 'min', other: 'par', value: 6, isAbove: true }],
    [{ par: 1 }, { field: 'par', other: 'min', value: 2, isAbove: false }],
    [{ par: 10 }, { field: 'par', other: 'max', value: 9, isAbove: true }],
    [
      { min: 7, par: 5 },
      { field: 'par', other: 'min', value: 7, isAbove: false },
    ],
    [{ max: 4 }, { field: 'max', other: 'par', value: 6, isAbove: false }],
  ] as const)('tell what is wrong at the cell that was typed in: %j', (typed, expected) => {
    expect(faultOf(rice, { version: 3, ...typed })).toEqual(expected && { weekday: null, ...expected });
  });

  it('travel with their version, and are put back over the one that saving made, and over no other', () => {
    const edits: LevelEdits = { rice: { version: 3, par: 7, max: null }, gone: { version: 1, par: 1 } };
    const rows = new Map([['rice', rice]]);
    expect(changesOf(edits, rows)).toEqual([{ itemId: 'rice', version: 3, par: 7, max: null }]);
    expect(formerOf(edits, rows)).toEqual([{ itemId: 'rice', version: 4, par: 6, max: 9 }]);
  });
});

it('tell of weekdays whose par is below the least or above the most', () => {
  const days = { weekdayPar: { 2: 4, 6: 10 } };
  const fault = { field: 'weekdayPar', weekday: '6', other: 'max', value: 9, isAbove: true };
  expect(faultOf(rice, { version: 3, ...days })).toEqual(fault);
  expect(faultOf(rice, { version: 3, ...days, max: 12 })).toBeNull();
});

describe('many at once', () => {
  it('by percent: par alone, with least and most giving way, or all three', () => {
    const parOnly = bulkSteps([rice], noEdits, { kind: 'percent', percent: 60, isParOnly: true });
    expect(parOnly[0]?.after).toMatchObject({ min: 2, par: 9.6, max: 9.6 });
    const all = bulkSteps([rice], noEdits, { kind: 'percent', percent: 10, isParOnly: false });
    expect(all[0]?.after).toMatchObject({ min: 2.2, par: 6.6, max: 9.9 });
    expect(withSteps(noEdits, all)).toEqual({ rice: { version: 3, min: 2.2, par: 6.6, max: 9.9 } });
    const withDays = row({ min: 2, par: 6, max: 9, weekdayPar: { 5: 8 } });
    expect(
      bulkSteps([withDays], noEdits, { kind: 'percent', percent: -50, isParOnly: false })[0]?.after,
    ).toMatchObject({ max: 4.5, weekdayPar: { 5: 4 } });
    const pieces = row({ par: 6 }, { stepMicro: 1_000_000 });
    expect(
      bulkSteps([pieces], noEdits, { kind: 'percent', percent: 10, isParOnly: true })[0]?.after.par,
    ).toBe(7);
  });

  it('by use: days of it and the safety stock, rounded up; items without use stay', () => {
    const used = row({ par: 6, safetyStock: 1 }, { perDay: 1.2345, stepMicro: 1_000_000 });
    expect(bulkSteps([used, rice], noEdits, { kind: 'use', days: 3 }).map(({ after }) => after.par)).toEqual([
      5,
    ]);
  });

  it('as another branch has them, over what was typed', () => {
    const level = { ...noLevels, par: 4, itemId: 'rice', branchId: 'b', version: 9, binSortOrder: null };
    const typed = withValues(noEdits, rice, { par: 7 });
    const steps = bulkSteps([rice, row({}, { itemId: 'salt' })], typed, { kind: 'copy', levels: [level] });
    expect(withSteps(typed, steps)).toEqual({ rice: { version: 3, min: null, par: 4, max: null } });
  });
});
