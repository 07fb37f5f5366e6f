import { z } from 'zod';
import { documentTypes } from '#domain/documents/types.ts';
import { journalSides } from '#domain/journal/journal.ts';
import { costBases } from '#domain/recipes/costing.ts';
import { type MoveKind, moveKinds } from '#domain/stock/kinds.ts';
import { chargeTypes } from '#domain/transfers/statement.ts';
import { requireDaysInOrder } from './require-days-in-order.ts';
import { id, queryFlag } from './common.ts';
import { calendarDate, pageQuery, quantity } from './numbers.ts';
import { recipeKinds } from './resources/recipes.ts';

const amount = z.number().nullable();

/** Cost bases with a history; the standard cost has none. */
export const changingBases = ['list', 'last', 'average'] as const;
export type ChangingBasis = (typeof changingBases)[number];

/** Cost of a recipe per batch and portion, margin and food cost. Null if unknown. */
export const recipeFigures = z.object({
  cost: amount,
  plateCost: amount,
  margin: amount,
  foodCostPercent: amount,
});

/** A recipe before and after a change. */
export const recipeEffect = z.object({
  recipeId: z.string(),
  name: z.string(),
  nameAlt: z.string().nullable(),
  kind: z.enum(recipeKinds),
  before: recipeFigures,
  after: recipeFigures,
  /** Change of the cost per portion in percent, to two decimals; null if either is unknown. */
  changePercent: amount,
  /** Target food cost in percent; null if not set. */
  targetFoodCostPercent: amount,
  /** Whether the food cost after the change exceeds the target. */
  isAboveGoal: z.boolean(),
  /** Whether the cost changed by more than the tolerance. */
  isBeyond: z.boolean(),
});
export type RecipeEffect = z.infer<typeof recipeEffect>;

export const priceChangesQueryParams = requireDaysInOrder(
  z.object({
    from: calendarDate,
    to: calendarDate,
    basis: z.enum(changingBases, `One of ${changingBases.join(', ')}`).default('list'),
    /** For the average cost: the location. */
    place: id.optional(),
    /** One item with all its recipes. */
    item: id.optional(),
    /** Only changes beyond the tolerance. */
    beyond: queryFlag.optional(),
    limit: pageQuery(50).limit,
    page: pageQuery(50).page,
  }),
);

/**
 * Cost of an item per base unit before and at the end of the period, and the effect of that alone on recipes.
 */
export const priceChange = z.object({
  itemId: z.string(),
  itemName: z.string(),
  itemNameAlt: z.string().nullable(),
  itemCode: z.string(),
  unit: z.string(),
  /** Per base unit, to millionths. */
  before: amount,
  after: amount,
  /** Cost basis of each: the standard cost is used if no pack has a list price. */
  sourceBefore: z.enum(costBases).nullable(),
  sourceAfter: z.enum(costBases).nullable(),
  changePercent: amount,
  isBeyond: z.boolean(),
  /** Number of affected recipes, and of those beyond the tolerance or above their target. */
  recipesTotal: z.number(),
  alerts: z.number(),
  /** The most affected recipes. */
  recipes: z.array(recipeEffect),
});
export type PriceChange = z.infer<typeof priceChange>;

export const priceChanges = z.object({
  from: z.string(),
  to: z.string(),
  basis: z.enum(changingBases),
  place: z.string().nullable(),
  tolerancePercent: z.number(),
  total: z.number(),
  /** Number of items beyond the tolerance, of all that changed. */
  beyond: z.number(),
  rows: z.array(priceChange),
});
export type PriceChanges = z.infer<typeof priceChanges>;

const price = z.number().min(0).max(1_000_000_000);

/**
 * A change to simulate: another cost, pack, pack price or yield of an item, or another output of a recipe.
 */
export const simulatedChange = z.union([
  z.strictObject({
    itemId: id,
    cost: price.optional(),
    packagingId: id.optional(),
    /** Price of the whole pack in its supplier's currency. */
    price: price.optional(),
    yieldPercent: z.number().gt(0).max(100).optional(),
  }),
  z.strictObject({ recipeId: id, yieldQty: quantity.refine((value) => value > 0, 'More than 0') }),
]);
export type SimulatedChange = z.infer<typeof simulatedChange>;
export const simulatedChanges = z.array(simulatedChange).min(1).max(50);

