import { missingPriceCauses, costBases } from './recipe-cost.ts';
import { allergenStates } from '#modules/items/collection.ts';
import { nutritionBases } from '#modules/items/nutrition.ts';
import { nutritionGaps } from './nutrition.ts';
import { oneOf, mapOf, listOf, nullable, objectOf, type Shape, type Wire } from '#platform/shapes/shape.ts';

/**
 * Cause of a missing cost: an item has no cost, no preferred pack or no exchange rate, or a unit conversion is
 * missing.
 */
const missingCost = {
  cause: oneOf(['cost', 'conversion', ...missingPriceCauses]),
  itemId: 'id?',
  subRecipeId: 'id?',
  /** The recipe with the problem; null for the requested one. */
  recipeId: 'id?',
  unit: 'id?',
  toUnit: 'id?',
} as const satisfies Shape;

const allergenSet = mapOf(oneOf(allergenStates));

/** Recipe costs at list prices; null without access to costs. */
export const recipeCosts = {
  /** Per batch, and per portion. */
  cost: 'cost?',
  plateCost: 'cost?',
  /** Margin of the price without tax. */
  margin: 'cost?',
  foodCostPercent: 'number?',
  missing: listOf(missingCost),
  allergens: allergenSet,
  costedAt: 'moment?',
  /** Time of the first change not yet included in the cost; null if up to date. */
  pendingSince: 'moment?',
} as const satisfies Shape;

/** The unrounded cost, `num/den` of ten-thousandths, for scaling. */
const exact = 'text?';

/** Cost basis of an item: list falls back to the standard cost if no pack has a price. */
const source = nullable(oneOf(costBases));

const costLine = {
  itemId: 'id?',
  recipeId: 'id?',
  qty: 'quantity',
  unit: 'id',
  /** Including losses: of an item in its base unit, of a recipe in batches. */
  gross: 'quantity?',
  grossUnit: 'id?',
  cost: 'cost?',
  exact,
  source,
} as const satisfies Shape;

export const recipeCost = {
  recipeId: 'id',
  version: 'integer',
  validFrom: 'text',
  basis: oneOf(costBases, 'list'),
  place: 'id?',
  on: 'text',
  cost: 'cost?',
  exact,
  perPortion: 'cost?',
  margin: 'cost?',
  foodCostPercent: 'number?',
  isComplete: 'flag',
  missing: listOf(missingCost),
  lines: listOf(costLine),
  /** Items of a batch through all levels; null if a conversion is missing. */
  items: nullable(
    listOf({
      itemId: 'id',
      qty: 'quantity',
      unit: 'id',
      cost: 'cost?',
    }),
  ),
  allergens: allergenSet,
  pendingSince: 'moment?',
} as const satisfies Shape;
export type RecipeCost = Wire<typeof recipeCost>;

const nutrientAmounts = nullable(
  objectOf({
    energyKj: 'number',
    energyKcal: 'number',
    fat: 'number',
    saturates: 'number',
    carbohydrate: 'number',
    sugars: 'number',
    fibre: 'number?',
    protein: 'number',
    salt: 'number',
  }),
);

/** An ingredient as named on a label, in both languages; `text` is its own ingredient list. */
const labelledIngredient = {
  itemId: 'id?',
  recipeId: 'id?',
  title: 'text',
  titleAlt: 'text?',
  text: 'text?',
  textAlt: 'text?',
  /** Allergens that the ingredient contains. */
  contains: 'texts',
  /** Weight in one batch when used, in grams. */
  grams: 'quantity?',
} as const satisfies Shape;
export type LabelledIngredient = Wire<typeof labelledIngredient>;

