import { findRatio, type UnitFactor } from '#core/conversions.ts';
import {
  addExact,
  type Exact,
  exact,
  parseExactDecimal,
  toExactRatio,
  exactZero,
  divideExact,
  isGreater,
  multiplyExact,
  toNearestMicro,
} from '#core/exact.ts';
import { toExactOrNull } from '#core/quantity.ts';
import type { ItemUnits } from '#modules/prices/pack-price.ts';
import {
  type NutrientAmounts,
  nutrients,
  type Nutrition,
  type NutritionBasis,
} from '#modules/items/nutrition.ts';
import { type CostedItem, type CostSources, costRecipeContent } from './recipe-cost.ts';
import { getPortions } from './recipe.ts';
import { flattenRecipe, type RecipeToCost, rollUpCosts, sortBottomUp } from './roll-up.ts';

/** Data of an ingredient for nutrition values. */
export interface NutritionItem extends CostedItem {
  nutrition: Nutrition | null;
  /** False for packaging and consumables. */
  isFood: boolean;
}

export interface NutritionSources extends Omit<CostSources, 'getRecipe' | 'getItem'> {
  getItem(id: string): NutritionItem | undefined;
}

/**
 * Reasons why nutrition values can't be declared: an item has no values, an item or sub-recipe has no
 * conversion to a weight (or to a volume, if its values are per 100 ml), the recipe's yield has neither, or
 * a sub-recipe has no valid version.
 */
export const nutritionGaps = ['nutrition', 'weight', 'volume', 'yield', 'version'] as const;
export interface NutritionGap {
  kind: (typeof nutritionGaps)[number];
  itemId: string | null;
  recipeId: string | null;
}

/** An ingredient with its weight in one batch at the time of use: after trimming, before cooking. */
export interface WeighedIngredient {
  itemId: string | null;
  recipeId: string | null;
  /** In grams; null without a conversion. */
  grams: Exact | null;
}

export interface RecipeNutrition {
  /** Whether the values are per 100 g or, for a yield without a weight, per 100 ml; null without either. */
  per: NutritionBasis | null;
  /** Null while there are gaps. */
  per100: NutrientAmounts | null;
  perPortion: NutrientAmounts | null;
  /** Grams or millilitres of one portion. */
  portion: number | null;
  gaps: readonly NutritionGap[];
  /** In descending order of weight. The ingredients of a sub-recipe, at all levels, are in `parts`. */
  ingredients: readonly (WeighedIngredient & { parts: readonly WeighedIngredient[] })[];
}

const hundred = exact(100n, 1n);

/**
 * Computes the nutrition values of a recipe from its ingredients at all levels: the sum of their net
 * quantities times their values, divided by the yield of a batch, which takes water lost in cooking into
 * account (calculation from ingredients: Regulation (EU) 1169/2011, article 31(4)(b)). Packaging and
 * consumables are omitted.
 *
 * @param recipes the recipe and its sub-recipes
 */
export function computeRecipeNutrition(
  id: string,
  recipes: ReadonlyMap<string, RecipeToCost>,
  sources: NutritionSources,
): RecipeNutrition {
  const { getItem, units } = sources;
  const contents = new Map([...recipes].map(([key, recipe]) => [key, toNetContent(recipe, getItem)]));
  const measure = (item: ItemUnits, qty: Exact, dimension: 'mass' | 'volume'): Exact | null => {
    const ratio = findMetricRatio(item.baseUnit, dimension, item, units);
    return ratio && multiplyExact(qty, ratio);
  };
  const weigh = (amounts: ReadonlyMap<string, Exact>): WeighedIngredient[] =>
    [...amounts].map(([itemId, qty]) => {
      const item = getItem(itemId);
      return { itemId, recipeId: null, grams: item ? measure(item, qty, 'mass') : null };
    });
  const content = contents.get(id);
  const amounts = flattenRecipe(id, contents, sources);
  const gaps = findGaps(id, contents, sources);
  const output = content ? measureOutput(content, units) : null;
  if (!output) gaps.push({ kind: 'yield', itemId: null, recipeId: id });
  const total =
    gaps.length === 0 && amounts && amounts.size > 0 ? sumNutrients(amounts, getItem, measure) : null;
  const portion = content && output && divideExact(output.qty, parseExactDecimal(getPortions(content)));
  const scaleTo = (share: Exact | null | undefined) =>
    total && output && share ? scaleAmounts(total, divideExact(share, output.qty)) : null;
  return {
    per: output?.per ?? null,
    per100: scaleTo(hundred),
    perPortion: scaleTo(portion),
    portion: portion ? toNearestMicro(portion) : null,
    gaps,
    ingredients: content ? listIngredients(content, contents, sources, weigh) : [],
  };
}

