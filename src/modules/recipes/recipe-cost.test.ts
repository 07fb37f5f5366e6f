import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { combineAllergens, type AllergenState } from './allergens.ts';
import {
  amountE4,
  type CostedItem,
  type CostedRecipe,
  costRecipeContent,
  type CostSources,
  computeFoodCost,
  computeCostPerPortion,
} from './recipe-cost.ts';
import { type Exact, exact, parseExactDecimal, toExact, addExact, multiplyExact } from '#core/exact.ts';
import { type Component, findCycle, portion, findVersionOn } from './recipe.ts';
import { flattenRecipe, type RecipeToCost, rollUpCosts } from './roll-up.ts';

const units = [
  { _id: 'lb', dimension: 'mass', factorNum: 453_592_37, factorDen: 100_000 },
  { _id: 'oz', dimension: 'mass', factorNum: 453_592_37, factorDen: 1_600_000 },
  { _id: 'kg', dimension: 'mass', factorNum: 1000, factorDen: 1 },
  { _id: 'g', dimension: 'mass', factorNum: 1, factorDen: 1 },
  { _id: 'l', dimension: 'volume', factorNum: 1000, factorDen: 1 },
  { _id: 'ml', dimension: 'volume', factorNum: 1, factorDen: 1 },
  { _id: 'each', dimension: 'count', factorNum: 1, factorDen: 1 },
];

const money = (amount: number) =>
  exact(parseExactDecimal(amount).num * 10_000n, parseExactDecimal(amount).den);
const buildItem = (
  baseUnit: string,
  cost: number | null,
  overrides: Partial<CostedItem> = {},
): CostedItem => ({
  baseUnit,
  conversions: [],
  yieldPercent: null,
  cost: cost === null ? null : money(cost),
  allergens: {},
  ...overrides,
});
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
const buildSources = (
  items: Record<string, CostedItem>,
  recipes: Record<string, CostedRecipe> = {},
): CostSources => ({
  getItem: (id) => items[id],
  getRecipe: (id) => recipes[id],
  units,
  allergens: ['milk', 'nuts'],
});
const computeCost = (components: Component[], sources: CostSources) => {
  const { cost, missing } = costRecipeContent({ components }, sources);
  return { cost: amountE4(cost), missing };
};

