import { describe, expect, test } from 'vitest';
import {
  exceedsShownStock,
  exceedsStock,
  maxRoundingMicro,
  countMovesSinceEmpty,
  computeRoundingDifferenceMicro,
} from './stock-rounding.ts';

describe('stock that was rounded per line', () => {
  test.each<[title: string, taken: number, available: number, lines: number, difference: number]>([
    ['a case after three thirds', 1_000_000, 999_999, 4, 1],
    ['a case after twelve twelfths', 1_000_000, 999_996, 13, 4],
    ['the last third of a case', 333_333, 333_334, 3, -1],
    ['the last sixth of a case', 166_667, 166_665, 6, 2],
    ['exactly the available quantity', 1_000_000, 1_000_000, 9, 0],
    ['more than one millionth per line', 1_000_000, 999_997, 2, 0],
    ['more than the limit', 1_000_000, 1_000_000 - maxRoundingMicro - 1, 1000, 0],
    ['from an empty balance', 1, 0, 9, 0],
    ['from a balance below zero', 1, -1, 9, 0],
    ['a quantity no larger than the rounding difference', 1, 2, 9, 0],
  ])('is corrected when taking %s', (_title, taken, available, lines, difference) => {
    expect(computeRoundingDifferenceMicro(taken, available, lines)).toBe(difference);
  });

  test.each([
    [1_000_000, 999_999, 4, false],
    [1_000_000, 999_995, 4, true],
    [1_000_000, 1_000_000, 0, false],
    [1, 0, 9, true],
  ])('%i of %i after %i lines exceeds the stock: %s', (required, available, lines, exceeds) => {
    expect(exceedsStock(required, available, lines)).toBe(exceeds);
  });

  test.each([
    ['24 pieces of a case in stock as three thirds', 24, 23.999976, { num: 1, den: 24 }, false],
    ['a piece too many', 25, 23.999976, { num: 1, den: 24 }, true],
    ['a case of 12 kg', 1, 0.999999, { num: 12, den: 1 }, false],
    ['a gram too much', 1, 0.999, { num: 1, den: 1 }, true],
  ])('allows for rounding when comparing %s', (_title, qty, available, unit, exceeds) => {
    expect(exceedsShownStock(qty, available, unit)).toBe(exceeds);
  });

  test('counts moves since the balance was last empty', () => {
    const moves = [333_333, 333_333, 333_333, -5_000_000, 5_000_000].map((qtyMicro) => ({ qtyMicro }));
    expect(countMovesSinceEmpty(999_999, moves)).toBe(3);
    expect(countMovesSinceEmpty(0, moves)).toBe(0);
    expect(countMovesSinceEmpty(2_000_000, moves.slice(0, 2))).toBe(2);
  });
});
