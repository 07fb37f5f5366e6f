import { expect, it } from 'vitest';
import { toMicro } from '#core/quantity.ts';
import { findExceededTypicalQuantity, findUnusualPriceReference } from './unusual.ts';

it.each([
  ['far beyond all known amounts', 200, [2, 1.5, null], 2],
  ['five times the largest is still plausible', 10, [2, 1], null],
  ['just beyond five times', 10.000001, [2, 1], 2],
  ['nothing to compare with', 1000, [null, null], null],
  ['zeros are ignored', 1000, [0, null], null],
])('%s', (_case, qty, known, usual) => {
  const knownMicro = known.map((value) => (value === null ? null : toMicro(value)));
  expect(findExceededTypicalQuantity(toMicro(qty), knownMicro)).toBe(usual === null ? null : toMicro(usual));
});

it.each([
  ['a thousand times the last one', 20_000, 20, 20],
  ['a thousandth of it', 0.02, 20, 20],
  ['five times is expensive, but plausible', 100, 20, null],
  ['a fifth is cheap, but plausible', 4, 20, null],
  ['more than five times', 100.01, 20, 20],
  ['less than a fifth', 3.99, 20, 20],
  ['the first price', 20_000, null, null],
  ['no previous cost', 20_000, 0, null],
  ['a free sample', 0, 20, null],
])('a price: %s', (_case, price, known, expected) => {
  expect(findUnusualPriceReference(price, known)).toBe(expected);
});
