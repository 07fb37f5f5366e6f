import { ratioBetween, type UnitFactor } from '../conversions.ts';
import type { ItemUnits } from '../costing/pack-price.ts';
import { exactOrNull, type Ratio, toSafeNumber } from '../quantity.ts';
import { type AllergenSet, allergensOf } from './allergens.ts';
import {
  type Exact,
  exact,
  exactDecimal,
  exactRatio,
  one,
  over,
  plus,
  roundExact,
  times,
  zero,
} from './exact.ts';
import { type Component, portion, portionsOf, type RecipeContent } from './recipe.ts';

/** By which prices a recipe is costed: what the stock is worth, the last receipt, the list, or the standard cost. */
export const costBases = ['average', 'last', 'list', 'standard'] as const;
export type CostBasis = (typeof costBases)[number];

/** An item as recipes cost it. */
export interface CostedItem extends ItemUnits {
  /** What is left of it after trimming, in percent; null: all of it. */
  yieldPercent: number | null;
  /** Of one base unit as it is bought, in ten-thousandths; null where it is not known. */
  cost: Exact | null;
  /** Why it is not known, where more is missing than a price. */
  lacks?: MissingPriceCause | undefined;
  allergens: AllergenSet;
}

/** Several packs have a price and none is preferred, or its price is in a money of which no rate is known on the day. */
export const missingPriceCauses = ['preferred', 'rate'] as const;
export type MissingPriceCause = (typeof missingPriceCauses)[number];

/** A recipe as those above it cost it. */
export interface CostedRecipe {
  yieldQty: number;
  yieldUnit: string;
  portions: number | null;
  /** The units of what it makes, where that is an item. */
  output: ItemUnits | null;
  /** Of one batch, in ten-thousandths; null where something is missing. */
  cost: Exact | null;
  missing: readonly MissingCost[];
  allergens: AllergenSet;
}

/**
 * Why a cost is not known: an item has none, nobody said by which of its packs, its money has no rate, or no conversion leads from the unit of a component to that of its item or
 * recipe. `recipeId` is the recipe in which it stands; null for the one that is asked about.
 */
export interface MissingCost {
  what: 'cost' | 'conversion' | MissingPriceCause;
  itemId: string | null;
  /** The recipe that a component is, where it is one. */
  subRecipeId: string | null;
  recipeId: string | null;
  /** Of a conversion: from which unit to which. */
  unit: string | null;
  toUnit: string | null;
}

/** Everything that a recipe is costed by. */
export interface CostSources {
  itemOf(id: string): CostedItem | undefined;
  recipeOf(id: string): CostedRecipe | undefined;
  units: readonly UnitFactor[];
  /** The names of all allergens. */
  allergens: readonly string[];
}

