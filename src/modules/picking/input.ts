import { z } from 'zod';
import { orderLotInput } from '#modules/orders/input.ts';
import { calendarDate, pieces, positiveQuantity, quantity, text } from '#platform/shapes/numbers.ts';

/** Order statuses that a pick list can show: orders to pick now, and orders not accepted yet. */
export const pickStatuses = ['Under Process', 'Sent to Central Kitchen'] as const;

const ids = z
  .string()
  .max(40_000)
  .transform((value) => value.split(',').filter((id) => id !== ''));

/** `GET /pick-list`: selects orders. Lists of ids are comma-separated. */
export const pickListQueryParams = z.object({
  /** Default: the caller's first kitchen with orders to pick. */
  kitchen: z.string().optional(),
  date: calendarDate.optional(),
  status: z.enum(pickStatuses).default('Under Process'),
  branch: ids.optional(),
  /** Only orders of branches in this category. */
  category: z.string().optional(),
  orders: ids.optional(),
  /** `other` for items without a section. Default: all sections, or one if there are too many lines. */
  section: z.string().optional(),
});
export type PickListQueryParams = z.output<typeof pickListQueryParams>;

const namedLot = z.strictObject({ lot: orderLotInput.shape.lot, qty: positiveQuantity });

/**
 * One picked line. `wasPicked` is the quantity that the client has loaded; the pick is rejected if someone
 * else has changed it.
 */
export const pickInput = z.strictObject({
  lineId: z.string().min(1),
  orderId: z.string().min(1),
  /** In the line's unit; null clears it. */
  pickedQty: quantity.nullable(),
  wasPicked: quantity.nullable(),
  pieces: pieces.nullable().optional(),
  /** Reason for a different quantity; it completes the line. */
  reason: text().optional(),
  lots: z.array(namedLot).max(50).optional(),
  /** Substitute for the missing quantity; in its order unit by default. */
  substitute: z
    .strictObject({ itemId: z.string().min(1), qty: positiveQuantity, unit: z.string().min(1).optional() })
    .optional(),
  /** Releases the rest of the line to other pickers. */
  putBack: z.literal(true).optional(),
});
export type PickInput = z.output<typeof pickInput>;

/**
 * `POST /pick-list/picks`: saves either all picks or none. `takeOver` allows picking lines claimed by others.
 */
export const picksInput = z
  .strictObject({
    picks: z.array(pickInput).min(1).max(500),
    takeOver: z.literal(true).optional(),
  })
  .refine(({ picks }) => new Set(picks.map(({ lineId }) => lineId)).size === picks.length, {
    error: 'Enter each line only once',
    path: ['picks'],
  });
export type PicksInput = z.output<typeof picksInput>;

/** `POST /pick-list/claims`: claims lines, takes them over, or releases the caller's own. */
export const claimsInput = z.strictObject({
  lines: z.array(z.string().min(1)).min(1).max(2000),
  action: z.enum(['take', 'takeOver', 'release']),
});
export type ClaimsInput = z.output<typeof claimsInput>;
