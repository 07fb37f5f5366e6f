import { costClasses } from './cost-classes.ts';
import { varianceParts } from './food-cost-rules.ts';
import { menuClasses, menuExclusions, menuScopes } from './menu-engineering.ts';
import { costBases } from '#modules/recipes/recipe-cost.ts';
import { listOf, nullable, objectOf, oneOf, type Shape, type Wire } from '#platform/shapes/shape.ts';

/** First and last day, both inclusive. */
const period = { from: 'text', to: 'text' } as const satisfies Shape;

const amounts = <K extends string>(names: readonly K[]) =>
  objectOf(Object.fromEntries(names.map((name) => [name, 'number'])) as Readonly<Record<K, 'number'>>);

const parts = amounts(varianceParts);

/** Data coverage of the figures in percent; null without data. */
const coverage = {
  /** Share of net sales whose recipe and costs are known. */
  sales: 'number?',
  /** Share of the value of theoretical usage or movements whose items were counted in the period. */
  counts: 'number?',
  /** Minimum coverage for a figure. */
  minPercent: 'number',
} as const satisfies Shape;

const missing = {
  /** Menu items without a mapping. */
  unmapped: objectOf({ net: 'number', tillItems: 'integer', percent: 'number?' }),
  /** Recipes sold whose cost is unknown. */
  recipes: objectOf({
    net: 'number',
    percent: 'number?',
    rows: listOf({
      recipeId: 'id',
      name: 'text',
      net: 'number',
      reason: oneOf(['version', 'conversion', 'cost'], 'cost'),
    }),
  }),
  /** Items not counted in the period. */
  items: objectOf({ value: 'number', percent: 'number?', count: 'integer' }),
} as const satisfies Shape;

const itemRow = {
  itemId: 'id',
  name: 'text',
  costClass: oneOf(costClasses, 'other'),
  unit: 'text',
  /** Theoretical usage, and total issues, in base units. */
  theoreticalQty: 'quantity',
  actualQty: 'quantity',
  cost: 'number?',
  theoretical: 'number',
  actual: 'number',
  parts,
  isCounted: 'flag',
} as const satisfies Shape;
export type FoodCostItem = Wire<typeof itemRow>;

/** A value, and its share of net sales. */
const share = { value: 'number', percent: 'number?' } as const satisfies Shape;

/** Costs of one cost class; null if there isn't enough data. */
const classFigures = {
  costClass: oneOf(costClasses, 'other'),
  theoretical: nullable(objectOf(share)),
  actual: nullable(objectOf(share)),
  variance: 'number?',
  /** Share of the value whose items were counted in the period, in percent. */
  counted: 'number?',
} as const satisfies Shape;
export type FoodCostOfClass = Wire<typeof classFigures>;

/** Food cost of a branch in a period, without its movements. */
const figures = {
  branch: 'required id',
  branchName: 'text',
  ...period,
  basis: oneOf(costBases),
  /** Null without sales data. */
  net: 'number?',
  theoretical: nullable(objectOf(share)),
  actual: nullable(objectOf(share)),
  /** Between actual and theoretical usage. */
  variance: nullable(objectOf({ total: 'number' })),
  /** Every class: food and drink add up to the figures above; packaging and other aren't included. */
  classes: listOf(classFigures),
  coverage: objectOf(coverage),
  missing: objectOf(missing),
} as const satisfies Shape;

/**
 * Food cost of a branch in a period: theoretical, actual and variance of food and drink, and the same by cost
 * class. Money without tax; percentages of net sales.
 */
export const foodCost = {
  ...figures,
  /** With opening stock, receipts, issues and closing stock. */
  actual: nullable(objectOf({ ...share, opening: 'number', in: 'number', out: 'number', closing: 'number' })),
  /** Variance, with parts that add up to it exactly. */
  variance: nullable(objectOf({ total: 'number', parts })),
  /**
   * The days that counts cover, for most of the counted value: from the day after the last count before the
   * period (null if none) to the last count in it. Null without counts.
   */
  countedDays: nullable(objectOf({ from: 'text?', to: 'text' })),
  items: listOf(itemRow),
} as const satisfies Shape;
export type FoodCost = Wire<typeof foodCost>;

/** Food cost per branch; variance parts and movements are returned only for a single branch. */
export const foodCostOfBranch = figures;
export type FoodCostOfBranch = Wire<typeof foodCostOfBranch>;

/** A document behind a part, with the value of its movements; positive is outgoing. */
export const foodCostDocument = {
  docType: 'text',
  docId: 'required id',
  docNo: 'text?',
  day: 'text',
  moves: 'integer',
  value: 'number',
} as const satisfies Shape;
export type FoodCostDocument = Wire<typeof foodCostDocument>;

/** A period between two counts: from the day after the first through the day of the second. */
export const countPeriod = { ...period, count: 'text', countId: 'required id' } as const satisfies Shape;
export type CountPeriod = Wire<typeof countPeriod>;

/** Total sales and margin; the margin includes only dishes with a known cost. */
const menuTotals = {
  dishes: 'integer',
  sold: 'number',
  net: 'number',
  margin: 'number',
} as const satisfies Shape;

/** A dish in the comparison period. */
const previousDish = {
  sold: 'number',
  net: 'number',
  margin: 'number?',
  mixPercent: 'number',
  class: nullable(oneOf(menuClasses)),
} as const satisfies Shape;

/**
 * `GET /food-cost/menu`: a branch's dishes by popularity and margin, the thresholds of each group, and
 * excluded dishes.
 */
export const menuEngineering = {
  days: objectOf(period),
  previousPeriod: nullable(objectOf(period)),
  by: oneOf(menuScopes),
  minPortions: 'integer',
  /**
   * Groups of dishes that are compared with each other; the category is null for all dishes, or for dishes
   * without one.
   */
  groups: listOf({
    category: 'text?',
    compared: 'integer',
    excluded: amounts(menuExclusions),
    popularFromPercent: 'number?',
    profitableFrom: 'number?',
  }),
  totals: objectOf(menuTotals),
  /** Null without a comparison, or without data for those days. */
  previousTotals: nullable(objectOf(menuTotals)),
  rows: listOf({
    recipeId: 'required id',
    /** `item` is an item sold as is; `recipeId` is then the item's id. */
    kind: oneOf(['recipe', 'item']),
    name: 'text',
    category: 'text?',
    sold: 'number',
    net: 'number',
    cost: 'number?',
    /** Per portion. */
    margin: 'number?',
    mixPercent: 'number',
    class: nullable(oneOf(menuClasses)),
    /** Reason why the dish is excluded; null if it isn't. */
    excluded: nullable(oneOf(menuExclusions)),
    /**
     * Whether the first recipe took effect in the period, or the dish hadn't been sold in the year before it.
     */
    isNew: 'flag',
    previous: nullable(objectOf(previousDish)),
  }),
  /** Daily figures of the requested dish, which add up to its total; null if none was requested. */
  dishDays: nullable(listOf({ day: 'text', sold: 'number', net: 'number' })),
} as const satisfies Shape;
export type MenuEngineering = Wire<typeof menuEngineering>;
