import { findRatio, type UnitFactor } from '#core/conversions.ts';
import type { ItemUnits } from '#modules/prices/pack-price.ts';
import { toExactOrNull, type Ratio, toSafeNumber } from '#core/quantity.ts';
import { type AllergenSet, combineAllergens } from './allergens.ts';
import {
  type Exact,
  exact,
  parseExactDecimal,
  toExactRatio,
  exactOne,
  divideExact,
  addExact,
  roundExact,
  multiplyExact,
  exactZero,
} from '#core/exact.ts';
import { type Component, portion, getPortions, type RecipeContent } from './recipe.ts';

/** Cost basis of a recipe: moving average of the stock, last receipt, list price, or standard cost. */
export const costBases = ['average', 'last', 'list', 'standard'] as const;
export type CostBasis = (typeof costBases)[number];

/** Cost bases with a history; the standard cost has none. */
export const changingBases = ['list', 'last', 'average'] as const;
export type ChangingBasis = (typeof changingBases)[number];

/** Cost data of an item. */
export interface CostedItem extends ItemUnits {
  /** Usable share after trimming, in percent; null for all of it. */
  yieldPercent: number | null;
  /** Cost of one purchased base unit in ten-thousandths; null if unknown. */
  cost: Exact | null;
  /** Cause of the unknown cost; undefined if only a price is missing. */
  missingPriceCause?: MissingPriceCause | undefined;
  allergens: AllergenSet;
}

/**
 * `preferred`: several packs have a price and none is preferred. `rate`: the currency of the price has no
 * rate on the day.
 */
export const missingPriceCauses = ['preferred', 'rate'] as const;
export type MissingPriceCause = (typeof missingPriceCauses)[number];

/** Cost data of a sub-recipe. */
export interface CostedRecipe {
  yieldQty: number;
  yieldUnit: string;
  portions: number | null;
  /** Units of the output, if it is an item. */
  output: ItemUnits | null;
  /** Cost of one batch in ten-thousandths; null if something is missing. */
  cost: Exact | null;
  missing: readonly MissingCost[];
  allergens: AllergenSet;
}

/**
 * Cause of an unknown cost: an item has no cost, no preferred pack or no exchange rate, or a unit conversion
 * is missing. `recipeId` is the recipe with the problem; null for the requested one.
 */
export interface MissingCost {
  cause: 'cost' | 'conversion' | MissingPriceCause;
  itemId: string | null;
  /** The recipe, if the component is one. */
  subRecipeId: string | null;
  recipeId: string | null;
  /** Units of a missing conversion: from and to. */
  unit: string | null;
  toUnit: string | null;
}

/** Input data for costing. */
export interface CostSources {
  getItem(id: string): CostedItem | undefined;
  getRecipe(id: string): CostedRecipe | undefined;
  units: readonly UnitFactor[];
  /** Names of all allergens. */
  allergens: readonly string[];
}

/** One component with its cost. */
export interface CostedLine {
  /**
   * Quantity to buy (an item, in its base unit) or to make (a recipe, in batches); null without a conversion.
   */
  gross: Exact | null;
  cost: Exact | null;
  missing: readonly MissingCost[];
}

export interface CostedContent {
  lines: readonly CostedLine[];
  cost: Exact | null;
  missing: readonly MissingCost[];
  allergens: AllergenSet;
}

/**
 * Computes the cost of one batch: each component's quantity divided by its trimming and cooking yield, in the
 * item's base unit or the recipe's batches, times its cost. The sum is exact; callers round it. It is null if
 * conversions or costs are missing, which are listed. Used by the server, and by the editor while the user
 * types.
 */
export function costRecipeContent(
  content: Pick<RecipeContent, 'components'>,
  sources: CostSources,
): CostedContent {
  const lines = content.components.map((component) => costLine(component, sources));
  const missing = removeDuplicates(lines.flatMap((line) => line.missing));
  const isKnown = lines.every(({ cost }) => cost !== null);
  const cost = isKnown ? lines.reduce((sum, line) => addExact(sum, line.cost ?? exactZero), exactZero) : null;
  const sets = content.components.flatMap(({ itemId, recipeId, alternatives }) => [
    (itemId === null ? sources.getRecipe(recipeId ?? '') : sources.getItem(itemId))?.allergens ?? {},
    ...alternatives.map((id) => sources.getItem(id)?.allergens ?? {}),
  ]);
  return { lines, cost, missing, allergens: combineAllergens(sets, sources.allergens) };
}