/** Removes non-food components and trimming losses, so that quantities are those used in cooking. */
function toNetContent(recipe: RecipeToCost, getItem: NutritionSources['getItem']): RecipeToCost {
  const components = recipe.components
    .filter(({ itemId }) => itemId === null || getItem(itemId)?.isFood !== false)
    .map((component) => ({ ...component, trimPercent: 0 }));
  return { ...recipe, components };
}

/** Returns the grams or millilitres of one unit; null without a conversion. */
function findMetricRatio(
  unit: string,
  dimension: 'mass' | 'volume',
  { conversions }: Pick<ItemUnits, 'conversions'>,
  units: readonly UnitFactor[],
): Exact | null {
  for (const target of units.filter((candidate) => candidate.dimension === dimension)) {
    const ratio =
      target._id === unit
        ? { num: 1, den: 1 }
        : toExactOrNull(() => findRatio(unit, target._id, units, conversions));
    if (ratio)
      return multiplyExact(
        toExactRatio(ratio),
        toExactRatio({ num: target.factorNum, den: target.factorDen }),
      );
  }
  return null;
}

/** Returns the yield of a batch in grams or, without a conversion to a weight, in millilitres. */
function measureOutput(
  { yieldQty, yieldUnit, output }: RecipeToCost,
  units: readonly UnitFactor[],
): { per: NutritionBasis; qty: Exact } | null {
  const getYield = (dimension: 'mass' | 'volume') =>
    findMetricRatio(yieldUnit, dimension, output ?? { conversions: [] }, units);
  const grams = getYield('mass');
  const ratio = grams ?? getYield('volume');
  if (!ratio || !(yieldQty > 0)) return null;
  return { per: grams ? '100g' : '100ml', qty: multiplyExact(parseExactDecimal(yieldQty), ratio) };
}

function findGaps(
  id: string,
  contents: ReadonlyMap<string, RecipeToCost>,
  { getItem, units, ...sources }: NutritionSources,
): NutritionGap[] {
  const gaps = new Map<string, NutritionGap>();
  const add = (kind: NutritionGap['kind'], itemId: string | null, recipeId: string | null) => {
    // One gap per item is enough, because all missing data is entered on the item's page.
    const key = itemId ?? recipeId ?? '';
    if (!gaps.has(key)) gaps.set(key, { kind, itemId, recipeId });
  };
  for (const key of sortBottomUp(contents, [id]))
    for (const { itemId, recipeId } of contents.get(key)?.components ?? []) {
      const item = itemId === null ? undefined : getItem(itemId);
      if (recipeId !== null && !contents.has(recipeId)) add('version', null, recipeId);
      if (!item) continue;
      const isMissing = (dimension: 'mass' | 'volume') =>
        findMetricRatio(item.baseUnit, dimension, item, units) === null;
      if (!item.nutrition) add('nutrition', itemId, null);
      else if (isMissing('mass')) add('weight', itemId, null);
      else if (item.nutrition.per === '100ml' && isMissing('volume')) add('volume', itemId, null);
    }
  const costed = rollUpCosts(contents, { ...sources, getItem, units, getRecipe: () => undefined }).get(id);
  for (const { cause, itemId, subRecipeId } of costed?.missing ?? [])
    if (cause === 'conversion') add('weight', itemId, subRecipeId);
  return [...gaps.values()];
}

