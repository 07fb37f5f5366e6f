import { z } from 'zod';
import { comparisons } from '#domain/analytics/periods.ts';
import { costClasses } from '#domain/food-cost/cost-classes.ts';
import { varianceParts } from '#domain/food-cost/food-cost.ts';
import { menuClasses, menuExclusions } from '#domain/food-cost/menu-engineering.ts';
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
  costClass: z.enum(costClasses),
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

/** What was used, by the books; as a share of net sales. */
const actual = z.object({ value: z.number(), percent: z.number().nullable() });

/** The costs of one class of items; null where too little is known. */
const classFigures = z.object({
  costClass: z.enum(costClasses),
  theoretical: actual.nullable(),
  actual: actual.nullable(),
  variance: z.number().nullable(),
  /** Value of what recipes took or the books moved, of items that were counted in the period. In percent. */
  counted: z.number().nullable(),
});
export type FoodCostOfClass = z.output<typeof classFigures>;

/**
 * The food cost of a branch in a period: theoretical, actual and variance of food and drink, and the same of every cost class. Money
 * without tax; percentages of net sales.
 */
export const foodCost = z.object({
  branch: z.string(),
  branchName: z.string(),
  ...period,
  basis: z.enum(costBases),
  /** Null: no sales data. */
  net: z.number().nullable(),
  theoretical: z.object({ value: z.number(), percent: z.number().nullable() }).nullable(),
  /** With what lay there, came, went and was left, between which it lies. */
  actual: actual
    .extend({ opening: z.number(), in: z.number(), out: z.number(), closing: z.number() })
    .nullable(),
  variance: variance.nullable(),
  /** Every class: food and drink add up to the figures above, packaging and other are not part of them. */
  classes: z.array(classFigures),
  coverage,
  missing,
  /**
   * The days of which counts tell, for most of what was counted: from the day after the count before the period (null: none was
   * before) to the last count in it. Null where nothing was counted.
   */
  countsTell: z.object({ from: calendarDate.nullable(), to: calendarDate }).nullable(),
  items: z.array(itemRow),
});
export type FoodCost = z.output<typeof foodCost>;

export const foodCostOfBranchesQuery = z.object({ ...period, basis: z.enum(costBases).default('list') });
/** The same of a branch among others: what lies between is told in parts, and what came and went, by the branch alone. */
export const foodCostOfBranches = z.array(
  foodCost.omit({ items: true, countsTell: true }).extend({
    actual: actual.nullable(),
    variance: variance.omit({ parts: true }).nullable(),
  }),
);
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

/** How dishes are judged: within their categories or all together, leaving out those of which fewer portions were sold. */
export const menuWays = ['category', 'all'] as const;
export type MenuWay = (typeof menuWays)[number];

/** Fewer portions than these are left out where nothing else is asked. */
export const leastPortions = 10;

export const menuQuery = foodCostQuery.extend({
  against: z.enum(comparisons).optional(),
  by: z.enum(menuWays).default('category'),
  least: z.coerce.number().int().min(0).max(1_000_000).default(leastPortions),
  /** The dish whose days are told as well. */
  dish: id.optional(),
});
export type MenuQuery = z.output<typeof menuQuery>;

/** What was sold in all, and what that left; the margin is of dishes whose cost is known. */
const menuTotals = z.object({ dishes: z.number(), sold: z.number(), net: z.number(), margin: z.number() });

/** A dish in the days that one is compared with. */
const dishBefore = z.object({
  sold: z.number(),
  net: z.number(),
  margin: z.number().nullable(),
  mixPercent: z.number(),
  class: z.enum(menuClasses).nullable(),
});

const periodDays = z.object(period);

/** `GET /food-cost/menu`: the dishes that a branch sold by popularity and margin, the thresholds of each group, and who is in none. */
export const menuEngineering = z.object({
  days: periodDays,
  before: periodDays.nullable(),
  by: z.enum(menuWays),
  least: z.number(),
  /** Dishes that are compared with one another; the category is null of everything, and of what is in none. */
  groups: z.array(
    z.object({
      category: z.string().nullable(),
      judged: z.number(),
      leftOut: z.record(z.enum(menuExclusions), z.number()),
      popularFromPercent: z.number().nullable(),
      profitableFrom: z.number().nullable(),
    }),
  ),
  totals: menuTotals,
  /** Null where nothing is compared, or nothing is known of those days. */
  totalsBefore: menuTotals.nullable(),
  rows: z.array(
    z.object({
      recipeId: z.string(),
      /** Of an item that is sold as it is: the id is the item's. */
      kind: z.enum(['recipe', 'item']),
      name: z.string(),
      category: z.string().nullable(),
      sold: z.number(),
      net: z.number(),
      cost: z.number().nullable(),
      /** Of one portion. */
      margin: z.number().nullable(),
      mixPercent: z.number(),
      class: z.enum(menuClasses).nullable(),
      /** Why it is not judged; null where it is. */
      leftOut: z.enum(menuExclusions).nullable(),
      /** Its recipe began in the period, or it was sold for the first time in a year. */
      isNew: z.boolean(),
      before: dishBefore.nullable(),
    }),
  ),
  /** The days of the dish that was asked for, which add up to it; null where none was. */
  dishDays: z.array(z.object({ day: z.string(), sold: z.number(), net: z.number() })).nullable(),
});
export type MenuEngineering = z.output<typeof menuEngineering>;
