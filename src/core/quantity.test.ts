import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ceilToStep,
  convertMicro,
  divideHalfEven,
  divideHalfEvenFast,
  fromMicro,
  invertRatio,
  multiplyRatio,
  QuantityError,
  toMicro,
  toSafeNumber,
} from './quantity.ts';

test.each([
  [2.5, 2_500_000],
  ['2.5', 2_500_000],
  [0.000001, 1],
  [1e-6, 1],
  [-0.3, -300_000],
  ['-0', 0],
  [' 12 ', 12_000_000],
  ['.5', 500_000],
  ['7.', 7_000_000],
  ['+1', 1_000_000],
  ['1.10000000', 1_100_000],
  [9e9, 9_000_000_000_000_000],
  ['9000000000.000000', 9_000_000_000_000_000],
  [1.005, 1_005_000],
])('%s is %i millionths', (value, micro) => {
  expect(toMicro(value)).toBe(micro);
});

test.each([
  [Number.NaN, 'NOT_A_NUMBER'],
  [Number.POSITIVE_INFINITY, 'NOT_A_NUMBER'],
  ['', 'NOT_A_NUMBER'],
  ['.', 'NOT_A_NUMBER'],
  ['-', 'NOT_A_NUMBER'],
  ['1e3', 'NOT_A_NUMBER'],
  ['1,5', 'NOT_A_NUMBER'],
  ['0x10', 'NOT_A_NUMBER'],
  ['1 000', 'NOT_A_NUMBER'],
  [0.1 + 0.2, 'TOO_PRECISE'],
  [1e-7, 'TOO_PRECISE'],
  [5e-324, 'TOO_PRECISE'],
  ['0.0000001', 'TOO_PRECISE'],
  ['9000000000.000001', 'OUT_OF_RANGE'],
  [-9_000_000_001, 'OUT_OF_RANGE'],
  [1e21, 'OUT_OF_RANGE'],
  [1.7e308, 'OUT_OF_RANGE'],
])('rejects %s: %s', (value, code) => {
  expect(() => toMicro(value)).toThrow(expect.objectContaining({ name: 'QuantityError', code }));
});

test('a quantity keeps its value in JSON', () => {
  const storable = fc.integer({ min: -8_500_000_000_000_000, max: 8_500_000_000_000_000 });
  fc.assert(
    fc.property(storable, (micro) => toMicro(JSON.parse(JSON.stringify(fromMicro(micro)))) === micro),
  );
});

test.each([
  [5n, 2n, 2n],
  [7n, 2n, 4n],
  [-5n, 2n, -2n],
  [-7n, 2n, -4n],
  [5n, -2n, -2n],
  [1n, 3n, 0n],
  [2n, 3n, 1n],
  [-2n, 3n, -1n],
  [6n, 3n, 2n],
  [0n, 9n, 0n],
])('%d / %d rounds half-even to %d', (a, b, expected) => {
  expect(divideHalfEven(a, b)).toBe(expected);
});

test('half-even rounding returns the nearest integer and is symmetric about zero', () => {
  const divisor = fc.bigInt({ min: 1n, max: 10n ** 20n });
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), divisor, (a, b) => {
      const distance = a - divideHalfEven(a, b) * b;
      expect(distance * 2n <= b && distance * 2n >= -b).toBe(true);
      expect(divideHalfEven(-a, b)).toBe(-divideHalfEven(a, b));
    }),
  );
});

test('rounding with plain numbers gives the same result, or null', () => {
  const anyInteger = fc.oneof(
    fc.integer({ min: 0, max: 999 }),
    fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    fc.integer({ min: 2 ** 52 - 3, max: 2 ** 52 + 3 }),
  );
  let plainCount = 0;
  fc.assert(
    fc.property(anyInteger, anyInteger, fc.boolean(), (a, b, isHalf) => {
      // Random values rarely fall on exact halves.
      const [num, den] = isHalf ? [a * b + b / 2, b] : [a, b];
      if (!Number.isInteger(num) || den === 0) return;
      const expected = divideHalfEvenFast(num, den);
      if (expected === null) expect(Math.max(num, den)).toBeGreaterThanOrEqual(2 ** 52);
      else
        expect([BigInt(expected), (plainCount += 1) > 0]).toEqual([
          divideHalfEven(BigInt(num), BigInt(den)),
          true,
        ]);
    }),
    { numRuns: 2000 },
  );
  expect(plainCount).toBeGreaterThan(100);
  expect([
    divideHalfEvenFast(-1, 2),
    divideHalfEvenFast(1e300, 3),
    divideHalfEvenFast(1, 0),
    divideHalfEvenFast(Number.NaN, 1),
  ]).toEqual(Array(4).fill(null));
});

test('12 cases of 12 x 750 g are 108 kg, and convert back', () => {
  const caseToGram = multiplyRatio({ num: 12, den: 1 }, { num: 750, den: 1 });
  const caseToKilo = multiplyRatio(caseToGram, { num: 1, den: 1000 });
  expect(caseToKilo).toEqual({ num: 9, den: 1 });
  expect(convertMicro(toMicro(12), caseToKilo)).toBe(toMicro(108));
  expect(convertMicro(toMicro(108), invertRatio(caseToKilo))).toBe(toMicro(12));
});

test('thirds are rounded once, half-even', () => {
  expect(convertMicro(toMicro(1), { num: 1, den: 3 })).toBe(333_333);
  expect(convertMicro(toMicro(2), { num: 1, den: 3 })).toBe(666_667);
  expect(convertMicro(1, { num: 1, den: 2 })).toBe(0);
  expect(convertMicro(3, { num: 1, den: 2 })).toBe(2);
});

test('rejects a quantity that is too large to be exact', () => {
  expect(() => convertMicro(9_000_000_000_000_000, { num: 2, den: 1 })).toThrow(QuantityError);
  expect(() => multiplyRatio({ num: 2 ** 40, den: 1 }, { num: 3 ** 20, den: 1 })).toThrow(QuantityError);
  expect(() => toSafeNumber(2n ** 53n)).toThrow(QuantityError);
});

test.each([
  [0, 6, 0],
  [1, 6, 6],
  [6, 6, 6],
  [7, 6, 12],
  [-7, 6, -6],
  [2.5, 0.75, 3],
])('%d in packs of %d is %d', (qty, pack, expected) => {
  expect(ceilToStep(toMicro(qty), toMicro(pack))).toBe(toMicro(expected));
});

test('rejects a pack size of 0', () => {
  expect(() => ceilToStep(1, 0)).toThrow(QuantityError);
});

test('rounding up to packs adds less than one pack', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 1, max: 1e9 }), (qty, step) => {
      const packed = ceilToStep(qty, step);
      expect(Math.abs(packed % step)).toBe(0);
      expect(packed - qty).toBeGreaterThanOrEqual(0);
      expect(packed - qty).toBeLessThan(step);
    }),
  );
});
