import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ItemConversion, ratioBetween, type UnitFactor } from './conversions.ts';
import { multiplyRatio } from './quantity.ts';

const unit = (_id: string, dimension: string, factorNum: number, factorDen = 1): UnitFactor => ({
  _id,
  dimension,
  factorNum,
  factorDen,
});
const conversion = (num: number, fromUnit: string, toUnit: string, den = 1): ItemConversion => ({
  fromUnit,
  toUnit,
  num,
  den,
});

const units = [
  unit('g', 'mass', 1),
  unit('kg', 'mass', 1000),
  unit('lb', 'mass', 45_359_237, 100_000),
  unit('ml', 'volume', 1),
  unit('l', 'volume', 1000),
  unit('each', 'count', 1),
  unit('dozen', 'count', 12),
  unit('case', 'count', 1),
  unit('tray', 'count', 1),
];

test.each<[string, string, ItemConversion[], [number, number] | null]>([
  ['kg', 'kg', [], [1, 1]],
  ['kg', 'g', [], [1000, 1]],
  ['g', 'kg', [], [1, 1000]],
  ['lb', 'kg', [], [45_359_237, 100_000_000]],
  ['dozen', 'each', [], [12, 1]],
  ['kg', 'l', [], null],
  ['case', 'g', [], null],
  ['case', 'g', [conversion(12 * 750, 'case', 'g')], [9000, 1]],
  ['case', 'kg', [conversion(9000, 'case', 'g')], [9, 1]],
  ['kg', 'case', [conversion(9000, 'case', 'g')], [1, 9]],
  ['l', 'kg', [conversion(103, 'l', 'kg', 100)], [103, 100]],
  ['ml', 'g', [conversion(103, 'l', 'kg', 100)], [103, 100]],
  ['case', 'each', [conversion(24, 'case', 'each')], [24, 1]],
  ['case', 'each', [conversion(6, 'case', 'tray'), conversion(30, 'tray', 'each')], [180, 1]],
  [
    'case',
    'kg',
    [conversion(6, 'case', 'tray'), conversion(30, 'tray', 'each'), conversion(58, 'each', 'g')],
    [261, 25],
  ],
  ['case', 'dozen', [conversion(24, 'case', 'each')], [2, 1]],
  ['case', 'dozen', [conversion(1, 'each', 'case', 24)], [2, 1]],
  ['case', 'tray', [conversion(24, 'case', 'each'), conversion(6, 'tray', 'each')], [4, 1]],
  ['bag', 'kg', [conversion(25, 'bag', 'kg')], [25, 1]],
  ['bag', 'kg', [conversion(25, 'sack', 'kg')], null],
  ['each', 'kg', [conversion(1, 'each', 'kg', 3)], [1, 3]],
])('one %s in %s', (from, to, conversions, expected) => {
  const ratio = ratioBetween(from, to, units, conversions);
  expect(ratio && [ratio.num, ratio.den]).toEqual(expected);
});

test('a conversion off the path may be out of range; one on the path may not', () => {
  const huge = [...units, unit('speck', 'mass', 1, Number.MAX_SAFE_INTEGER)];
  const crates = [conversion(7919, 'crate', 'kg')];
  expect(ratioBetween('crate', 'g', huge, crates)).toEqual({ num: 7_919_000, den: 1 });
  expect(() => ratioBetween('crate', 'speck', huge, crates)).toThrow(
    expect.objectContaining({ code: 'OUT_OF_RANGE' }),
  );
});

test('converting there and back gives the same quantity, also through a third unit', () => {
  const someUnit = fc.constantFrom('g', 'kg', 'lb', 'each', 'dozen', 'case', 'bag');
  const conversions = [
    conversion(24, 'case', 'each'),
    conversion(55, 'each', 'g'),
    conversion(25, 'bag', 'kg'),
  ];
  const between = (from: string, to: string) =>
    ratioBetween(from, to, units, conversions) ?? { num: 0, den: 1 };
  fc.assert(
    fc.property(someUnit, someUnit, someUnit, (a, b, c) => {
      expect(multiplyRatio(between(a, b), between(b, a))).toEqual({ num: 1, den: 1 });
      expect(multiplyRatio(between(a, b), between(b, c))).toEqual(between(a, c));
    }),
  );
});
