import { planDemands } from './expected.ts';
import { batchStatuses, productionShifts } from './lifecycle.ts';
import { labelCauses } from './printed-labels.ts';
import { z } from 'zod';
import { calendarDate, money, positiveQuantity, quantity, text } from '#platform/shapes/numbers.ts';

/** `POST /production-batches/{id}/labels`: records printed labels. `cause` defaults to production. */
export const printLabelsInput = z.strictObject({
  labels: z
    .array(
      z.strictObject({
        itemId: z.string().min(1),
        lot: z.string().max(80),
        cause: z.enum(labelCauses).default('made'),
        /** For thawed or opened goods: the new use-by date. Default: the lot's. */
        useBy: calendarDate.nullable().optional(),
        copies: z.int().min(1, 'Must be more than 0').max(500, 'At most 500'),
      }),
    )
    .min(1, 'At least 1')
    .max(50, 'At most 50'),
});
export type PrintLabelsInput = z.input<typeof printLabelsInput>;

const shift = z.enum(productionShifts, `Choose one of: ${productionShifts.join(', ')}`).nullable();

export const createBatchInput = z.strictObject({
  recipeId: z.string().min(1),
  /** Optional for a user with one location. */
  kitchen: z.string().min(1).optional(),
  /** In the output's base unit. */
  plannedQty: positiveQuantity,
  plannedFor: calendarDate,
  shift: shift.optional(),
  notes: text(2000).optional(),
});
export type CreateBatchInput = z.output<typeof createBatchInput>;

const consumed = z.strictObject({
  itemId: z.string().min(1),
  qty: quantity,
  /** Id or symbol; default: the item's base unit. */
  unit: z.string().min(1).optional(),
  lot: z.string().trim().min(1).max(80).optional(),
});

const produced = z.strictObject({
  itemId: z.string().min(1),
  qty: quantity,
  unit: z.string().min(1).optional(),
  lot: z.string().trim().min(1).max(80).optional(),
  expiry: calendarDate.optional(),
  /** Percent of the input cost. */
  costShare: z.number().min(0, '0 or more').max(100, 'At most 100').optional(),
  /** For a by-product: value per base unit. */
  fixedValue: money.optional(),
});

/**
 * `PATCH /production-batches/{id}`: an edit or a status change, never both. Entries for an item replace its
 * previous ones; everything else stays as proposed. `part` posts the entered part as finished, and the batch
 * continues.
 */
export const patchBatchInput = z
  .strictObject({
    plannedQty: positiveQuantity.optional(),
    plannedFor: calendarDate.optional(),
    shift: shift.optional(),
    notes: text(2000).optional(),
    consumed: z.array(consumed).max(300, 'At most 300 lines').optional(),
    produced: z.array(produced).max(50, 'At most 50 lines').optional(),
    loss: quantity.optional(),
    lossReason: text().optional(),
    labour: money.optional(),
    part: z.literal(true).optional(),
    transitionReason: text().optional(),
    status: z.enum(batchStatuses).optional(),
  })
  .refine((body) => body.status === undefined || Object.keys(body).length === 1, {
    error: 'A status change must contain only status. Save the other fields first',
    path: ['status'],
  })
  .refine((body) => Object.keys(body).length > 0, { error: 'There is nothing to change' });
export type PatchBatchInput = z.output<typeof patchBatchInput>;

/** `GET /production/plan?kitchen=&day=&demand=`. */
export const planQueryParams = z.object({
  kitchen: z.string().min(1),
  day: calendarDate,
  demand: z.enum(planDemands).default('orders'),
});

/** `GET /production/plan/expected?kitchen=&day=&itemId=`. */
export const expectedQueryParams = z.object({
  kitchen: z.string().min(1),
  day: calendarDate,
  itemId: z.string().min(1),
});

/** `POST /production/prep`: posts an item of a prep list as made. */
export const recordPrepInput = z
  .strictObject({
    kitchen: z.string().min(1),
    day: calendarDate,
    /** Recipe of a new batch. */
    recipeId: z.string().min(1).optional(),
    /** Good output in the item's base unit. */
    qty: positiveQuantity,
    /** The open batch to finish; otherwise a new batch is made. */
    batchId: z.string().min(1).optional(),
    /** `made` in the list shown to the user, so that two users don't record the same new batch. */
    shownMadeQty: z.number().min(0),
  })
  .refine(({ recipeId, batchId }) => recipeId !== undefined || batchId !== undefined, {
    error: 'This field is required',
    path: ['recipeId'],
  });
export type RecordPrepInput = z.output<typeof recordPrepInput>;

/** `POST /production/plan`: creates batches to produce and purchase drafts, all or none. */
export const createFromPlanInput = z.strictObject({
  kitchen: z.string().min(1),
  day: calendarDate,
  stamp: z.string().min(1),
  /** Demand used for the plan shown to the user. */
  demand: z.enum(planDemands).default('orders'),
  batches: z
    .array(z.strictObject({ itemId: z.string().min(1), qty: positiveQuantity, shift: shift.optional() }))
    .max(300, 'At most 300'),
  /** Whether to create purchase drafts for all missing items that are bought. */
  buy: z.boolean().default(false),
});
export type CreateFromPlanInput = z.output<typeof createFromPlanInput>;
