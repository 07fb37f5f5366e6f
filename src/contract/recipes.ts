import { z } from 'zod';
import { costBases, missingPriceCauses } from '#domain/recipes/costing.ts';
import { allergenStates } from './items.ts';
import { id } from './common.ts';
import { calendarDate } from './numbers.ts';
import { recipes } from './resources/recipes.ts';
import { schemaOf, schemasOf } from './resources/schemas.ts';

const amount = z.number().nullable();

/** Why a cost is not known, and where: the item without one (or without a preferred pack, or a rate of its money), or the unit from which nothing leads to another. */
export const missingCost = z.object({
  what: z.enum(['cost', 'conversion', ...missingPriceCauses]),
  itemId: z.string().nullable(),
  subRecipeId: z.string().nullable(),
  /** The recipe in which it stands; null for the one that is asked about. */
  recipeId: z.string().nullable(),
  unit: z.string().nullable(),
  toUnit: z.string().nullable(),
});

export const allergenSet = z.record(z.string(), z.enum(allergenStates));

/** A recipe with what it costs by list prices. Without the right to see costs they are null. */
export const recipeRow = schemasOf(recipes).row.extend({
  /** Of a batch, and of a portion. */
  cost: amount,
  plateCost: amount,
  /** What is left of the price without tax. */
  margin: amount,
  foodCostPercent: amount,
  missing: z.array(missingCost),
  allergens: allergenSet,
  costedAt: z.string().nullable(),
  /** Since when prices have changed that its cost may not tell of yet; null while it tells of all. */
  pendingSince: z.string().nullable(),
});

export const costQuery = z.object({
  basis: z.enum(costBases, `One of ${costBases.join(', ')}`).default('list'),
  /** Of the average: what it is worth there. */
  place: id.optional(),
  on: calendarDate.optional(),
});

/** By which prices an item is costed: the list has the standard cost where no pack has a price. */
const source = z.enum(costBases).nullable();

/** The same cost before it is rounded, `num/den` of ten-thousandths, for who scales it. */
const exact = z.string().nullable();

const costLine = z.object({
  itemId: z.string().nullable(),
  recipeId: z.string().nullable(),
  qty: z.number(),
  unit: z.string(),
  /** With what is lost: of an item in its base unit, of a recipe in batches. */
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
  /** What a batch takes of items through all levels; null where a conversion is missing. */
  items: z
    .array(z.object({ itemId: z.string(), qty: z.number(), unit: z.string(), cost: amount }))
    .nullable(),
  allergens: allergenSet,
  pendingSince: z.string().nullable(),
});
export type RecipeCost = z.infer<typeof recipeCost>;

/** A recipe as it was, is, or will be made from a day on. */
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
  /** Of a batch by today's list prices. */
  cost: amount,
});
export type RecipeVersion = z.infer<typeof recipeVersion>;

/** A step of what a batch costs by list prices. */
export const recipeCostStep = z.object({
  seq: z.number(),
  at: z.string(),
  cost: amount,
  plateCost: amount,
  /** What changed: the recipe, an item, a unit or tax, or a day on which something holds began. */
  why: z.enum(['recipe', 'item', 'unit', 'day']),
  whyId: z.string().nullable(),
});
export type RecipeCostStep = z.infer<typeof recipeCostStep>;

export const costingOfQuery = z.object({
  items: z.string().max(20_000).optional(),
  recipes: z.string().max(20_000).optional(),
});

const ratio = z.object({ fromUnit: z.string(), toUnit: z.string(), num: z.number(), den: z.number() });

/** What ingredients cost, exactly: what an editor needs to work out a cost while it is typed. `cost` is `num/den`. */
export const ingredients = z.object({
  items: z.array(
    z.object({
      _id: z.string(),
      baseUnit: z.string(),
      conversions: z.array(ratio),
      yieldPercent: z.number().nullable(),
      cost: z.string().nullable(),
      /** Why it is not known, where more is missing than a price. */
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

/** A recipe that takes an item, straight or through others. */
export const itemUse = z.object({
  recipeId: z.string(),
  name: z.string(),
  nameAlt: z.string().nullable(),
  kind: z.string(),
  /** Straight: in its own ingredients, or as an alternative to one. */
  how: z.enum(['ingredient', 'alternative', 'within']),
  qty: z.number().nullable(),
  unit: z.string().nullable(),
  /** The recipes through which it takes the item, from its own ingredient on; none where it takes it straight. */
  path: z.array(z.object({ recipeId: z.string(), name: z.string(), nameAlt: z.string().nullable() })),
  /** What of the item goes into a batch, through all levels, in its base unit; null where that is not known. */
  total: z.number().nullable(),
  /** What that costs by today's list prices; null for who sees no costs, and where it is not known. */
  cost: z.number().nullable(),
  /** How much of the cost of the batch that is, in percent. */
  costPercent: z.number().nullable(),
});
export type ItemUse = z.infer<typeof itemUse>;