type ExactAmounts = Readonly<Record<keyof NutrientAmounts, Exact | null>>;

/** Sums nutrients; fibre is null unless it is known for every item. */
function sumNutrients(
  amounts: ReadonlyMap<string, Exact>,
  getItem: NutritionSources['getItem'],
  measure: (item: ItemUnits, qty: Exact, dimension: 'mass' | 'volume') => Exact | null,
): ExactAmounts | null {
  const sums = Object.fromEntries(nutrients.map((name) => [name, exactZero as Exact | null]));
  for (const [itemId, qty] of amounts) {
    const item = getItem(itemId);
    const values = item?.nutrition;
    const measured = item && values ? measure(item, qty, values.per === '100g' ? 'mass' : 'volume') : null;
    if (!values || !measured) return null;
    const share = divideExact(measured, hundred);
    for (const name of nutrients) {
      const [sum, amount] = [sums[name], values[name]];
      sums[name] =
        sum && amount !== null ? addExact(sum, multiplyExact(parseExactDecimal(amount), share)) : null;
    }
  }
  return sums as ExactAmounts;
}

const scaleAmounts = (amounts: ExactAmounts, factor: Exact): NutrientAmounts =>
  Object.fromEntries(
    nutrients.map((name) => {
      const amount = amounts[name];
      return [name, amount && toNearestMicro(multiplyExact(amount, factor))];
    }),
  ) as NutrientAmounts;

function listIngredients(
  content: RecipeToCost,
  contents: ReadonlyMap<string, RecipeToCost>,
  sources: NutritionSources,
  weigh: (amounts: ReadonlyMap<string, Exact>) => WeighedIngredient[],
): RecipeNutrition['ingredients'] {
  const getRecipe = (sub: string) => {
    const recipe = contents.get(sub);
    return recipe && { ...recipe, cost: null, missing: [], allergens: {} };
  };
  const { lines } = costRecipeContent(content, { ...sources, getRecipe });
  const used = new Map<string, { itemId: string | null; recipeId: string | null; qty: Exact | null }>();
  for (const [index, { itemId, recipeId }] of content.components.entries()) {
    const key = itemId ?? recipeId ?? '';
    const [qty, previous] = [lines[index]?.gross ?? null, used.get(key)];
    const sum = previous ? previous.qty && qty && addExact(previous.qty, qty) : qty;
    used.set(key, { itemId, recipeId, qty: sum });
  }
  const listed = [...used.values()].map(({ itemId, recipeId, qty }) => {
    if (itemId !== null) {
      const [weighed] = weigh(new Map([[itemId, qty ?? exactZero]]));
      return { itemId, recipeId, grams: qty && (weighed?.grams ?? null), parts: [] };
    }
    const sub = contents.get(recipeId ?? '');
    const output = sub ? measureOutput(sub, sources.units) : null;
    const parts = sortByWeight(weigh(flattenRecipe(recipeId ?? '', contents, sources) ?? new Map()));
    const perBatch = output?.per === '100g' ? output.qty : sumWeights(parts);
    return { itemId, recipeId, grams: qty && perBatch && multiplyExact(qty, perBatch), parts };
  });
  return sortByWeight(listed);
}

/** Sums weights; null if there are none or one is unknown. */
const sumWeights = (ingredients: readonly WeighedIngredient[]): Exact | null =>
  ingredients.reduce<Exact | null>(
    (sum, { grams }) => sum && grams && addExact(sum, grams),
    ingredients.length === 0 ? null : exactZero,
  );

/** Sorts by descending weight; those without a weight are last. */
const sortByWeight = <T extends WeighedIngredient>(ingredients: readonly T[]): T[] =>
  ingredients.toSorted(({ grams: a }, { grams: b }) =>
    a && b ? (isGreater(b, a) ? 1 : isGreater(a, b) ? -1 : 0) : Number(a === null) - Number(b === null),
  );
