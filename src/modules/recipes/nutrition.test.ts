import { describe, expect, it } from 'vitest';
import type { NutrientAmounts, Nutrition } from '#modules/items/nutrition.ts';
import { toNearestMicro } from '#core/exact.ts';
import { computeRecipeNutrition, type NutritionItem, type WeighedIngredient } from './nutrition.ts';
import type { Component } from './recipe.ts';
import type { RecipeToCost } from './roll-up.ts';

const units = [
  { _id: 'kg', dimension: 'mass', factorNum: 1000, factorDen: 1 },
  { _id: 'g', dimension: 'mass', factorNum: 1, factorDen: 1 },
  { _id: 'l', dimension: 'volume', factorNum: 1000, factorDen: 1 },
  { _id: 'each', dimension: 'count', factorNum: 1, factorDen: 1 },
];
const values = (amounts: Partial<Nutrition>): Nutrition => ({
  per: '100g',
  energyKj: 0,
  energyKcal: 0,
  fat: 0,
  saturates: 0,
  carbohydrate: 0,
  sugars: 0,
  fibre: null,
  protein: 0,
  salt: 0,
  ...amounts,
});
const buildItem = (fields: Partial<NutritionItem>): NutritionItem => ({
  baseUnit: 'kg',
  conversions: [],
  yieldPercent: null,
  cost: null,
  allergens: {},
  isFood: true,
  nutrition: null,
  ...fields,
});
const items: Record<string, NutritionItem> = {
  flour: buildItem({ nutrition: values({ energyKj: 1450, carbohydrate: 70, protein: 12, fibre: 3 }) }),
  // A quarter is lost by peeling.
  onion: buildItem({ yieldPercent: 75, nutrition: values({ energyKj: 160, carbohydrate: 8, fibre: 2 }) }),
  oil: buildItem({
    baseUnit: 'l',
    conversions: [{ fromUnit: 'l', toUnit: 'kg', num: 9, den: 10 }],
    nutrition: values({ per: '100ml', energyKj: 3400, fat: 92, saturates: 13 }),
  }),
  egg: buildItem({
    baseUnit: 'each',
    conversions: [{ fromUnit: 'each', toUnit: 'g', num: 50, den: 1 }],
    nutrition: values({ energyKj: 600, fat: 10, protein: 12.5, fibre: 0 }),
  }),
  herb: buildItem({ baseUnit: 'each', nutrition: values({}) }),
  wine: buildItem({ nutrition: values({ per: '100ml' }) }),
  spice: buildItem({}),
  box: buildItem({ baseUnit: 'each', isFood: false }),
};
const line = (id: string, qty: number, unit: string, more: Partial<Component> = {}): Component => ({
  itemId: id in items ? id : null,
  recipeId: id in items ? null : id,
  qty,
  unit,
  trimPercent: null,
  cookingPercent: null,
  alternatives: [],
  ...more,
});
const buildRecipe = (components: Component[], fields: Partial<RecipeToCost> = {}): RecipeToCost => ({
  yieldQty: 1,
  yieldUnit: 'kg',
  portions: null,
  output: null,
  components,
  ...fields,
});
const compute = (recipes: Record<string, RecipeToCost>) =>
  computeRecipeNutrition('dish', new Map(Object.entries(recipes)), {
    getItem: (id) => items[id],
    units,
    allergens: [],
  });
const listGrams = (ingredients: readonly WeighedIngredient[]) =>
  ingredients.map(({ itemId, recipeId, grams }) => [itemId ?? recipeId, grams && toNearestMicro(grams)]);