describe('cost of a batch', () => {
  // restaurantsprofitsystems.com, "Yield / Trim / Cook Loss": brisket of 12 lb at 3.99, 10.2 lb when trimmed, 6.9 lb when
  // cooked; the half pound on the plate costs 3.47 (3.4696 to the hundredth of a cent).
  it('adds trimming and cooking loss to the served quantity (R10)', () => {
    const sources = buildSources({ brisket: buildItem('lb', 3.99) });
    const portionLine = buildLine({
      itemId: 'brisket',
      qty: 8,
      unit: 'oz',
      trimPercent: 15,
      cookingPercent: 32.352941,
    });
    expect(computeCost([portionLine], sources).cost).toBe(34_696);
    const { lines } = costRecipeContent({ components: [portionLine] }, sources);
    // 0.5 lb / (6.9 / 12)
    expect(Number(lines[0]?.gross?.num) / Number(lines[0]?.gross?.den)).toBeCloseTo(0.869_565, 5);
  });

  test.each<[string, Component, number | null]>([
    [
      'a pack size is not a unit price: 300 ml of milk at 1.15 a litre',
      buildLine({ itemId: 'milk', qty: 300, unit: 'ml' }),
      3450,
    ],
    ['trim loss of the item', buildLine({ itemId: 'onion', qty: 1 }), 12_500],
    [
      'trim loss of the recipe, instead of the item',
      buildLine({ itemId: 'onion', qty: 1, trimPercent: 50 }),
      20_000,
    ],
    ['no trim loss, if the recipe sets 0', buildLine({ itemId: 'onion', qty: 1, trimPercent: 0 }), 10_000],
    ['a third stays exact until it is displayed', buildLine({ itemId: 'third', qty: 3 }), 10_000],
    ['units with a weight: 2 eggs of 50 g', buildLine({ itemId: 'egg', qty: 2, unit: 'each' }), 4000],
    ['part of a batch by its unit', buildLine({ recipeId: 'sauce', qty: 500, unit: 'ml' }), 30_000],
    ['portions of a batch', buildLine({ recipeId: 'sauce', qty: 3, unit: portion }), 45_000],
    ['a recipe without portions is one portion (R5)', buildLine({ recipeId: 'loaf', unit: portion }), 60_000],
    [
      'half a portion of such a recipe is half a batch (R5)',
      buildLine({ recipeId: 'loaf', qty: 0.5, unit: portion }),
      30_000,
    ],
    ['a recipe with a loss', buildLine({ recipeId: 'sauce', qty: 1, unit: 'l', trimPercent: 40 }), 100_000],
  ])('%s', (_name, component, expected) => {
    const sources = buildSources(
      {
        milk: buildItem('l', 1.15),
        onion: buildItem('kg', 1, { yieldPercent: 80 }),
        third: buildItem('kg', null, { cost: exact(10_000n, 3n) }),
        egg: buildItem('kg', 4, { conversions: [{ fromUnit: 'each', toUnit: 'g', num: 50, den: 1 }] }),
      },
      {
        sauce: {
          yieldQty: 2,
          yieldUnit: 'l',
          portions: 8,
          output: null,
          cost: money(12),
          missing: [],
          allergens: {},
        },
        loaf: {
          yieldQty: 2,
          yieldUnit: 'kg',
          portions: null,
          output: null,
          cost: money(6),
          missing: [],
          allergens: {},
        },
      },
    );
    expect(computeCost([component], sources).cost).toBe(expected);
  });

  it('is unknown if a cost or conversion is missing, with a list of the gaps (R1)', () => {
    const sub: CostedRecipe = {
      yieldQty: 1,
      yieldUnit: 'kg',
      portions: null,
      output: null,
      cost: null,
      missing: [
        { cause: 'cost', itemId: 'salt', subRecipeId: null, recipeId: null, unit: null, toUnit: null },
      ],
      allergens: {},
    };
    const sources = buildSources(
      { milk: buildItem('l', 1), salt: buildItem('kg', null), flour: buildItem('kg', 1) },
      { sub },
    );
    const { cost, missing } = computeCost(
      [
        buildLine({ itemId: 'milk', qty: 300, unit: 'g' }),
        buildLine({ itemId: 'salt' }),
        buildLine({ itemId: 'flour' }),
        buildLine({ recipeId: 'sub' }),
        buildLine({ recipeId: 'sub', unit: 'l' }),
        buildLine({ recipeId: 'sub', unit: portion }),
        buildLine({ recipeId: 'gone' }),
      ],
      sources,
    );
    expect(cost).toBeNull();
    const causes = missing.map(({ cause, itemId, subRecipeId, unit, toUnit }) =>
      [cause, itemId ?? subRecipeId, unit, toUnit].filter(Boolean).join(' '),
    );
    expect(causes).toEqual(['conversion milk g l', 'cost salt', 'conversion sub l kg', 'cost gone']);
  });

  it('computes the margin and food cost percentage of a price', () => {
    expect(computeFoodCost(money(3), money(10))).toEqual({ marginE4: 70_000, percent: 30 });
    expect(computeFoodCost(money(1), money(3)).percent).toBe(33.33);
    expect(computeFoodCost(null, money(3))).toEqual({ marginE4: null, percent: null });
    expect(computeFoodCost(money(1), money(0))).toEqual({ marginE4: null, percent: null });
  });

  it.each<[number | null, number | null, number | null]>([
    [10, 3, 33_333],
    [10, 1, 100_000],
    // A recipe without portions counts as one portion: a portion costs as much as the batch, on its page and
    // in other recipes.
    [10, null, 100_000],
    [null, 3, null],
    [null, null, null],
  ])('a batch costing %s in %s portions costs %s per portion (R5)', (cost, portions, expected) => {
    const batch = cost === null ? null : money(cost);
    expect(amountE4(computeCostPerPortion(batch, { portions }))).toBe(expected);
    const subRecipe = {
      yieldQty: 2,
      yieldUnit: 'kg',
      portions,
      output: null,
      cost: batch,
      missing: [],
      allergens: {},
    };
    const sources = buildSources({}, { subRecipe });
    expect(computeCost([buildLine({ recipeId: 'subRecipe', unit: portion })], sources).cost).toBe(expected);
  });
});

test.each<[AllergenState[], AllergenState]>([
  [['free', 'free'], 'free'],
  [['free', 'unknown'], 'unknown'],
  [['unknown', 'may_contain'], 'may_contain'],
  [['may_contain', 'contains', 'unknown'], 'contains'],
  [[], 'unknown'],
])('combines allergens %j to %s (R13)', (states, expected) => {
  expect(
    combineAllergens(
      states.map((milk) => ({ milk })),
      ['milk'],
    ),
  ).toEqual({ milk: expected });
});