/** One component, costed. */
export interface CostedLine {
  /** What has to be bought of an item, in its base unit, or made of a recipe, in batches; null without a conversion. */
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
 * What one batch costs: of each component the quantity, over what trimming and cooking leave of it, in the item's base unit
 * or in batches of the recipe, at its cost; added up exactly, and rounded by whoever shows it. Without a conversion or a
 * cost it is not known, and what is missing says what mends it. The one costing of recipes, on the server and while typing.
 */
export function costRecipeContent(
  content: Pick<RecipeContent, 'components'>,
  sources: CostSources,
): CostedContent {
  const lines = content.components.map((component) => costLine(component, sources));
  const missing = distinct(lines.flatMap((line) => line.missing));
  const isKnown = lines.every(({ cost }) => cost !== null);
  const cost = isKnown ? lines.reduce((sum, line) => plus(sum, line.cost ?? zero), zero) : null;
  const sets = content.components.flatMap(({ itemId, recipeId, alternatives }) => [
    (itemId === null ? sources.recipeOf(recipeId ?? '') : sources.itemOf(itemId))?.allergens ?? {},
    ...alternatives.map((id) => sources.itemOf(id)?.allergens ?? {}),
  ]);
  return { lines, cost, missing, allergens: allergensOf(sets, sources.allergens) };
}

function costLine(component: Component, sources: CostSources): CostedLine {
  const { itemId, recipeId } = component;
  const gross = grossOf(component, sources);
  const item = itemId === null ? undefined : sources.itemOf(itemId);
  const sub = recipeId === null ? undefined : sources.recipeOf(recipeId);
  const about = { itemId, subRecipeId: recipeId, recipeId: null };
  const missing: MissingCost[] = [];
  if (gross === null && (item ?? sub)) {
    const toUnit = item?.baseUnit ?? sub?.yieldUnit ?? null;
    missing.push({ what: 'conversion', ...about, unit: component.unit, toUnit });
  }
  for (const each of sub?.missing ?? []) missing.push({ ...each, recipeId: each.recipeId ?? recipeId });
  const cost = (item ?? sub)?.cost ?? null;
  if (cost === null && !sub)
    missing.push({ what: item?.lacks ?? 'cost', ...about, unit: null, toUnit: null });
  return { gross, cost: gross && cost ? times(gross, cost) : null, missing };
}

/** What has to be there before anything is lost: of an item in its base unit, of a recipe in batches. */
function grossOf(component: Component, sources: CostSources): Exact | null {
  const { itemId, recipeId, qty, trimPercent, cookingPercent } = component;
  const item = itemId === null ? undefined : sources.itemOf(itemId);
  const sub = recipeId === null ? undefined : sources.recipeOf(recipeId);
  const ratio = item && unitRatio(component.unit, item.baseUnit, sources.units, item);
  const share = ratio ? exactRatio(ratio) : sub ? batchesPer(component.unit, sub, sources.units) : null;
  const trim = trimPercent ?? 100 - (item?.yieldPercent ?? 100);
  const [untrimmed, uncooked] = [beforeLoss(trim), beforeLoss(cookingPercent ?? 0)];
  if (!share || !untrimmed || !uncooked) return null;
  return times(times(exactDecimal(qty), share), times(untrimmed, uncooked));
}

/** By how much more there has to be where so many percent are lost; null where nothing is left. */
function beforeLoss(lostPercent: number): Exact | null {
  if (lostPercent === 0) return one;
  const left = exactDecimal(Number((100 - lostPercent).toFixed(6)));
  return left.num > 0n ? over(exact(100n, 1n), left) : null;
}

/** How many batches of a recipe one of a unit, or one portion, is; null where nothing leads there. */
export function batchesPer(
  unit: string,
  recipe: Pick<CostedRecipe, 'yieldQty' | 'yieldUnit' | 'portions' | 'output'>,
  units: readonly UnitFactor[],
): Exact | null {
  if (unit === portion) return over(one, exactDecimal(portionsOf(recipe)));
  const ratio = unitRatio(unit, recipe.yieldUnit, units, recipe.output ?? { conversions: [] });
  if (!ratio || !(recipe.yieldQty > 0)) return null;
  return over(exactRatio(ratio), exactDecimal(recipe.yieldQty));
}

const unitRatio = (
  from: string,
  to: string,
  units: readonly UnitFactor[],
  { conversions }: Pick<ItemUnits, 'conversions'>,
): Ratio | null =>
  from === to ? { num: 1, den: 1 } : exactOrNull(() => ratioBetween(from, to, units, conversions));

function distinct(all: readonly MissingCost[]): MissingCost[] {
  const key = ({ what, itemId, subRecipeId, recipeId, unit, toUnit }: MissingCost) =>
    // An item without a cost is one thing to mend, wherever it stands.
    what !== 'conversion' && itemId !== null
      ? itemId
      : [what, itemId, subRecipeId, recipeId, unit, toUnit].join(' ');
  const first = new Map<string, MissingCost>();
  for (const each of all) if (!first.has(key(each))) first.set(key(each), each);
  return [...first.values()];
}

/** An exact amount of money in ten-thousandths, rounded half-even; null where it is beyond exact numbers. */
export const amountE4 = (amount: Exact | null): number | null =>
  amount && exactOrNull(() => toSafeNumber(roundExact(amount)));

/** What one portion of a recipe costs, of what a batch does; null where that is not known. */
export const costPerPortion = (cost: Exact | null, recipe: Pick<RecipeContent, 'portions'>): Exact | null =>
  cost && over(cost, exactDecimal(portionsOf(recipe)));

/**
 * What of a price is left for the business, in ten-thousandths, and what share of it the food takes, in millionths of a
 * percent. `price` is without tax.
 */
export function computeFoodCost(
  cost: Exact | null,
  price: Exact | null,
): { marginE4: number | null; percent: number | null } {
  if (!cost || !price || price.num <= 0n) return { marginE4: null, percent: null };
  const percent = over(times(cost, exact(100n, 1n)), price);
  return {
    marginE4: amountE4(plus(price, { num: -cost.num, den: cost.den })),
    percent: Number(roundExact(times(percent, exact(100n, 1n)))) / 100,
  };
}