describe('nutrition values of a recipe', () => {
  const cases: [string, Record<string, RecipeToCost>, Partial<NutrientAmounts>][] = [
    [
      'are those of its only ingredient if nothing is lost',
      { dish: buildRecipe([line('flour', 1, 'kg')]) },
      { energyKj: 1450, carbohydrate: 70, protein: 12, fibre: 3 },
    ],
    [
      'exclude trimmings: 1 kg of onion as served is 1 kg of onion',
      { dish: buildRecipe([line('onion', 1, 'kg')]) },
      { energyKj: 160, carbohydrate: 8 },
    ],
    [
      'are concentrated by a cooking loss: 500 g as served are 1 kg before cooking',
      {
        dish: buildRecipe([line('onion', 500, 'g', { cookingPercent: 50 })], {
          yieldQty: 500,
          yieldUnit: 'g',
        }),
      },
      { energyKj: 320, carbohydrate: 16 },
    ],
    [
      'are concentrated by a yield below the ingredients, and diluted by one above them',
      { dish: buildRecipe([line('flour', 500, 'g')], { yieldQty: 2 }) },
      { energyKj: 362.5, carbohydrate: 17.5 },
    ],
    [
      'per 100 ml of an item are applied to its volume',
      { dish: buildRecipe([line('oil', 900, 'g')], { yieldUnit: 'g', yieldQty: 900 }) },
      { fat: 102.222222, energyKj: 3777.777778 },
    ],
    [
      'of pieces are applied to their weight',
      { dish: buildRecipe([line('egg', 20, 'each')]) },
      { energyKj: 600, protein: 12.5, fibre: 0 },
    ],
    [
      'are null for fibre if one ingredient has no value for it',
      { dish: buildRecipe([line('flour', 500, 'g'), line('oil', 0.5, 'kg')]) },
      { fibre: null, carbohydrate: 35 },
    ],
    [
      'include sub-recipes by their share of a batch, through all levels',
      {
        dish: buildRecipe([line('sauce', 500, 'g'), line('flour', 500, 'g')]),
        sauce: buildRecipe([line('base', 1, 'portion')], { yieldQty: 2 }),
        base: buildRecipe([line('onion', 4, 'kg')], { portions: 2, yieldQty: 3 }),
      },
      // 500 g of sauce contain 500 g of onion, from 2 kg in half a batch of base.
      { energyKj: 805, carbohydrate: 39 },
    ],
    [
      'ignore packaging',
      { dish: buildRecipe([line('flour', 1, 'kg'), line('box', 3, 'each')]) },
      { energyKj: 1450 },
    ],
  ];
  it.each(cases)('%s', (_, recipes, expected) => {
    const { per, per100, gaps } = compute(recipes);
    expect([per, gaps]).toEqual(['100g', []]);
    expect(per100).toMatchObject(expected);
  });

  it('per portion are those of the yield divided by the portions', () => {
    const dish = buildRecipe([line('flour', 1, 'kg')], { yieldQty: 1.25, portions: 5 });
    const { perPortion, portion, per100 } = compute({ dish });
    expect(portion).toBe(250);
    expect(per100).toMatchObject({ energyKj: 1160 });
    expect(perPortion).toMatchObject({ energyKj: 2900, carbohydrate: 140 });
  });

  it('are per 100 ml for a yield in litres, and per 100 g if the output has a density', () => {
    const soup = { yieldUnit: 'l', yieldQty: 2 };
    expect(compute({ dish: buildRecipe([line('flour', 1, 'kg')], soup) })).toMatchObject({
      per: '100ml',
      per100: { energyKj: 725 },
    });
    const output = { baseUnit: 'l', conversions: [{ fromUnit: 'l', toUnit: 'kg', num: 5, den: 4 }] };
    expect(compute({ dish: buildRecipe([line('flour', 1, 'kg')], { ...soup, output }) })).toMatchObject({
      per: '100g',
      per100: { energyKj: 580 },
    });
  });
});

describe('gaps', () => {
  const cases: [string, Record<string, RecipeToCost>, [kind: string, id: string][]][] = [
    ['an item without values', { dish: buildRecipe([line('spice', 1, 'g')]) }, [['nutrition', 'spice']]],
    ['an item without a weight', { dish: buildRecipe([line('herb', 1, 'each')]) }, [['weight', 'herb']]],
    ['an item without a volume', { dish: buildRecipe([line('wine', 1, 'kg')]) }, [['volume', 'wine']]],
    ['a unit without a conversion', { dish: buildRecipe([line('flour', 1, 'each')]) }, [['weight', 'flour']]],
    [
      'a yield in pieces without a weight',
      { dish: buildRecipe([line('flour', 1, 'kg')], { yieldUnit: 'each' }) },
      [['yield', 'dish']],
    ],
    [
      'a recipe without a valid version',
      { dish: buildRecipe([line('sauce', 1, 'kg')]) },
      [['version', 'sauce']],
    ],
    [
      'an item of a sub-recipe, once',
      {
        dish: buildRecipe([line('sauce', 1, 'kg'), line('spice', 1, 'g')]),
        sauce: buildRecipe([line('spice', 1, 'g')]),
      },
      [['nutrition', 'spice']],
    ],
    [
      'a sub-recipe that is used in pieces but yields kilograms',
      { dish: buildRecipe([line('sauce', 1, 'each')]), sauce: buildRecipe([line('flour', 1, 'kg')]) },
      [['weight', 'sauce']],
    ],
  ];
  it.each(cases)('name %s, and no values are declared', (_, recipes, expected) => {
    const { gaps, per100, perPortion } = compute(recipes);
    expect(gaps.map(({ kind, itemId, recipeId }) => [kind, itemId ?? recipeId])).toEqual(expected);
    expect([per100, perPortion]).toEqual([null, null]);
  });

  it('are empty for a recipe without ingredients, which has no values either', () => {
    expect(compute({ dish: buildRecipe([]) })).toMatchObject({ gaps: [], per100: null, ingredients: [] });
  });
});

describe('the ingredient list', () => {
  it('is in descending order of weight when used, with those of sub-recipes in the same order', () => {
    const { ingredients } = compute({
      dish: buildRecipe([
        line('egg', 2, 'each'),
        line('sauce', 300, 'g'),
        line('onion', 150, 'g', { cookingPercent: 50 }),
        line('flour', 100, 'g'),
        line('herb', 1, 'each'),
        line('flour', 150, 'g'),
        line('box', 1, 'each'),
      ]),
      sauce: buildRecipe([line('onion', 200, 'g'), line('oil', 1, 'l')]),
    });
    expect(listGrams(ingredients)).toEqual([
      ['sauce', 300],
      ['onion', 300],
      ['flour', 250],
      ['egg', 100],
      ['herb', null],
    ]);
    expect(listGrams(ingredients.find(({ recipeId }) => recipeId === 'sauce')?.parts ?? [])).toEqual([
      ['oil', 900],
      ['onion', 200],
    ]);
  });
});
