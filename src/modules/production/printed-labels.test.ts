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
const current: CurrentProduction = {
  allergens: label.allergens,
  lots: [{ itemId: 'pie', lot: 'PIE-1', expiry: '2026-03-07' }],
};
const buildLot = (expiry: string | null) => ({ itemId: 'pie', lot: 'PIE-1', expiry });

test.each<[string, Partial<PrintedLabel>, Partial<CurrentProduction>, OutdatedReason[]]>([
  ['unchanged data', {}, {}, []],
  [
    'an unknown allergen that is known now',
    {},
    { allergens: { ...label.allergens, milk: 'free' } },
    ['allergens'],
  ],
  [
    'one of several unknown allergens that is known now',
    { allergens: { ...label.allergens, fish: 'unknown' } },
    { allergens: { ...label.allergens, fish: 'free' } },
    [],
  ],
  [
    'an allergen that is no longer known',
    { allergens: { ...label.allergens, milk: 'free' } },
    {},
    ['allergens'],
  ],
  ['an additional allergen', {}, { allergens: { ...label.allergens, milk: 'contains' } }, ['allergens']],
  [
    'a possible allergen that is now contained',
    {},
    { allergens: { ...label.allergens, nuts: 'contains' } },
    ['allergens'],
  ],
  ['one allergen fewer', {}, { allergens: { gluten: 'free' } }, ['allergens']],
  ['a different date', {}, { lots: [buildLot('2026-03-05')] }, ['day']],
  ['an expiry date where there was none', { useBy: null }, {}, ['day']],
  [
    'different allergens and a different date',
    {},
    { allergens: {}, lots: [buildLot(null)] },
    ['allergens', 'day'],
  ],
  ['a reversed part', {}, { lots: [] }, ['reversed']],
  ['thawed goods', { cause: 'thawed', useBy: '2026-03-05' }, {}, []],
  [
    'opened goods of a lot that expires earlier',
    { cause: 'opened' },
    { lots: [buildLot('2026-03-05')] },
    ['day'],
  ],
  ['opened goods of a lot that never expires', { cause: 'opened' }, { lots: [buildLot(null)] }, []],
])('finds what is outdated: %s', (_, printed, produced, expected) => {
  expect(findOutdatedLabels([{ ...label, ...printed }], { ...current, ...produced })).toEqual([expected]);
});

test('a reprinted label replaces those of its lot and cause', () => {
  const changed = { ...current, allergens: { ...label.allergens, nuts: 'contains' } as const };
  const reprinted = { ...label, allergens: changed.allergens };
  const openedLabel = { ...label, cause: 'opened', useBy: '2026-03-05' } as const;
  expect(findOutdatedLabels([label, openedLabel], changed)).toEqual([['allergens'], ['allergens']]);
  expect(findOutdatedLabels([label, openedLabel, reprinted], changed)).toEqual([[], ['allergens'], []]);
});
