import { expect, test } from 'vitest';
import { type ConversionError, findConversionErrors } from './conversion-errors.ts';

const units = (
  [
    ['g', 'mass', 1],
    ['kg', 'mass', 1000],
    ['ml', 'volume', 1],
    ['l', 'volume', 1000],
    ['each', 'count', 1],
    ['dozen', 'count', 12],
    ['case', 'count', 1],
    ['tray', 'count', 1],
  ] as const
).map(([_id, dimension, factorNum]) => ({ _id, dimension, factorNum, factorDen: 1 }));

type Line = readonly [fromUnit: string, num: number, toUnit: string, den?: number];

test.each<[string, Line[], (readonly [number, ConversionError['reason'], (readonly [number, number])?])[]]>([
  ['no conversions', [], []],
  ['a case in grams', [['case', 9000, 'g']], []],
  ['a case in pieces, whose ratio the dimension does not define', [['case', 24, 'each']], []],
  [
    'a chain of conversions',
    [
      ['case', 6, 'tray'],
      ['tray', 30, 'each'],
      ['each', 58, 'g'],
    ],
    [],
  ],
  ['the weight of a litre', [['l', 103, 'kg', 100]], []],
  ['a dozen of ten', [['dozen', 10, 'each']], []],
  ['a kilogram of 900 grams', [['kg', 900, 'g']], [[0, 'contradictory', [1000, 1]]]],
  ['a kilogram of 1,000 grams', [['kg', 1000, 'g']], [[0, 'redundant', [1000, 1]]]],
  [
    'a pack with the same size in another unit',
    [
      ['case', 9, 'kg'],
      ['case', 9000, 'g'],
    ],
    [[1, 'redundant', [9000, 1]]],
  ],
  [
    'a pack with a different size in another unit',
    [
      ['case', 9, 'kg'],
      ['case', 18_000, 'g'],
    ],
    [[1, 'contradictory', [9000, 1]]],
  ],
  [
    'a pair in the opposite direction',
    [
      ['case', 24, 'each'],
      ['each', 1, 'case', 20],
    ],
    [[1, 'contradictory', [1, 24]]],
  ],
  [
    'a case of 24 pieces and of 3 dozen',
    [
      ['case', 24, 'each'],
      ['case', 3, 'dozen'],
    ],
    [[1, 'contradictory', [2, 1]]],
  ],
  [
    'the weights of a piece and a case',
    [
      ['each', 58, 'g'],
      ['case', 9, 'kg'],
    ],
    [],
  ],
  [
    'a cycle, and a valid line after it',
    [
      ['case', 6, 'tray'],
      ['tray', 30, 'each'],
      ['case', 100, 'each'],
      ['each', 58, 'g'],
    ],
    [[2, 'contradictory', [180, 1]]],
  ],
  [
    'a ratio that cannot be exact',
    [
      ['case', 999_999_937, 'kg', 999_999_893],
      ['tray', 999_999_883, 'kg', 999_999_797],
      ['case', 1, 'tray'],
    ],
    [[2, 'inexact']],
  ],
])('checks %s', (_title, lines, expected) => {
  const conversions = lines.map(([fromUnit, num, toUnit, den = 1]) => ({ fromUnit, toUnit, num, den }));
  const errors = findConversionErrors(conversions, units);
  expect(
    errors.map(({ index, reason, ratio }) =>
      ratio ? [index, reason, [ratio.num, ratio.den]] : [index, reason],
    ),
  ).toEqual(expected);
});

test('reports a contradiction with the path that implies a different ratio (R2)', () => {
  const buildLine = (fromUnit: string, num: number, toUnit: string) => ({ fromUnit, toUnit, num, den: 1 });
  const [error] = findConversionErrors(
    [
      buildLine('case', 6, 'tray'),
      buildLine('tray', 30, 'each'),
      buildLine('each', 58, 'g'),
      buildLine('case', 11, 'kg'),
    ],
    units,
  );
  expect(error).toEqual({
    index: 3,
    reason: 'contradictory',
    ratio: { num: 261, den: 25 },
    path: [
      { from: 'case', to: 'tray', ratio: { num: 6, den: 1 } },
      { from: 'tray', to: 'each', ratio: { num: 30, den: 1 } },
      { from: 'each', to: 'g', ratio: { num: 58, den: 1 } },
      { from: 'g', to: 'kg', ratio: { num: 1, den: 1000 } },
    ],
  });
});
