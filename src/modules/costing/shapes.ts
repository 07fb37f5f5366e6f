import { recipeKinds } from '#modules/recipes/recipe.ts';
import { costBases, changingBases } from '#modules/recipes/recipe-cost.ts';
import { journalSides } from './journal.ts';
import { oneOf, objectOf, nullable, listOf, type Shape, type Wire } from '#platform/shapes/shape.ts';

/** Cost of a recipe per batch and portion, margin and food cost. Null if unknown. */
const recipeFigures = {
  cost: 'cost?',
  plateCost: 'cost?',
  margin: 'cost?',
  foodCostPercent: 'number?',
} as const satisfies Shape;

/** A recipe before and after a change. */
const recipeEffect = {
  recipeId: 'id',
  name: 'name',
  nameAlt: 'text?',
  kind: oneOf(recipeKinds),
  before: objectOf(recipeFigures),
  after: objectOf(recipeFigures),
  /** Change of the cost per portion in percent, to two decimals; null if either is unknown. */
  changePercent: 'number?',
  /** Target food cost in percent; null if not set. */
  targetFoodCostPercent: 'number?',
  /** Whether the food cost after the change exceeds the target. */
  isAboveGoal: 'flag',
  /** Whether the cost changed by more than the tolerance. */
  exceedsTolerance: 'flag',
} as const satisfies Shape;
export type RecipeEffect = Wire<typeof recipeEffect>;

/**
 * Cost of an item per base unit before the period and at its end, and the effect of this change alone on
 * recipes.
 */
const priceChange = {
  itemId: 'id',
  itemName: 'name',
  itemNameAlt: 'text?',
  itemCode: 'text',
  unit: 'id',
  /** Per base unit, to millionths. */
  before: 'unitCost?',
  after: 'unitCost?',
  /** Cost basis of each: the standard cost is used if no pack has a list price. */
  sourceBefore: nullable(oneOf(costBases)),
  sourceAfter: nullable(oneOf(costBases)),
  changePercent: 'number?',
  exceedsTolerance: 'flag',
  /** Number of affected recipes, and of those beyond the tolerance or above their target. */
  recipesTotal: 'integer',
  alerts: 'integer',
  /** The most affected recipes. */
  recipes: listOf(recipeEffect),
} as const satisfies Shape;
export type PriceChange = Wire<typeof priceChange>;

export const priceChanges = {
  from: 'text',
  to: 'text',
  basis: oneOf(changingBases, 'list'),
  place: 'id?',
  tolerancePercent: 'number',
  total: 'integer',
  /** Number of items beyond the tolerance, of all that changed. */
  beyondToleranceCount: 'integer',
  rows: listOf(priceChange),
} as const satisfies Shape;
export type PriceChanges = Wire<typeof priceChanges>;

const simulatedFigures = {
  cost: 'unitCost?',
  yieldPercent: 'number?',
  source: nullable(oneOf(costBases)),
} as const satisfies Shape;

export const whatIf = {
  on: 'text',
  tolerancePercent: 'number',
  items: listOf({
    itemId: 'id',
    unit: 'id',
    before: objectOf(simulatedFigures),
    after: objectOf(simulatedFigures),
  }),
  total: 'integer',
  recipes: listOf(recipeEffect),
} as const satisfies Shape;
export type WhatIf = Wire<typeof whatIf>;

/** Percentage by which a cost may change without an alert. */
export const costingSettings = {
  tolerancePercent: 'number',
  version: 'integer',
} as const satisfies Shape;
export type CostingSettings = Wire<typeof costingSettings>;

/** A location's charges and credits from one document in a period. */
const statementRow = {
  /** `type` is one of `chargeTypes`, `docType` one of `documentTypes`. */
  type: 'text',
  docType: 'text',
  docId: 'id',
  /** Null for documents without a number. */
  docNo: 'text?',
  /** First business day of its postings in the period, in the location's time zone. */
  day: 'text',
  /** The other location. */
  otherName: 'text',
  charged: 'money?',
  credited: 'money?',
} as const satisfies Shape;
export type StatementRow = Wire<typeof statementRow>;

const statementSums = {
  charged: 'money?',
  credited: 'money?',
  net: 'money?',
} as const satisfies Shape;

/** Charges by other locations for goods received, and credits for goods sent to them. */
export const branchStatement = {
  branch: 'id',
  branchName: 'text',
  from: 'text',
  to: 'text',
  rows: listOf(statementRow),
  byType: listOf({
    ...statementSums,
    type: 'text',
    documents: 'integer',
  }),
  totals: objectOf(statementSums),
} as const satisfies Shape;
export type BranchStatement = Wire<typeof branchStatement>;

/** One account of one document; `account` is null if no rule applies. */
const journalRow = {
  day: 'text',
  /** One of `documentTypes`. */
  docType: 'text',
  docId: 'id',
  docNo: 'text?',
  account: 'text?',
  debit: 'cost?',
  credit: 'cost?',
} as const satisfies Shape;

/** Account mapping of stock and virtual locations, by movement kind, item category and location. */
export const accounts = {
  rules: listOf({
    side: oneOf(journalSides, 'stock'),
    kind: 'text?',
    /** An item category. */
    category: 'id?',
    /** A branch or kitchen. */
    place: 'id?',
    account: 'text',
  }),
  version: 'integer',
} as const satisfies Shape;
export type Accounts = Wire<typeof accounts>;

export const journal = {
  from: 'text',
  to: 'text',
  /** Number of lines over all documents. */
  total: 'integer',
  debit: 'cost?',
  credit: 'cost?',
  rows: listOf(journalRow),
  /** Combinations without an account, with the amounts posted to them. */
  missing: listOf({
    side: oneOf(journalSides, 'stock'),
    kind: 'text',
    category: 'id?',
    place: 'id?',
    value: 'cost?',
  }),
} as const satisfies Shape;
export type Journal = Wire<typeof journal>;
