import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CostedItem, CostSources } from './recipe-cost.ts';
import {
  computeChangePercent,
  recostAffectedRecipes,
  exceedsPercent,
  isSameCost,
  findAffectedRecipes,
} from './effects.ts';
import { type Exact, exact, parseExactDecimal } from '#core/exact.ts';
import type { Component } from './recipe.ts';
import { type RecipeToCost, rollUpCosts } from './roll-up.ts';

const money = (text: string): Exact | null => (text === '-' ? null : parseExactDecimal(Number(text)));

const changes: [before: string, after: string, percent: number | null][] = [
  ['10', '12', 20],
  ['12', '10', -16.67],
  ['10', '10', 0],
  ['0', '10', null],
  ['-', '10', null],
  ['10', '-', null],
  ['0.003', '0.004', 33.33],
];
test.each(changes)('from %s to %s is a change of %s %%', (before, after, percent) => {
  expect(computeChangePercent(money(before), money(after))).toBe(percent);
});

const thresholds: [before: string, after: string, percent: number, isExceeded: boolean][] = [
  ['10', '10.5', 5, false],
  ['10', '10.500001', 5, true],
  ['10', '9.5', 5, false],
  ['10', '9.499999', 5, true],
  ['10', '10', 0, false],
  ['10', '10.000001', 0, true],
  ['0', '0.000001', 50, true],
  ['0', '0', 0, false],
  ['-', '10', 50, true],
  ['10', '-', 50, true],
  ['-', '-', 0, false],
];
test.each(thresholds)(
  'from %s to %s with a threshold of %s %% exceeds it: %s',
  (before, after, percent, isExceeded) => {
    expect(exceedsPercent(money(before), money(after), percent)).toBe(isExceeded);
  },
);

const buildLine = (fields: Partial<Component>): Component => ({
  itemId: null,
  recipeId: null,
  qty: 1,
  unit: 'kg',
  trimPercent: null,
  cookingPercent: null,
  alternatives: [],
  ...fields,
});
const buildRecipe = (...components: Component[]): RecipeToCost => ({
  yieldQty: 2,
  yieldUnit: 'kg',
  portions: 4,
  output: null,
  components,
});

test('a change affects recipes that use the component directly or indirectly, and no others', () => {
  const recipes = new Map([
    ['dough', buildRecipe(buildLine({ itemId: 'flour' }))],
    ['bread', buildRecipe(buildLine({ recipeId: 'dough' }))],
    ['toast', buildRecipe(buildLine({ recipeId: 'bread' }), buildLine({ itemId: 'butter' }))],
    ['soup', buildRecipe(buildLine({ itemId: 'tomato' }))],
    ['spare', buildRecipe(buildLine({ itemId: 'oil', alternatives: ['flour'] }))],
  ]);
  const findAffected = (items: string[], changed: string[] = []) =>
    [...findAffectedRecipes(recipes, { items: new Set(items), recipes: new Set(changed) })].toSorted();
  expect(findAffected(['flour'])).toEqual(['bread', 'dough', 'toast']);
  expect(findAffected(['butter'])).toEqual(['toast']);
  expect(findAffected([], ['bread'])).toEqual(['bread', 'toast']);
  expect(findAffected(['salt'])).toEqual([]);
});

test('R4, R6: recomputing affected recipes gives the same costs as recomputing all', () => {
  const size = 12;
  const recipeArbitrary = fc.array(
    fc.array(fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: size }), fc.integer({ min: 1, max: 9000 })), {
      minLength: 1,
      maxLength: 4,
    }),
    { minLength: 1, maxLength: size },
  );
  const costs = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(
      recipeArbitrary,
      costs,
      fc.nat({ max: 9 }),
      fc.integer({ min: 0, max: 99_999 }),
      (recipeLines, itemCosts, changedIndex, newCost) => {
        const recipes = new Map(
          recipeLines.map((lines, index) => [
            `r${index}`,
            buildRecipe(
              ...lines.map(([item, below, qty]) =>
                index > 0 && below < index
                  ? buildLine({ recipeId: `r${below}`, qty: qty / 1000 })
                  : buildLine({ itemId: `i${item}`, qty: qty / 1000 }),
              ),
            ),
          ]),
        );
        const buildItemLookup =
          (changed: boolean) =>
          (id: string): CostedItem => {
            const itemIndex = Number(id.slice(1));
            const cost = exact(
              BigInt(changed && itemIndex === changedIndex ? newCost : (itemCosts[itemIndex] ?? 0)),
              7n,
            );
            return {
              baseUnit: 'kg',
              conversions: [],
              yieldPercent: itemIndex === 3 ? 80 : null,
              cost,
              allergens: {},
            };
          };
        const buildSources = (changed: boolean): CostSources => ({
          getItem: buildItemLookup(changed),
          getRecipe: () => undefined,
          units: [{ _id: 'kg', dimension: 'mass', factorNum: 1000, factorDen: 1 }],
          allergens: [],
        });
        const before = rollUpCosts(recipes, buildSources(false));
        const recomputed = rollUpCosts(recipes, buildSources(true));
        const changed = { items: new Set([`i${changedIndex}`]), recipes: new Set<string>() };
        const recosted = recostAffectedRecipes(recipes, changed, {
          ...buildSources(true),
          getRecipe: (id) => before.get(id),
        });
        for (const id of recipes.keys()) {
          const actual = recosted.get(id) ?? before.get(id);
          expect(isSameCost(actual?.cost ?? null, recomputed.get(id)?.cost ?? null)).toBe(true);
        }
      },
    ),
  );
});
