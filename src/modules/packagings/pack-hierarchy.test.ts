import { expect, test } from 'vitest';
import { getPackRatio, buildPackHierarchy } from './pack-hierarchy.ts';

const buildUnit = (_id: string, dimension: string, factorNum = 1) => ({
  _id,
  symbol: _id,
  dimension,
  factorNum,
  factorDen: 1,
});
const units = [
  buildUnit('g', 'mass'),
  buildUnit('kg', 'mass', 1000),
  buildUnit('case', 'count'),
  buildUnit('inner', 'count'),
  buildUnit('each', 'count'),
];
const conversions = [
  { fromUnit: 'case', toUnit: 'inner', num: 4, den: 1 },
  { fromUnit: 'inner', toUnit: 'each', num: 6, den: 1 },
  { fromUnit: 'each', toUnit: 'g', num: 750, den: 1 },
];
const buildHierarchy = (packs: Parameters<typeof buildPackHierarchy>[0]['packs'], overrides = {}) =>
  buildPackHierarchy({
    baseUnit: 'g',
    itemUnits: ['case', 'kg'],
    units,
    conversions,
    packs,
    ...overrides,
  }).map(
    ({ name, inBase, inNext }) =>
      `${name} = ${inNext ? `${inNext.num}/${inNext.den}` : '-'} = ${inBase.num}/${inBase.den}`,
  );

test('lists packs and units from the largest to the base unit with exact sizes', () => {
  const pallet = { _id: 'p', name: 'Pallet', unit: 'case', contentsQty: 40 };
  expect(buildHierarchy([pallet])).toEqual([
    'Pallet = 40/1 = 720000/1',
    'case = 4/1 = 18000/1',
    'inner = 9/2 = 4500/1',
    'kg = 4/3 = 1000/1',
    'each = 750/1 = 750/1',
    'g = - = 1/1',
  ]);
});

test('converts pack contents exactly to base units', () => {
  const pack = { unit: 'each', contentsQty: 12 };
  expect(getPackRatio(pack, 'g', units, conversions)).toEqual({ num: 9000, den: 1 });
  expect(getPackRatio({ unit: 'each', contentsQty: 0.5 }, 'g', units, conversions)).toEqual({
    num: 375,
    den: 1,
  });
});

test('omits packs without a conversion or contents', () => {
  expect(getPackRatio({ unit: 'each', contentsQty: 12 }, 'g', units, [])).toBeNull();
  expect(getPackRatio({ unit: 'kg', contentsQty: 0 }, 'g', units, [])).toBeNull();
  expect(
    buildHierarchy([{ _id: 'p', name: 'Bag', unit: 'each', contentsQty: 12 }], { conversions: [] }),
  ).toEqual(['kg = 1000/1 = 1000/1', 'g = - = 1/1']);
});
