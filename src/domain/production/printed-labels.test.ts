import { expect, test } from 'vitest';
import {
  type CurrentProduction,
  type OutdatedReason,
  findOutdatedLabels,
  type PrintedLabel,
} from './printed-labels.ts';

const label: PrintedLabel = {
  itemId: 'pie',
  lot: 'PIE-1',
  cause: 'made',
  useBy: '2026-03-07',
  allergens: { gluten: 'contains', milk: 'unknown', nuts: 'may_contain' },
};
const now: CurrentProduction = {
  allergens: label.allergens,
  lots: [{ itemId: 'pie', lot: 'PIE-1', expiry: '2026-03-07' }],
};
const lot = (expiry: string | null) => ({ itemId: 'pie', lot: 'PIE-1', expiry });

test.each<[string, Partial<PrintedLabel>, Partial<CurrentProduction>, OutdatedReason[]]>([
  ['what is so', {}, {}, []],
  ['what is known by now', {}, { allergens: { ...label.allergens, milk: 'free' } }, ['allergens']],
  [
    'one of several that is known by now',
    { allergens: { ...label.allergens, fish: 'unknown' } },
    { allergens: { ...label.allergens, fish: 'free' } },
    [],
  ],
  ['what is not known any more', { allergens: { ...label.allergens, milk: 'free' } }, {}, ['allergens']],
  ['one allergen more', {}, { allergens: { ...label.allergens, milk: 'contains' } }, ['allergens']],
  ['what may be in is in', {}, { allergens: { ...label.allergens, nuts: 'contains' } }, ['allergens']],
  ['one allergen less', {}, { allergens: { gluten: 'free' } }, ['allergens']],
  ['another day', {}, { lots: [lot('2026-03-05')] }, ['day']],
  ['a day where there was none', { useBy: null }, {}, ['day']],
  ['both', {}, { allergens: {}, lots: [lot(null)] }, ['allergens', 'day']],
  ['what was taken back', {}, { lots: [] }, ['gone']],
  ['what was thawed', { cause: 'thawed', useBy: '2026-03-05' }, {}, []],
  [
    'what was opened, of a lot that is good for less',
    { cause: 'opened' },
    { lots: [lot('2026-03-05')] },
    ['day'],
  ],
  ['what was opened and never expires', { cause: 'opened' }, { lots: [lot(null)] }, []],
])('%s', (_, printed, made, expected) => {
  expect(findOutdatedLabels([{ ...label, ...printed }], { ...now, ...made })).toEqual([expected]);
});

test('a reprinted label replaces those of its lot and cause', () => {
  const nuts = { ...now, allergens: { ...label.allergens, nuts: 'contains' } as const };
  const anew = { ...label, allergens: nuts.allergens };
  const opened = { ...label, cause: 'opened', useBy: '2026-03-05' } as const;
  expect(findOutdatedLabels([label, opened], nuts)).toEqual([['allergens'], ['allergens']]);
  expect(findOutdatedLabels([label, opened, anew], nuts)).toEqual([[], ['allergens'], []]);
});