/** `changes` is the JSON of the changes to simulate. */
export const whatIfQueryParams = z.object({
  changes: z.string().max(20_000),
  on: calendarDate.optional(),
  limit: pageQuery(500).limit,
});

const triedFigures = z.object({ cost: amount, yieldPercent: amount, source: z.enum(costBases).nullable() });

export const whatIf = z.object({
  on: z.string(),
  tolerancePercent: z.number(),
  items: z.array(
    z.object({ itemId: z.string(), unit: z.string(), before: triedFigures, after: triedFigures }),
  ),
  total: z.number(),
  recipes: z.array(recipeEffect),
});
export type WhatIf = z.infer<typeof whatIf>;

/** Percentage by which a cost may change without an alert. */
export const costingSettings = z.object({ tolerancePercent: z.number(), version: z.number() });
export type CostingSettings = z.infer<typeof costingSettings>;
export const costingSettingsChange = z.strictObject({ tolerancePercent: z.number().min(0).max(1000) });

export const branchStatementQueryParams = requireDaysInOrder(
  z.object({ branch: id, from: calendarDate, to: calendarDate }),
);

/** Charges and credits of one document to a location in a period. */
export const statementRow = z.object({
  type: z.enum(chargeTypes),
  docType: z.enum(documentTypes),
  docId: z.string(),
  /** Null for documents without a number. */
  docNo: z.string().nullable(),
  /** First business day of its postings in the period, in the location's time zone. */
  day: z.string(),
  /** The other location. */
  otherName: z.string(),
  charged: amount,
  credited: amount,
});
export type StatementRow = z.infer<typeof statementRow>;

const statementSums = z.object({ charged: amount, credited: amount, net: amount });

/** Charges to a location by other locations: value received and value sent. */
export const branchStatement = z.object({
  branch: z.string(),
  branchName: z.string(),
  from: z.string(),
  to: z.string(),
  rows: z.array(statementRow),
  byType: z.array(statementSums.extend({ type: z.enum(chargeTypes), documents: z.number() })),
  totals: statementSums,
});
export type BranchStatement = z.infer<typeof branchStatement>;

const accountRule = z.strictObject({
  side: z.enum(journalSides),
  kind: z.enum(Object.keys(moveKinds) as [MoveKind, ...MoveKind[]]).nullable(),
  /** An item category. */
  category: id.nullable(),
  /** A branch or kitchen. */
  place: id.nullable(),
  account: z.string().trim().min(1, 'Enter some text').max(40, 'At most 40 characters'),
});

/** Account mapping of stock and outside locations, by movement kind, item category and location. */
export const accounts = z.object({ rules: z.array(accountRule), version: z.number() });
export type Accounts = z.infer<typeof accounts>;
export const accountsChange = z.strictObject({ rules: z.array(accountRule).max(500, 'At most 500') });

export const journalQueryParams = requireDaysInOrder(
  z.object({
    from: calendarDate,
    to: calendarDate,
    limit: pageQuery(100).limit,
    page: pageQuery(100).page,
  }),
);

/** One account of one document; `account` is null if no rule applies. */
export const journalRow = z.object({
  day: z.string(),
  docType: z.enum(documentTypes),
  docId: z.string(),
  docNo: z.string().nullable(),
  account: z.string().nullable(),
  debit: amount,
  credit: amount,
});

export const journal = z.object({
  from: z.string(),
  to: z.string(),
  /** Number of lines over all documents. */
  total: z.number(),
  debit: amount,
  credit: amount,
  rows: z.array(journalRow),
  /** Combinations without an account, and the amounts posted there. */
  missing: z.array(
    z.object({
      side: z.enum(journalSides),
      kind: z.string(),
      category: z.string().nullable(),
      place: z.string().nullable(),
      value: amount,
    }),
  ),
});
export type Journal = z.infer<typeof journal>;