/** Nutrition values and ingredient list of a recipe; see `RecipeNutrition`. */
export const recipeNutrition = {
  recipeId: 'id',
  on: 'day',
  per: nullable(oneOf(nutritionBases)),
  per100: nutrientAmounts,
  perPortion: nutrientAmounts,
  portion: 'quantity?',
  /** Whether a batch is divided into portions. */
  hasPortions: 'flag',
  gaps: listOf({
    kind: oneOf(nutritionGaps),
    itemId: 'id?',
    recipeId: 'id?',
    name: 'name',
    nameAlt: 'text?',
  }),
  ingredients: listOf({ ...labelledIngredient, parts: listOf(labelledIngredient) }),
} as const satisfies Shape;
export type RecipeNutritionData = Wire<typeof recipeNutrition>;

/** Ingredients and output of one batch; see `RecipeContent`. */
export const recipeContent = {
  yieldQty: 'quantity',
  yieldUnit: 'id',
  portions: 'number?',
  components: listOf({
    itemId: 'id?',
    recipeId: 'id?',
    qty: 'quantity',
    unit: 'id',
    trimPercent: 'number?',
    cookingPercent: 'number?',
    alternatives: 'texts',
  }),
} as const satisfies Shape;

/** A past, current or upcoming version of a recipe. */
export const recipeVersion = {
  no: 'integer',
  validFrom: 'text',
  createdAt: 'moment',
  isCurrent: 'flag',
  ...recipeContent,
  steps: 'texts',
  /** Per batch at current list prices. */
  cost: 'cost?',
} as const satisfies Shape;
export type RecipeVersion = Wire<typeof recipeVersion>;

/** A change in the history of a batch's cost at list prices. */
export const recipeCostStep = {
  seq: 'integer',
  at: 'moment',
  cost: 'cost?',
  plateCost: 'cost?',
  /** Cause: the recipe, an item, a unit or tax, or the start of a dated value. */
  cause: oneOf(['recipe', 'item', 'unit', 'day']),
  causeId: 'id?',
} as const satisfies Shape;
export type RecipeCostStep = Wire<typeof recipeCostStep>;

const ratio = {
  fromUnit: 'id',
  toUnit: 'id',
  num: 'factor',
  den: 'factor',
} as const satisfies Shape;

/** Exact costs of ingredients, for computing a recipe's cost while it is edited. `cost` is `num/den`. */
export const ingredients = {
  items: listOf({
    _id: 'key',
    baseUnit: 'id',
    conversions: listOf(ratio),
    yieldPercent: 'number?',
    cost: 'text?',
    /** Cause of an unknown cost; null if only a price is missing. */
    missingPriceCause: nullable(oneOf(missingPriceCauses)),
    allergens: allergenSet,
  }),
  recipes: listOf({
    _id: 'key',
    yieldQty: 'quantity',
    yieldUnit: 'id',
    portions: 'number?',
    output: nullable(
      objectOf({
        baseUnit: 'id',
        conversions: listOf(ratio),
      }),
    ),
    cost: 'text?',
    missing: listOf(missingCost),
    allergens: allergenSet,
  }),
} as const satisfies Shape;
export type Ingredients = Wire<typeof ingredients>;

/** A recipe that uses an item, directly or through sub-recipes. */
export const itemUse = {
  recipeId: 'id',
  name: 'name',
  nameAlt: 'text?',
  kind: 'text',
  /** Used as an ingredient or as an alternative, or within a sub-recipe. */
  usage: oneOf(['ingredient', 'alternative', 'within']),
  qty: 'quantity?',
  unit: 'id?',
  /** The sub-recipes through which it uses the item; empty if directly. */
  path: listOf({
    recipeId: 'id',
    name: 'name',
    nameAlt: 'text?',
  }),
  /** Quantity of the item per batch through all levels, in its base unit; null if unknown. */
  total: 'quantity?',
  /** Cost of that quantity at current list prices; null without access to costs, or if unknown. */
  cost: 'cost?',
  /** Share of the batch cost in percent. */
  costPercent: 'number?',
} as const satisfies Shape;
export type ItemUse = Wire<typeof itemUse>;