function costLine(component: Component, sources: CostSources): CostedLine {
  const { itemId, recipeId } = component;
  const gross = computeGross(component, sources);
  const item = itemId === null ? undefined : sources.getItem(itemId);
  const sub = recipeId === null ? undefined : sources.getRecipe(recipeId);
  const componentRef = { itemId, subRecipeId: recipeId, recipeId: null };
  const missing: MissingCost[] = [];
  if (gross === null && (item ?? sub)) {
    const toUnit = item?.baseUnit ?? sub?.yieldUnit ?? null;
    missing.push({ cause: 'conversion', ...componentRef, unit: component.unit, toUnit });
  }
  for (const cause of sub?.missing ?? []) missing.push({ ...cause, recipeId: cause.recipeId ?? recipeId });
  const cost = (item ?? sub)?.cost ?? null;
  if (cost === null && !sub)
    missing.push({ cause: item?.missingPriceCause ?? 'cost', ...componentRef, unit: null, toUnit: null });
  return { gross, cost: gross && cost ? multiplyExact(gross, cost) : null, missing };
}

/** Computes the quantity before losses: of an item in its base unit, of a recipe in batches. */
function computeGross(component: Component, sources: CostSources): Exact | null {
  const { itemId, recipeId, qty, trimPercent, cookingPercent } = component;
  const item = itemId === null ? undefined : sources.getItem(itemId);
  const sub = recipeId === null ? undefined : sources.getRecipe(recipeId);
  const ratio = item && findUnitRatio(component.unit, item.baseUnit, sources.units, item);
  const share = ratio
    ? toExactRatio(ratio)
    : sub
      ? computeBatchesPerUnit(component.unit, sub, sources.units)
      : null;
  const trim = trimPercent ?? 100 - (item?.yieldPercent ?? 100);
  const [untrimmed, uncooked] = [computeGrossFactor(trim), computeGrossFactor(cookingPercent ?? 0)];
  if (!share || !untrimmed || !uncooked) return null;
  return multiplyExact(multiplyExact(parseExactDecimal(qty), share), multiplyExact(untrimmed, uncooked));
}

/** Computes the factor for a loss in percent; null if nothing remains. */
function computeGrossFactor(lostPercent: number): Exact | null {
  if (lostPercent === 0) return exactOne;
  const remainingPercent = parseExactDecimal(Number((100 - lostPercent).toFixed(6)));
  return remainingPercent.num > 0n ? divideExact(exact(100n, 1n), remainingPercent) : null;
}

/** Computes the number of batches in one unit, or one portion, of a recipe; null without a conversion. */
export function computeBatchesPerUnit(
  unit: string,
  recipe: Pick<CostedRecipe, 'yieldQty' | 'yieldUnit' | 'portions' | 'output'>,
  units: readonly UnitFactor[],
): Exact | null {
  if (unit === portion) return divideExact(exactOne, parseExactDecimal(getPortions(recipe)));
  const ratio = findUnitRatio(unit, recipe.yieldUnit, units, recipe.output ?? { conversions: [] });
  if (!ratio || !(recipe.yieldQty > 0)) return null;
  return divideExact(toExactRatio(ratio), parseExactDecimal(recipe.yieldQty));
}

const findUnitRatio = (
  from: string,
  to: string,
  units: readonly UnitFactor[],
  { conversions }: Pick<ItemUnits, 'conversions'>,
): Ratio | null =>
  from === to ? { num: 1, den: 1 } : toExactOrNull(() => findRatio(from, to, units, conversions));

function removeDuplicates(causes: readonly MissingCost[]): MissingCost[] {
  const key = ({ cause, itemId, subRecipeId, recipeId, unit, toUnit }: MissingCost) =>
    // An item without a cost is reported once, wherever it occurs.
    cause !== 'conversion' && itemId !== null
      ? itemId
      : [cause, itemId, subRecipeId, recipeId, unit, toUnit].join(' ');
  const byKey = new Map<string, MissingCost>();
  for (const cause of causes) if (!byKey.has(key(cause))) byKey.set(key(cause), cause);
  return [...byKey.values()];
}

/** Converts an exact amount to ten-thousandths, rounded half-even; null if out of range. */
export const amountE4 = (amount: Exact | null): number | null =>
  amount && toExactOrNull(() => toSafeNumber(roundExact(amount)));

/** Computes the cost of one portion; null if the batch cost is unknown. */
export const computeCostPerPortion = (
  cost: Exact | null,
  recipe: Pick<RecipeContent, 'portions'>,
): Exact | null => cost && divideExact(cost, parseExactDecimal(getPortions(recipe)));

/**
 * Computes the margin in ten-thousandths and the food cost in percent, to two decimals. `price` excludes tax.
 */
export function computeFoodCost(
  cost: Exact | null,
  price: Exact | null,
): { marginE4: number | null; percent: number | null } {
  if (!cost || !price || price.num <= 0n) return { marginE4: null, percent: null };
  const percent = divideExact(multiplyExact(cost, exact(100n, 1n)), price);
  return {
    marginE4: amountE4(addExact(price, { num: -cost.num, den: cost.den })),
    percent: Number(roundExact(multiplyExact(percent, exact(100n, 1n)))) / 100,
  };
}
