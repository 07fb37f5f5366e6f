import { expect, test } from 'vitest';
import { compareVersions } from './compare.ts';
import { exact, parseExactDecimal, toExact, formatExact, toNearestMicro, parseExact } from '#core/exact.ts';
import type { Component } from './recipe.ts';
import { computeBatches, parsePan, type RecipeScale, scaleRecipe } from './scaling.ts';

const buildLine = (
  itemId: string,
  qty: number,
  unit: string,
  overrides: Partial<Component> = {},
): Component => ({
  itemId,
  recipeId: null,
  qty,
  unit,
  trimPercent: null,
  cookingPercent: null,
  alternatives: [],
  ...overrides,
});
const pancakes = {
  yieldQty: 900,
  yieldUnit: 'g',
  portions: 6,
  components: [buildLine('flour', 250, 'g'), buildLine('egg', 3, 'each'), buildLine('milk', 0.5, 'l')],
};
const scaleQuantities = (scale: RecipeScale) => {
  const batches = computeBatches(scale, pancakes);
  return batches && scaleRecipe(pancakes, batches, (unit) => unit === 'each').map(({ qty }) => qty);
};
test.each<[RecipeScale, number[] | null]>([
  [{ kind: 'portions', portions: 12 }, [500, 6, 1]],
  [{ kind: 'portions', portions: 1 }, [41.666667, 1, 0.083333]],
  [{ kind: 'yield', qty: 450 }, [125, 2, 0.25]],
  // "I have 140 g of flour": tandoor#1154.
  [{ kind: 'ingredient', index: 0, qty: 140 }, [140, 2, 0.28]],
  [{ kind: 'ingredient', index: 9, qty: 140 }, null],
  [{ kind: 'portions', portions: 0 }, null],
  // Twice the width is four times the area; a 20 cm square has 400 cm², a 20 cm round pan only 314.16 cm².
  [{ kind: 'pan', from: [10], to: [20] }, [1000, 12, 2]],
  [{ kind: 'pan', from: [20, 30], to: [20, 15] }, [125, 2, 0.25]],
  [{ kind: 'pan', from: [20, 20], to: [20] }, [196.349541, 2, 0.392699]],
])('scaled to %j (R12)', (scale, expected) => {
  expect(scaleQuantities(scale)).toEqual(expected);
});

test.each([
  ['24', [24]],
  [' 20 x 30 ', [20, 30]],
  ['20×30', [20, 30]],
  ['٢٤', [24]],
  ['22,5', [22.5]],
  ['', null],
  ['0', null],
  ['20x', null],
  ['1x2x3', null],
  ['tin', null],
])('reads the pan %j (R12)', (text, pan) => {
  expect(parsePan(text)).toEqual(pan);
});

test('reports the exact quantity of rounded whole-number items (R12)', () => {
  const lines = scaleRecipe(pancakes, exact(14n, 25n), (unit) => unit === 'each');
  expect(lines.map(({ qty, unroundedQty }) => [qty, unroundedQty])).toEqual([
    [140, null],
    [2, 1.68],
    [0.28, null],
  ]);
  expect(scaleRecipe(pancakes, exact(1n, 100n), () => true).map(({ qty }) => qty)).toEqual([2, 1, 1]);
});

test('a number keeps its entered value after a round-trip conversion (R3)', () => {
  for (const value of [1, 0.1, 1 / 3, 140, 0.000001, 999_999.999999].map((number) =>
    Number(number.toFixed(6)),
  )) {
    const converted = parseExact(formatExact(toExact(value)));
    expect(toNearestMicro(converted)).toBe(value);
    const third = exact(converted.num, converted.den * 3n);
    expect(toNearestMicro(exact(third.num * 3n, third.den))).toBe(value);
  }
  expect(parseExactDecimal(3.6725)).toEqual(exact(36_725n, 10_000n));
  expect(parseExactDecimal(1e-8)).toEqual(exact(1n, 100_000_000n));
});

test('compares two versions line by line (R11)', () => {
  const after = {
    components: [
      buildLine('flour', 260, 'g'),
      buildLine('oil', 10, 'g'),
      buildLine('milk', 0.5, 'l'),
      buildLine('milk', 1, 'l'),
    ],
  };
  const lines = compareVersions(pancakes, after).map(({ before, after: afterLine, isSame }) => [
    before?.qty ?? null,
    afterLine?.qty ?? null,
    isSame,
  ]);
  expect(lines).toEqual([
    [250, 260, false],
    [null, 10, false],
    [0.5, 0.5, true],
    [null, 1, false],
    [3, null, false],
  ]);
});
