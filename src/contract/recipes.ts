import { z } from 'zod';
import { costBases, missingPriceCauses } from '#domain/recipes/costing.ts';
import { allergenStates } from './items.ts';
import { id } from './common.ts';
import { calendarDate } from './numbers.ts';
import { recipes } from './resources/recipes.ts';
import { schemaOf, schemasOf } from './resources/schemas.ts';

const amount = z.number().nullable();

/**
 * Why and where a cost is missing: an item without a cost (or without a preferred pack or exchange rate), or
 * a unit without a conversion.
 */
export const missingCost = z.object({
  what: z.enum(['cost', 'conversion', ...missingPriceCauses]),
  itemId: z.string().nullable(),
  subRecipeId: z.string().nullable(),
  /** The recipe with the problem; null for the requested one. */
  recipeId: z.string().nullable(),
  unit: z.string().nullable(),
  toUnit: z.string().nullable(),
});

export const allergenSet = z.record(z.string(), z.enum(allergenStates));

/** A recipe with its cost by list prices; null without access to costs. */
export const recipeRow = schemasOf(recipes).row.extend({
  /** Per batch, and per portion. */
  cost: amount,
  plateCost: amount,
  /** Margin of the price without tax. */
  margin: amount,
  foodCostPercent: amount,
  missing: z.array(missingCost),
  allergens: allergenSet,
  costedAt: z.string().nullable(),
  /** Time of the first change not yet included in the cost; null if up to date. */
  pendingSince: z.string().nullable(),
});

export const costQueryParams = z.object({
  basis: z.enum(costBases, `One of ${costBases.join(', ')}`).default('list'),
  /** For the average cost: the location. */
  place: id.optional(),
  on: calendarDate.optional(),
});

/** Cost basis of an item: list falls back to the standard cost if no pack has a price. */
const source = z.enum(costBases).nullable();

/** The unrounded cost, `num/den` of ten-thousandths, for scaling. */
const exact = z.string().nullable();

const costLine = z.object({
  itemId: z.string().nullable(),
  recipeId: z.string().nullable(),
  qty: z.number(),
  unit: z.string(),
  /** Including losses: of an item in its base unit, of a recipe in batches. */
  gross: z.number().nullable(),
  grossUnit: z.string().nullable(),
  cost: amount,
  exact,
  source,
});

export const recipeCost = z.object({
  recipeId: z.string(),
  version: z.number(),
  validFrom: z.string(),
  basis: z.enum(costBases),
  place: z.string().nullable(),
  on: z.string(),
  cost: amount,
  exact,
  perPortion: amount,
  margin: amount,
  foodCostPercent: amount,
  isComplete: z.boolean(),
  missing: z.array(missingCost),
  lines: z.array(costLine),
  /** Items of a batch through all levels; null if a conversion is missing. */
  items: z
    .array(z.object({ itemId: z.string(), qty: z.number(), unit: z.string(), cost: amount }))
    .nullable(),
  allergens: allergenSet,
  pendingSince: z.string().nullable(),
});
export type RecipeCost = z.infer<typeof recipeCost>;

/** A past, current or announced version of a recipe. */
export const recipeVersion = z.object({
  no: z.number(),
  validFrom: z.string(),
  createdAt: z.string(),
  isCurrent: z.boolean(),
  yieldQty: z.number(),
  yieldUnit: z.string(),
  portions: z.number().nullable(),
  components: schemaOf(recipes.fields.components),
  steps: schemaOf(recipes.fields.steps),
  /** Per batch at current list prices. */
  cost: amount,
});
export type RecipeVersion = z.infer<typeof recipeVersion>;

/** A change in the history of a batch's cost by list prices. */
export const recipeCostStep = z.object({
  seq: z.number(),
  at: z.string(),
  cost: amount,
  plateCost: amount,
  /** Cause: the recipe, an item, a unit or tax, or the start of a dated value. */
  why: z.enum(['recipe', 'item', 'unit', 'day']),
  whyId: z.string().nullable(),
});
export type RecipeCostStep = z.infer<typeof recipeCostStep>;

export const recipeCostingQueryParams = z.object({
  items: z.string().max(20_000).optional(),
  recipes: z.string().max(20_000).optional(),
});

const ratio = z.object({ fromUnit: z.string(), toUnit: z.string(), num: z.number(), den: z.number() });

/** Exact costs of ingredients, for an editor that computes costs while typing. `cost` is `num/den`. */
export const ingredients = z.object({
  items: z.array(
    z.object({
      _id: z.string(),
      baseUnit: z.string(),
      conversions: z.array(ratio),
      yieldPercent: z.number().nullable(),
      cost: z.string().nullable(),
      /** Why it is unknown, if more than a price is missing. */
      lacks: z.enum(missingPriceCauses).nullable(),
      allergens: allergenSet,
    }),
  ),
  recipes: z.array(
    z.object({
      _id: z.string(),
      yieldQty: z.number(),
      yieldUnit: z.string(),
      portions: z.number().nullable(),
      output: z.object({ baseUnit: z.string(), conversions: z.array(ratio) }).nullable(),
      cost: z.string().nullable(),
      missing: z.array(missingCost),
      allergens: allergenSet,
    }),
  ),
});
export type Ingredients = z.infer<typeof ingredients>;

/** A recipe that uses an item, directly or through sub-recipes. */
export const itemUse = z.object({
  recipeId: z.string(),
  name: z.string(),
  nameAlt: z.string().nullable(),
  kind: z.string(),
  /** Directly: as an ingredient, or as an alternative. */
  how: z.enum(['ingredient', 'alternative', 'within']),
  qty: z.number().nullable(),
  unit: z.string().nullable(),
  /** The sub-recipes through which it uses the item; empty if directly. */
  path: z.array(z.object({ recipeId: z.string(), name: z.string(), nameAlt: z.string().nullable() })),
  /** Quantity of the item per batch through all levels, in its base unit; null if unknown. */
  total: z.number().nullable(),
  /** Its cost at current list prices; null without access to costs, or if unknown. */
  cost: z.number().nullable(),
  /** Its share of the batch cost in percent. */
  costPercent: z.number().nullable(),
});
export type ItemUse = z.infer<typeof itemUse>;
