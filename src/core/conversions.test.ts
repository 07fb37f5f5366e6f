import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ItemConversion, findRatio, type UnitFactor } from './conversions.ts';
import { multiplyRatio } from './quantity.ts';

const buildUnit = (_id: string, dimension: string, factorNum: number, factorDen = 1): UnitFactor => ({
  _id,
  dimension,
  factorNum,
  factorDen,
});
const buildConversion = (num: number, fromUnit: string, toUnit: string, den = 1): ItemConversion => ({
  fromUnit,
  toUnit,
  num,
  den,
});

const units = [
  buildUnit('g', 'mass', 1),
  buildUnit('kg', 'mass', 1000),
  buildUnit('lb', 'mass', 45_359_237, 100_000),
  buildUnit('ml', 'volume', 1),
  buildUnit('l', 'volume', 1000),
  buildUnit('each', 'count', 1),
  buildUnit('dozen', 'count', 12),
  buildUnit('case', 'count', 1),
  buildUnit('tray', 'count', 1),
];

test.each<[string, string, ItemConversion[], [number, number] | null]>([
  ['kg', 'kg', [], [1, 1]],
  ['kg', 'g', [], [1000, 1]],
  ['g', 'kg', [], [1, 1000]],
  ['lb', 'kg', [], [45_359_237, 100_000_000]],
  ['dozen', 'each', [], [12, 1]],
  ['kg', 'l', [], null],
  ['case', 'g', [], null],
  ['case', 'g', [buildConversion(12 * 750, 'case', 'g')], [9000, 1]],
  ['case', 'kg', [buildConversion(9000, 'case', 'g')], [9, 1]],
  ['kg', 'case', [buildConversion(9000, 'case', 'g')], [1, 9]],
  ['l', 'kg', [buildConversion(103, 'l', 'kg', 100)], [103, 100]],
  ['ml', 'g', [buildConversion(103, 'l', 'kg', 100)], [103, 100]],
  ['case', 'each', [buildConversion(24, 'case', 'each')], [24, 1]],
  ['case', 'each', [buildConversion(6, 'case', 'tray'), buildConversion(30, 'tray', 'each')], [180, 1]],
  [
    'case',
    'kg',
    [
      buildConversion(6, 'case', 'tray'),
      buildConversion(30, 'tray', 'each'),
      buildConversion(58, 'each', 'g'),
    ],
    [261, 25],
  ],
  ['case', 'dozen', [buildConversion(24, 'case', 'each')], [2, 1]],
  ['case', 'dozen', [buildConversion(1, 'each', 'case', 24)], [2, 1]],
  ['case', 'tray', [buildConversion(24, 'case', 'each'), buildConversion(6, 'tray', 'each')], [4, 1]],
  ['bag', 'kg', [buildConversion(25, 'bag', 'kg')], [25, 1]],
  ['bag', 'kg', [buildConversion(25, 'sack', 'kg')], null],
  ['each', 'kg', [buildConversion(1, 'each', 'kg', 3)], [1, 3]],
])('one %s in %s', (from, to, conversions, expected) => {
  const ratio = findRatio(from, to, units, conversions);
  expect(ratio && [ratio.num, ratio.den]).toEqual(expected);
});

test('a conversion that isn’t on the path may be out of range, but not one on the path', () => {
  const unitsWithTiniest = [...units, buildUnit('speck', 'mass', 1, Number.MAX_SAFE_INTEGER)];
  const crates = [buildConversion(7919, 'crate', 'kg')];
  expect(findRatio('crate', 'g', unitsWithTiniest, crates)).toEqual({ num: 7_919_000, den: 1 });
  expect(() => findRatio('crate', 'speck', unitsWithTiniest, crates)).toThrow(
    expect.objectContaining({ code: 'OUT_OF_RANGE' }),
  );
});

test('converting back and forth gives the same quantity, even through a third unit', () => {
  const someUnit = fc.constantFrom('g', 'kg', 'lb', 'each', 'dozen', 'case', 'bag');
  const conversions = [
    buildConversion(24, 'case', 'each'),
    buildConversion(55, 'each', 'g'),
    buildConversion(25, 'bag', 'kg'),
  ];
  const getRatio = (from: string, to: string) =>
    findRatio(from, to, units, conversions) ?? { num: 0, den: 1 };
  fc.assert(
    fc.property(someUnit, someUnit, someUnit, (a, b, c) => {
      expect(multiplyRatio(getRatio(a, b), getRatio(b, a))).toEqual({ num: 1, den: 1 });
      expect(multiplyRatio(getRatio(a, b), getRatio(b, c))).toEqual(getRatio(a, c));
    }),
  );
});
