import { z } from 'zod';
import { varianceParts } from '#domain/food-cost/food-cost.ts';
import { menuClasses } from '#domain/food-cost/menu-engineering.ts';
import { costBases } from '#domain/recipes/costing.ts';
import { id } from './common.ts';
import { calendarDate } from './numbers.ts';

/** The days of a period, both included, and by which prices it is told. */
const period = {
  from: calendarDate,
  to: calendarDate,
};

export const foodCostQuery = z.object({
  branch: id,
  ...period,
  basis: z.enum(costBases).default('list'),
});
export type FoodCostQuery = z.output<typeof foodCostQuery>;

const parts = z.record(z.enum(varianceParts), z.number());

/** What lies between what was used and what should have been: money, and its parts, which are exactly the whole. */
const variance = z.object({ total: z.number(), parts });

/** A share of what figures stand on; null of nothing. In percent. */
const coverage = z.object({
  /** Net of sales whose recipe and its costs are known. */
  sales: z.number().nullable(),
  /** Value of what recipes took or the books moved, of items that were counted in the period. */
  counts: z.number().nullable(),
  /** Below this there is no figure. */
  least: z.number(),
});

const missing = z.object({
  /** Articles that nobody has said of what they are. */
  unmapped: z.object({ net: z.number(), articles: z.number(), percent: z.number().nullable() }),
  /** Recipes that were sold and whose cost is not known. */
  recipes: z.object({
    net: z.number(),
    percent: z.number().nullable(),
    rows: z.array(
      z.object({
        recipeId: z.string(),
        name: z.string(),
        net: z.number(),
        why: z.enum(['version', 'conversion', 'cost']),
      }),
    ),
  }),
  /** Items that nobody counted in the period. */
  items: z.object({ value: z.number(), percent: z.number().nullable(), count: z.number() }),
});

const itemRow = z.object({
  itemId: z.string(),
  name: z.string(),
  unit: z.string(),
  /** What recipes took; what left in all, in base units. */
  theoreticalQty: z.number(),
  actualQty: z.number(),
  cost: z.number().nullable(),
  theoretical: z.number(),
  actual: z.number(),
  parts,
  isCounted: z.boolean(),
});
export type FoodCostItem = z.output<typeof itemRow>;

/** The food cost of a branch in a period. Money without tax; percentages of net sales. */
export const foodCost = z.object({
  branch: z.string(),
  branchName: z.string(),
  ...period,
  basis: z.enum(costBases),
  /** Null: no sales data. */
  net: z.number().nullable(),
  theoretical: z.object({ value: z.number(), percent: z.number().nullable() }).nullable(),
  actual: z
    .object({
      value: z.number(),
      percent: z.number().nullable(),
      opening: z.number(),
      in: z.number(),
      out: z.number(),
      closing: z.number(),
    })
    .nullable(),
  variance: variance.nullable(),
  coverage,
  missing,
  items: z.array(itemRow),
});
export type FoodCost = z.output<typeof foodCost>;

export const foodCostOfBranchesQuery = z.object({ ...period, basis: z.enum(costBases).default('list') });
export const foodCostOfBranches = z.array(foodCost.omit({ items: true }));
export type FoodCostOfBranch = z.output<typeof foodCostOfBranches>[number];

export const foodCostDocumentsQuery = z.object({
  branch: id,
  ...period,
  part: z.enum(varianceParts),
});

/** A document that stands behind a part, with what its moves were worth there; above zero: it left. */
export const foodCostDocument = z.object({
  docType: z.string(),
  docId: z.string(),
  docNo: z.string().nullable(),
  day: z.string(),
  moves: z.number(),
  value: z.number(),
});
export type FoodCostDocument = z.output<typeof foodCostDocument>;

/** Days between two counts, the latest first: from the day after one to the day of the next. */
export const countPeriod = z.object({ ...period, count: z.string(), countId: z.string() });
export type CountPeriod = z.output<typeof countPeriod>;

export const menuEngineering = z.object({
  popularFromPercent: z.number().nullable(),
  profitableFrom: z.number().nullable(),
  rows: z.array(
    z.object({
      recipeId: z.string(),
      name: z.string(),
      sold: z.number(),
      net: z.number(),
      cost: z.number().nullable(),
      /** Of one portion. */
      margin: z.number().nullable(),
      mixPercent: z.number(),
      class: z.enum(menuClasses).nullable(),
    }),
  ),
});
export type MenuEngineering = z.output<typeof menuEngineering>;
