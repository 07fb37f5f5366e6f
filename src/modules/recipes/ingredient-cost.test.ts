import { expect, test } from 'vitest';
import { computeIngredientCostMicro } from './ingredient-cost.ts';

const units = [
  { _id: 'kg', dimension: 'mass', factorNum: 1000, factorDen: 1 },
  { _id: 'g', dimension: 'mass', factorNum: 1, factorDen: 1 },
  { _id: 'case', dimension: 'count', factorNum: 1, factorDen: 1 },
  { _id: 'ml', dimension: 'volume', factorNum: 1, factorDen: 1 },
];
const buildItem = (overrides = {}) => ({
  baseUnit: 'kg',
  recipeUnit: 'g' as string | null,
  yieldPercent: null as number | null,
  standardCost: null as number | null,
  conversions: [{ fromUnit: 'case', toUnit: 'kg', num: 12, den: 1 }],
  ...overrides,
});
const buildPack = (overrides = {}) => ({
  unit: 'kg',
  contentsQty: 25,
  price: 50 as number | null,
  preferred: true,
  ...overrides,
});

test.each([
  ['a pack of 25 kg for 50, in grams', buildItem(), [buildPack()], 2000],
  ['the same, in the base unit', buildItem({ recipeUnit: null }), [buildPack()], 2_000_000],
  ['the same, with a yield of 80 %', buildItem({ yieldPercent: 80 }), [buildPack()], 2500],
  [
    'a case of 12 kg for 90, with a yield of 50 %',
    buildItem({ recipeUnit: 'kg', yieldPercent: 50 }),
    [buildPack({ unit: 'case', contentsQty: 1, price: 90 })],
    15_000_000,
  ],
  [
    'no intermediate rounding: 3 kg for 1.00, with a yield of a third',
    buildItem({ recipeUnit: 'kg', yieldPercent: 33.333333 }),
    [buildPack({ contentsQty: 3, price: 1 })],
    1_000_000,
  ],
  [
    'the preferred pack, regardless of the other prices',
    buildItem({ recipeUnit: null, standardCost: 9 }),
    [buildPack({ preferred: false, price: 10 }), buildPack({ price: 100 })],
    4_000_000,
  ],
  [
    'the standard cost if the preferred pack has no price',
    buildItem({ standardCost: 3 }),
    [buildPack({ price: null })],
    3000,
  ],
  [
    'the only pack, preferred or not',
    buildItem({ recipeUnit: null, standardCost: 3 }),
    [buildPack({ preferred: false }), buildPack({ preferred: false, price: null })],
    2_000_000,
  ],
  [
    'the standard cost if none of several packs is preferred',
    buildItem({ recipeUnit: null, standardCost: 3 }),
    [buildPack({ preferred: false }), buildPack({ preferred: false, price: 75 })],
    3_000_000,
  ],
  [
    'the standard cost alone, with a yield',
    buildItem({ recipeUnit: null, standardCost: 3, yieldPercent: 60 }),
    [],
    5_000_000,
  ],
  ['rounded half to even', buildItem({ standardCost: 0.0005, recipeUnit: 'g' }), [], 0],
  ['rounded half to even, upwards', buildItem({ standardCost: 0.0015, recipeUnit: 'g' }), [], 2],
  ['no price at all', buildItem(), [], null],
  ['a yield of 0', buildItem({ standardCost: 3, yieldPercent: 0 }), [], null],
  ['a recipe unit without a conversion', buildItem({ standardCost: 3, recipeUnit: 'ml' }), [], null],
  ['a pack unit without a conversion', buildItem(), [buildPack({ unit: 'bag' })], null],
])('cost in a recipe: %s', (_name, ingredient, packs, expected) => {
  expect(computeIngredientCostMicro(ingredient, packs, units)).toBe(expected);
});
