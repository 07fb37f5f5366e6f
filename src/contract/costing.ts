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

/** The prices that change by themselves: the standard cost has no history. */
export const changingBases = ['list', 'last', 'average'] as const;
export type ChangingBasis = (typeof changingBases)[number];

/** What a recipe costs, of a batch and of a portion, and what that makes of its price. Null: not known. */
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
  /** Of the cost of a portion, to two decimals; null where one of the two is not known. */
  changePercent: amount,
  /** The food cost that is wanted, in percent; null where nobody said. */
  targetFoodCostPercent: amount,
  /** Whether the food cost after the change is above what is wanted. */
  isAboveGoal: z.boolean(),
  /** Whether its cost changed by more than the tolerance. */
  isBeyond: z.boolean(),
});
export type RecipeEffect = z.infer<typeof recipeEffect>;

export const priceChangesQuery = requireDaysInOrder(
  z.object({
    from: calendarDate,
    to: calendarDate,
    basis: z.enum(changingBases, `One of ${changingBases.join(', ')}`).default('list'),
    /** Of the average: what it is worth there. */
    place: id.optional(),
    /** One item with all its recipes. */
    item: id.optional(),
    /** Only what changed by more than the tolerance. */
    beyond: queryFlag.optional(),
    limit: pageQuery(50).limit,
    page: pageQuery(50).page,
  }),
);

/** What an item cost a base unit before the period and at its end, and what that alone does to the recipes above it. */
export const priceChange = z.object({
  itemId: z.string(),
  itemName: z.string(),
  itemNameAlt: z.string().nullable(),
  itemCode: z.string(),
  unit: z.string(),
  /** Per base unit, to millionths. */
  before: amount,
  after: amount,
  /** By which prices each of them is: the standard cost stands in where no pack has a list price. */
  sourceBefore: z.enum(costBases).nullable(),
  sourceAfter: z.enum(costBases).nullable(),
  changePercent: amount,
  isBeyond: z.boolean(),
  /** All recipes that it reaches, and how many of them are beyond the tolerance or above their goal. */
  recipesTotal: z.number(),
  alerts: z.number(),
  /** The most changed ones. */
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
  /** How many items changed by more than the tolerance, of all that changed. */
  beyond: z.number(),
  rows: z.array(priceChange),
});
export type PriceChanges = z.infer<typeof priceChanges>;

const price = z.number().min(0).max(1_000_000_000);

/** What is tried: an item at another cost of a base unit, another pack or another price of it, another yield; a batch that gives more or less. */
export const simulatedChange = z.union([
  z.strictObject({
    itemId: id,
    cost: price.optional(),
    packagingId: id.optional(),
    /** Of the whole pack, in its supplier's currency. */
    price: price.optional(),
    yieldPercent: z.number().gt(0).max(100).optional(),
  }),
  z.strictObject({ recipeId: id, yieldQty: quantity.refine((value) => value > 0, 'More than 0') }),
]);
export type SimulatedChange = z.infer<typeof simulatedChange>;
export const simulatedChanges = z.array(simulatedChange).min(1).max(50);

/** `changes` is the JSON of what is tried. */
export const whatIfQuery = z.object({
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

/** By how many percent a cost may change before somebody is told. */
export const costingSettings = z.object({ tolerancePercent: z.number(), version: z.number() });
export type CostingSettings = z.infer<typeof costingSettings>;
export const costingSettingsChange = z.strictObject({ tolerancePercent: z.number().min(0).max(1000) });

export const statementQuery = requireDaysInOrder(
  z.object({ branch: id, from: calendarDate, to: calendarDate }),
);

/** What one document charged a place, and credited it, in a period. */
export const statementRow = z.object({
  type: z.enum(chargeTypes),
  docType: z.enum(documentTypes),
  docId: z.string(),
  /** Null for what has no number. */
  docNo: z.string().nullable(),
  /** The first day of it in the period, by the place's own clock. */
  day: z.string(),
  /** The other place. */
  otherName: z.string(),
  charged: amount,
  credited: amount,
});
export type StatementRow = z.infer<typeof statementRow>;

const statementSums = z.object({ charged: amount, credited: amount, net: amount });

/** What a place was charged by others of the business: the value that came to it, and that went from it. */
export const statement = z.object({
  branch: z.string(),
  branchName: z.string(),
  from: z.string(),
  to: z.string(),
  rows: z.array(statementRow),
  byType: z.array(statementSums.extend({ type: z.enum(chargeTypes), documents: z.number() })),
  totals: statementSums,
});
export type Statement = z.infer<typeof statement>;

const accountRule = z.strictObject({
  side: z.enum(journalSides),
  kind: z.enum(Object.keys(moveKinds) as [MoveKind, ...MoveKind[]]).nullable(),
  /** An item category. */
  category: id.nullable(),
  /** A branch or kitchen. */
  place: id.nullable(),
  account: z.string().trim().min(1, 'Enter some text').max(40, 'At most 40 characters'),
});

/** Which account value is on, by where it is: in stock or outside, by kind of move, item category and place. */
export const accounts = z.object({ rules: z.array(accountRule), version: z.number() });
export type Accounts = z.infer<typeof accounts>;
export const accountsChange = z.strictObject({ rules: z.array(accountRule).max(500, 'At most 500') });

export const journalQuery = requireDaysInOrder(
  z.object({
    from: calendarDate,
    to: calendarDate,
    limit: pageQuery(100).limit,
    page: pageQuery(100).page,
  }),
);

/** One account of one document; `account` is null where no rule says which. */
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
  /** Lines of all documents. */
  total: z.number(),
  debit: amount,
  credit: amount,
  rows: z.array(journalRow),
  /** What has no account, and how much was posted there. */
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
