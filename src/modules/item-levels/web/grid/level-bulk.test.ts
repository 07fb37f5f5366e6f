import { expect, it } from 'vitest';
import { computeBulkSteps } from './level-bulk.ts';
import { noLevels } from './level-rows.ts';

const row = {
  itemId: 'salt',
  name: 'Salt',
  nameAlt: null,
  code: 'SALT',
  unit: 'g',
  stepMicro: 1_000_000,
  sectionId: null,
  section: '',
  saved: { ...noLevels, min: 2, par: 1_000_000_000 },
  version: 1,
  perDay: 1_000_000_000,
  searchText: '',
};

it('leaves a level unchanged if the result would exceed the exact number range', () => {
  const byPercent = computeBulkSteps([row], {}, { kind: 'percent', percent: 1000, isParOnly: false });
  expect(byPercent.map(({ after }) => [after.min, after.par])).toEqual([[22, 1_000_000_000]]);
  expect(computeBulkSteps([row], {}, { kind: 'use', days: 90 })).toEqual([]);
});
