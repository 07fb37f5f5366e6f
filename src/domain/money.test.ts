import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { averageE4, fromE4, toE4, valueOf } from './money.ts';
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
])('%s is refused: %s', (value, code) => {
  expect(() => toE4(value)).toThrow(expect.objectContaining({ code }));
});

test('money survives the wire exactly', () => {
  const kept = fc.integer({ min: -5_000_000_000_000_000, max: 5_000_000_000_000_000 });
  fc.assert(fc.property(kept, (e4) => toE4(JSON.parse(JSON.stringify(fromE4(e4)))) === e4));
});

test.each([
  [2.5, 10, 25],
  [0.333333, 3, 1.0],
  [0.000001, 49, 0],
  [0.000001, 51, 0.0001],
  [0.000001, 50, 0],
  [0.000001, 150, 0.0002],
  [-2, 3.5, -7],
])('%d at %d each is worth %d', (qty, cost, value) => {
  expect(fromE4(valueOf(toMicro(qty), toE4(cost)))).toBe(value);
});

test('large quantities at large costs are exact', () => {
  expect(valueOf(toMicro(1_000_000), toE4(123_456.789))).toBe(toE4(123_456_789_000));
});

test('an average has no answer without a quantity, and one below zero', () => {
  expect(averageE4(toE4(5), 0)).toBeNull();
  expect(averageE4(toE4(2200), toMicro(20))).toBe(toE4(110));
  expect(averageE4(toE4(-500), toMicro(-5))).toBe(toE4(100));
});