it('combines the allergens of alternatives and components, and never reports free unless all are (R13)', () => {
  const free = { milk: 'free', nuts: 'free' } as const;
  const sources = buildSources({
    oil: buildItem('kg', 1, { allergens: free }),
    butter: buildItem('kg', 1, { allergens: { milk: 'contains', nuts: 'free' } }),
    mystery: buildItem('kg', 1),
  });
  const computeAllergens = (...components: Component[]) =>
    costRecipeContent({ components }, sources).allergens;
  expect(computeAllergens(buildLine({ itemId: 'oil' }))).toEqual(free);
  expect(computeAllergens(buildLine({ itemId: 'oil', alternatives: ['butter'] }))).toEqual({
    milk: 'contains',
    nuts: 'free',
  });
  expect(computeAllergens(buildLine({ itemId: 'butter' }), buildLine({ itemId: 'mystery' }))).toEqual({
    milk: 'contains',
    nuts: 'unknown',
  });
});

// 10 kg of bones make 7 portions of stock, and one portion of stock makes 3 portions of sauce. 1/21 has no
// finite decimal form.
test('a sub-recipe is used in portions or in its yield unit, exactly at every level (R5)', () => {
  const base = { yieldUnit: 'l', output: null };
  const recipes = new Map<string, RecipeToCost>([
    ['stock', { ...base, yieldQty: 14, portions: 7, components: [buildLine({ itemId: 'bones', qty: 10 })] }],
    [
      'sauce',
      {
        ...base,
        yieldQty: 3,
        portions: 3,
        components: [buildLine({ recipeId: 'stock', unit: portion })],
      },
    ],
    [
      'plate',
      {
        ...base,
        yieldQty: 1,
        portions: null,
        components: [buildLine({ recipeId: 'sauce', unit: portion })],
      },
    ],
    [
      'table',
      {
        ...base,
        yieldQty: 1,
        portions: 21,
        components: [buildLine({ recipeId: 'plate', qty: 21, unit: portion })],
      },
    ],
    // One portion of stock is 2 litres, and one portion of sauce is 1 litre.
    [
      'by litre',
      {
        ...base,
        yieldQty: 1,
        portions: 1,
        components: [buildLine({ recipeId: 'sauce', qty: 1000, unit: 'ml' })],
      },
    ],
    [
      'half a portion',
      {
        ...base,
        yieldQty: 1,
        portions: 1,
        components: [buildLine({ recipeId: 'stock', qty: 1, unit: 'l' })],
      },
    ],
  ]);
  const sources = buildSources({ bones: buildItem('kg', 2.1) });
  const bones = (id: string) => flattenRecipe(id, recipes, sources)?.get('bones');
  expect(bones('plate')).toEqual(exact(10n, 21n));
  expect(bones('by litre')).toEqual(exact(10n, 21n));
  expect(bones('half a portion')).toEqual(exact(5n, 7n));
  expect(bones('table')).toEqual(exact(10n, 1n));
  const costed = rollUpCosts(recipes, sources);
  // 10 kg at 2.10 cost 21.00: a plate costs 1.00, and a table of 21 plates costs 21.00.
  expect(amountE4(costed.get('plate')?.cost ?? null)).toBe(10_000);
  expect(amountE4(costed.get('table')?.cost ?? null)).toBe(210_000);
});

test.each([
  ['1:03-01', '02-28', null],
  ['1:03-01', '03-01', 1],
  ['1:03-01 2:03-05', '03-04', 1],
  ['1:03-01 2:03-05', '03-05', 2],
  // A version entered later replaces the upcoming one.
  ['1:03-01 2:04-01 3:03-10', '04-02', 3],
  ['1:03-10 2:03-01', '03-20', 2],
])('given versions %s, the version on %s is %s (R11)', (text, day, no) => {
  const versions = text
    .split(' ')
    .map((entry) => ({ no: Number(entry.split(':')[0]), validFrom: entry.split(':')[1] ?? '' }));
  expect(findVersionOn(versions, day)?.no ?? null).toBe(no);
});

test('reports a cycle with its path (R8)', () => {
  const uses: Record<string, string[]> = { a: ['b', 'c'], b: ['d'], c: ['d', 'e'], d: [], e: ['a'] };
  expect(findCycle('a', (id) => uses[id] ?? [])).toEqual(['a', 'c', 'e', 'a']);
  expect(findCycle('b', (id) => uses[id] ?? [])).toBeNull();
  expect(findCycle('x', (id) => (id === 'x' ? ['x'] : []))).toEqual(['x', 'x']);
});

