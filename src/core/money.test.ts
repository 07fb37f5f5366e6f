import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  computeAverageE4,
  computeAverageMicro,
  fromE4,
  fromPriceMicro,
  convertCostToPriceMicro,
  convertPriceMicro,
  toE4,
  toPriceMicro,
  computeValueAtPrice,
  computeValue,
} from './money.ts';
import { toMicro } from './quantity.ts';

test.each([
  [19.99, 199_900],
  ['0.0001', 1],
  [-5, -50_000],
  [9e11, 9_000_000_000_000_000],
])('%s is %i ten-thousandths', (value, e4) => {
  expect(toE4(value)).toBe(e4);
});

test.each([
  [0.00001, 'TOO_PRECISE'],
  ['900000000000.0001', 'OUT_OF_RANGE'],
  ['ten', 'NOT_A_NUMBER'],
])('rejects %s: %s', (value, code) => {
  expect(() => toE4(value)).toThrow(expect.objectContaining({ code }));
});

test('money keeps its value in JSON', () => {
  const storable = fc.integer({ min: -5_000_000_000_000_000, max: 5_000_000_000_000_000 });
  fc.assert(fc.property(storable, (e4) => toE4(JSON.parse(JSON.stringify(fromE4(e4)))) === e4));
});

test.each([
  [2.5, 10, 25],
  [0.333333, 3, 1.0],
  [0.000001, 49, 0],
  [0.000001, 51, 0.0001],
  [0.000001, 50, 0],
  [0.000001, 150, 0.0002],
  [-2, 3.5, -7],
])('%d at %d each has a value of %d', (qty, cost, value) => {
  expect(fromE4(computeValue(toMicro(qty), toE4(cost)))).toBe(value);
});

test('large quantities at high costs are exact', () => {
  expect(computeValue(toMicro(1_000_000), toE4(123_456.789))).toBe(toE4(123_456_789_000));
});

test('an average cost is null without a quantity, and supports negative quantities', () => {
  expect(computeAverageE4(toE4(5), 0)).toBeNull();
  expect(computeAverageE4(toE4(2200), toMicro(20))).toBe(toE4(110));
  expect(computeAverageE4(toE4(-500), toMicro(-5))).toBe(toE4(100));
});

test.each([
  [0.002081, 2_081],
  ['2.080606', 2_080_606],
  [-5, -5_000_000],
  [8_500_000_000, 8_500_000_000_000_000],
])('%s is %i millionths of the currency', (value, micro) => {
  expect(toPriceMicro(value)).toBe(micro);
});

test.each([
  [0.000_000_1, 'TOO_PRECISE'],
  ['0.0000001', 'TOO_PRECISE'],
  ['8500000000.000001', 'OUT_OF_RANGE'],
])('rejects a price of %s: %s', (value, code) => {
  expect(() => toPriceMicro(value)).toThrow(expect.objectContaining({ code }));
});

test('prices keep their value in JSON', () => {
  const stored = fc.integer({ min: -8_500_000_000_000_000, max: 8_500_000_000_000_000 });
  fc.assert(
    fc.property(stored, (micro) => {
      expect(toPriceMicro(JSON.parse(JSON.stringify(fromPriceMicro(micro))))).toBe(micro);
    }),
  );
});

test.each([
  [100_000, 0.002081, 208.1],
  [1000, 2.080606, 2080.606],
  [1, 2.080606, 2.0806],
  [3, 2.080606, 6.2418],
  [1, 0.00005, 0],
  [1, 0.000051, 0.0001],
  [1, 0.00015, 0.0002],
  [-2, 3.500001, -7],
])('%d at a price of %d has a value of %d', (qty, price, value) => {
  expect(fromE4(computeValueAtPrice(toMicro(qty), toPriceMicro(price)))).toBe(value);
});

test('a price with four decimals gives the same value as a cost in ten-thousandths', () => {
  const qtyMicro = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });
  fc.assert(
    fc.property(qtyMicro, fc.integer({ min: 0, max: 1_000_000_000 }), (qty, costE4) => {
      expect(computeValueAtPrice(qty, convertCostToPriceMicro(costE4))).toBe(computeValue(qty, costE4));
    }),
  );
});

test('prices are converted between units and computed from values, rounded once', () => {
  expect(convertPriceMicro(toPriceMicro(0.002081), { num: 1000, den: 1 })).toBe(toPriceMicro(2.081));
  expect(convertPriceMicro(toPriceMicro(1), { num: 1, den: 3 })).toBe(toPriceMicro(0.333333));
  expect(computeAverageMicro(toE4(208.1), toMicro(100_000))).toBe(toPriceMicro(0.002081));
  expect(computeAverageMicro(toE4(208.1), 0)).toBeNull();
  const outOfRange = expect.objectContaining({ code: 'OUT_OF_RANGE' });
  expect(() => convertPriceMicro(toPriceMicro(100_000_000), { num: 1_000_000_000, den: 1 })).toThrow(
    outOfRange,
  );
  expect(() => computeAverageMicro(toE4(9e11), toMicro(1))).toThrow(outOfRange);
});
