import { z } from 'zod';
import { journalSides } from './journal.ts';
import { changingBases } from '#modules/recipes/recipe-cost.ts';
import { type MoveKind, moveKinds } from '#core/move-kinds.ts';
import { requireDaysInOrder } from '#platform/shapes/require-days-in-order.ts';
import { id, queryFlag } from '#platform/shapes/common.ts';
import { calendarDate, pageQuery, quantity } from '#platform/shapes/numbers.ts';

export const priceChangesQueryParams = requireDaysInOrder(
  z.object({
    from: calendarDate,
    to: calendarDate,
    basis: z.enum(changingBases, `Choose one of: ${changingBases.join(', ')}`).default('list'),
    /** Location, for the average cost. */
    place: id.optional(),
    /** One item with all its recipes. */
    item: id.optional(),
    /** Only changes beyond the tolerance. */
    exceedsTolerance: queryFlag.optional(),
    limit: pageQuery(50).limit,
    page: pageQuery(50).page,
  }),
);

const price = z.number().min(0).max(1_000_000_000);

/**
 * A change to simulate: a different cost, pack, pack price or yield of an item, or a different output of a
 * recipe.
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
  z.strictObject({ recipeId: id, yieldQty: quantity.refine((value) => value > 0, 'Must be more than 0') }),
]);
export type SimulatedChange = z.infer<typeof simulatedChange>;
export const simulatedChanges = z.array(simulatedChange).min(1).max(50);

/** `changes` is the JSON of the changes to simulate. */
export const whatIfQueryParams = z.object({
  changes: z.string().max(20_000),
  on: calendarDate.optional(),
  limit: pageQuery(500).limit,
});
export const costingSettingsChange = z.strictObject({ tolerancePercent: z.number().min(0).max(1000) });

export const branchStatementQueryParams = requireDaysInOrder(
  z.object({ branch: id, from: calendarDate, to: calendarDate }),
);

const accountRule = z.strictObject({
  side: z.enum(journalSides),
  kind: z.enum(Object.keys(moveKinds) as [MoveKind, ...MoveKind[]]).nullable(),
  /** An item category. */
  category: id.nullable(),
  /** A branch or kitchen. */
  place: id.nullable(),
  account: z.string().trim().min(1, 'Enter some text').max(40, 'At most 40 characters'),
});

/** Replaces the account mapping. */
export const accountsChange = z.strictObject({ rules: z.array(accountRule).max(500, 'At most 500') });

export const journalQueryParams = requireDaysInOrder(
  z.object({
    from: calendarDate,
    to: calendarDate,
    limit: pageQuery(100).limit,
    page: pageQuery(100).page,
  }),
);