describe('any tree of recipes', () => {
  let seed = 7;
  const random = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max;
  const pick = <T>(choices: readonly T[]): T => choices[random(choices.length)] as T;
  const buildMany = <T>(max: number, build: () => T) => Array.from({ length: 1 + random(max) }, build);

  function buildRandomRecipes() {
    const items = Object.fromEntries(
      Array.from({ length: 8 }, (_, n) => [
        `i${n}`,
        buildItem(pick(['kg', 'l']), null, {
          cost: exact(BigInt(1 + random(500_000)), BigInt(1 + random(40))),
          yieldPercent: pick([null, 80, 93.7, 61]),
        }),
      ]),
    );
    const recipes = new Map<
      string,
      Parameters<typeof rollUpCosts>[0] extends ReadonlyMap<string, infer R> ? R : never
    >();
    for (let n = 0; n < 14; n += 1) {
      const below = [...recipes.keys()];
      const components = buildMany(5, () => {
        const losses = { trimPercent: pick([null, 0, 12.5, 7]), cookingPercent: pick([null, 20, 33.333333]) };
        const qty = (1 + random(4000)) / pick([1, 7, 1000]);
        const amount = { ...losses, qty: Number(qty.toFixed(6)) };
        if (below.length > 0 && random(2) === 0)
          return buildLine({ ...amount, recipeId: pick(below), unit: pick([portion, 'g', 'kg']) });
        const itemId = pick(Object.keys(items));
        return buildLine({
          ...amount,
          itemId,
          unit: items[itemId]?.baseUnit === 'kg' ? pick(['kg', 'g', 'lb']) : 'ml',
        });
      });
      recipes.set(`r${n}`, {
        yieldQty: 1 + random(9),
        yieldUnit: 'kg',
        portions: pick([3, 7, 10]),
        output: null,
        components,
      });
    }
    return { items, recipes };
  }

  it('costs the same with all levels expanded (R4)', () => {
    for (let run = 0; run < 60; run += 1) {
      const { items, recipes } = buildRandomRecipes();
      const sources = buildSources(items);
      const costed = rollUpCosts(recipes, sources);
      for (const id of recipes.keys()) {
        const flat = flattenRecipe(id, recipes, sources);
        const expandedCost = [...(flat ?? [])].reduce((sum, [itemId, qty]) => {
          const cost = items[itemId]?.cost ?? toExact(0);
          const [num, den] = [qty.num * cost.num, qty.den * cost.den];
          return exact(sum.num * den + num * sum.den, sum.den * den);
        }, toExact(0));
        expect(expandedCost).toEqual(costed.get(id)?.cost);
      }
    }
  });

  it('costs the same with any recipes expanded, to any depth (R7)', () => {
    const { items, recipes } = buildRandomRecipes();
    const costed = rollUpCosts(recipes, buildSources(items));
    const sources = { ...buildSources(items), getRecipe: (id: string) => costed.get(id) };
    /** Cost of a batch with some sub-recipes expanded and the others as lines. */
    const computeTotal = (id: string, expandedIds: ReadonlySet<string>): Exact => {
      const content = recipes.get(id) as RecipeToCost;
      return costRecipeContent(content, sources).lines.reduce((sum, { gross, cost }, index) => {
        const sub = content.components[index]?.recipeId ?? '';
        const line = expandedIds.has(sub)
          ? multiplyExact(gross as Exact, computeTotal(sub, expandedIds))
          : (cost as Exact);
        return addExact(sum, line);
      }, toExact(0));
    };
    fc.assert(
      fc.property(fc.subarray([...recipes.keys()]), (expandedIds) => {
        const id = [...recipes.keys()].at(-1) as string;
        expect(computeTotal(id, new Set(expandedIds))).toEqual(costed.get(id)?.cost);
      }),
    );
  });

  it('recomputes recipes affected by a change with the same result as a full recalculation, and changes nothing else (R6)', () => {
    for (let run = 0; run < 60; run += 1) {
      const { items, recipes } = buildRandomRecipes();
      const before = rollUpCosts(recipes, buildSources(items));
      const changed = pick(Object.keys(items));
      const changedItems = {
        ...items,
        [changed]: { ...(items[changed] as CostedItem), cost: exact(123_457n, 11n) },
      };
      const full = rollUpCosts(recipes, buildSources(changedItems));
      const affected = new Set<string>();
      for (const [id, { components }] of recipes)
        if (components.some(({ itemId, recipeId }) => itemId === changed || affected.has(recipeId ?? '')))
          affected.add(id);
      const partial = rollUpCosts(new Map([...recipes].filter(([id]) => affected.has(id))), {
        ...buildSources(changedItems),
        getRecipe: (id) => before.get(id),
      });
      for (const [id, costed] of full) expect((partial.get(id) ?? before.get(id))?.cost).toEqual(costed.cost);
      expect(partial.size).toBe(affected.size);
    }
  });
});
