import { z } from 'zod';
import { comparisons } from '#domain/analytics/periods.ts';
import { costClasses } from '#domain/food-cost/cost-classes.ts';
import { varianceParts } from '#domain/food-cost/food-cost.ts';
import { menuClasses, menuExclusions } from '#domain/food-cost/menu-engineering.ts';
import { costBases } from '#domain/recipes/costing.ts';
import { id } from './common.ts';
import { calendarDate } from './numbers.ts';

/** Days of a period, both inclusive, and the cost basis. */
const period = {
  from: calendarDate,
  to: calendarDate,
};

export const foodCostQueryParams = z.object({
  branch: id,
  ...period,
  basis: z.enum(costBases).default('list'),
});
export type FoodCostQueryParams = z.output<typeof foodCostQueryParams>;

const parts = z.record(z.enum(varianceParts), z.number());

/** Variance between actual and theoretical usage: the amount and its parts, which add up exactly. */
const variance = z.object({ total: z.number(), parts });

/** Data coverage of the figures in percent; null without data. */
const coverage = z.object({
  /** Share of net sales whose recipe and costs are known. */
  sales: z.number().nullable(),
  /** Share of the value of theoretical usage or movements whose items were counted in the period. */
  counts: z.number().nullable(),
  /** Minimum coverage for a figure. */
  least: z.number(),
});

const missing = z.object({
  /** Menu items without a mapping. */
  unmapped: z.object({ net: z.number(), articles: z.number(), percent: z.number().nullable() }),
  /** Recipes sold whose cost is unknown. */
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
  /** Items not counted in the period. */
  items: z.object({ value: z.number(), percent: z.number().nullable(), count: z.number() }),
});

const itemRow = z.object({
  itemId: z.string(),
  name: z.string(),
  costClass: z.enum(costClasses),
  unit: z.string(),
  /** Theoretical usage, and total issues, in base units. */
  theoreticalQty: z.number(),
  actualQty: z.number(),
  cost: z.number().nullable(),
  theoretical: z.number(),
  actual: z.number(),
  parts,
  isCounted: z.boolean(),
});
export type FoodCostItem = z.output<typeof itemRow>;

/** Actual usage, and its share of net sales. */
const actual = z.object({ value: z.number(), percent: z.number().nullable() });

/** Costs of one class of items; null with too little data. */
const classFigures = z.object({
  costClass: z.enum(costClasses),
  theoretical: actual.nullable(),
  actual: actual.nullable(),
  variance: z.number().nullable(),
  /** Share of the value whose items were counted in the period, in percent. */
  counted: z.number().nullable(),
});
export type FoodCostOfClass = z.output<typeof classFigures>;

/**
 * Food cost of a branch in a period: theoretical, actual and variance of food and drink, and the same by cost
 * class. Money without tax; percentages of net sales.
 */
export const foodCost = z.object({
  branch: z.string(),
  branchName: z.string(),
  ...period,
  basis: z.enum(costBases),
  /** Null without sales data. */
  net: z.number().nullable(),
  theoretical: z.object({ value: z.number(), percent: z.number().nullable() }).nullable(),
  /** With opening stock, receipts, issues and closing stock. */
  actual: actual
    .extend({ opening: z.number(), in: z.number(), out: z.number(), closing: z.number() })
    .nullable(),
  variance: variance.nullable(),
  /** Every class: food and drink add up to the figures above; packaging and other aren't included. */
  classes: z.array(classFigures),
  coverage,
  missing,
  /**
   * The days that counts cover, for most of the counted value: from the day after the last count before the
   * period (null if none) to the last count in it. Null without counts.
   */
  countsTell: z.object({ from: calendarDate.nullable(), to: calendarDate }).nullable(),
  items: z.array(itemRow),
});
export type FoodCost = z.output<typeof foodCost>;

export const branchFoodCostQueryParams = z.object({ ...period, basis: z.enum(costBases).default('list') });
/** The same per branch, without variance parts and movements, which are only returned for a single branch. */
export const foodCostOfBranches = z.array(
  foodCost.omit({ items: true, countsTell: true }).extend({
    actual: actual.nullable(),
    variance: variance.omit({ parts: true }).nullable(),
  }),
);
export type FoodCostOfBranch = z.output<typeof foodCostOfBranches>[number];

export const foodCostDocumentsQueryParams = z.object({
  branch: id,
  ...period,
  part: z.enum(varianceParts),
});

/** A document behind a part, with the value of its movements; positive is outgoing. */
export const foodCostDocument = z.object({
  docType: z.string(),
  docId: z.string(),
  docNo: z.string().nullable(),
  day: z.string(),
  moves: z.number(),
  value: z.number(),
});
export type FoodCostDocument = z.output<typeof foodCostDocument>;

/** Periods between two counts, latest first: from the day after one to the day of the next. */
export const countPeriod = z.object({ ...period, count: z.string(), countId: z.string() });
export type CountPeriod = z.output<typeof countPeriod>;

/** Compare dishes within categories or overall, excluding those with few portions sold. */
export const menuWays = ['category', 'all'] as const;
export type MenuWay = (typeof menuWays)[number];

/** Default minimum of portions. */
export const leastPortions = 10;

export const menuQueryParams = foodCostQueryParams.extend({
  against: z.enum(comparisons).optional(),
  by: z.enum(menuWays).default('category'),
  least: z.coerce.number().int().min(0).max(1_000_000).default(leastPortions),
  /** The dish to return by day as well. */
  dish: id.optional(),
});
export type MenuQueryParams = z.output<typeof menuQueryParams>;

/** Total sales and margin; the margin covers dishes with a known cost. */
const menuTotals = z.object({ dishes: z.number(), sold: z.number(), net: z.number(), margin: z.number() });

/** A dish in the comparison period. */
const dishBefore = z.object({
  sold: z.number(),
  net: z.number(),
  margin: z.number().nullable(),
  mixPercent: z.number(),
  class: z.enum(menuClasses).nullable(),
});

const periodDays = z.object(period);

/**
 * `GET /food-cost/menu`: a branch's dishes by popularity and margin, the thresholds of each group, and
 * excluded dishes.
 */
export const menuEngineering = z.object({
  days: periodDays,
  before: periodDays.nullable(),
  by: z.enum(menuWays),
  least: z.number(),
  /** Dishes compared with one another; the category is null for all dishes, or for those without one. */
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
  /** Null without a comparison, or without data for those days. */
  totalsBefore: menuTotals.nullable(),
  rows: z.array(
    z.object({
      recipeId: z.string(),
      /** For an item sold as it is, the id is the item's. */
      kind: z.enum(['recipe', 'item']),
      name: z.string(),
      category: z.string().nullable(),
      sold: z.number(),
      net: z.number(),
      cost: z.number().nullable(),
      /** Per portion. */
      margin: z.number().nullable(),
      mixPercent: z.number(),
      class: z.enum(menuClasses).nullable(),
      /** Why it is excluded; null if it isn't. */
      leftOut: z.enum(menuExclusions).nullable(),
      /** Its recipe began in the period, or it was first sold within a year. */
      isNew: z.boolean(),
      before: dishBefore.nullable(),
    }),
  ),
  /** Daily figures of the requested dish, which add up to its total; null if none was requested. */
  dishDays: z.array(z.object({ day: z.string(), sold: z.number(), net: z.number() })).nullable(),
});
export type MenuEngineering = z.output<typeof menuEngineering>;
