import { z } from 'zod';
import { orderLotInput } from './orders.ts';
import { calendarDate, pieces, positiveQuantity, quantity, text } from './numbers.ts';

/** Order statuses of a pick list: in process to pick from, and sent to see what is coming. */
export const pickStatuses = ['Under Process', 'Sent to Central Kitchen'] as const;

const ids = z
  .string()
  .max(40_000)
  .transform((value) => value.split(',').filter((id) => id !== ''));

/** `GET /pick-list`: selects orders. Several ids are separated by commas. */
export const pickListQueryParams = z.object({
  /** Default: the caller's first kitchen with orders to pick. */
  kitchen: z.string().optional(),
  date: calendarDate.optional(),
  status: z.enum(pickStatuses).default('Under Process'),
  branch: ids.optional(),
  /** Of branches in this category. */
  category: z.string().optional(),
  orders: ids.optional(),
  /** `other` for items without a section. Default: all, unless that is too many. */
  section: z.string().optional(),
});
export type PickListQueryParams = z.output<typeof pickListQueryParams>;

/**
 * Who is picking a line, and since when; `by` is null if it was put back. `pickedAt` is null until it is
 * picked.
 */
export const pickClaim = z.object({
  by: z.string().nullable(),
  byName: z.string(),
  at: z.string(),
  pickedAt: z.string().nullable(),
});
export type PickClaim = z.output<typeof pickClaim>;

/** An order's demand for an item, in the unit of its line. */
export const pickLine = z.object({
  lineId: z.string(),
  orderId: z.string(),
  unit: z.string(),
  unitSymbol: z.string(),
  unitNum: z.number(),
  unitDen: z.number(),
  isWhole: z.boolean(),
  /** Approved quantity, or ordered before approval. */
  wantedQty: z.number(),
  pickedQty: z.number().nullable(),
  pieces: z.number().nullable(),
  reason: z.string().nullable(),
  reasonCode: z.string().nullable(),
  reasonNote: z.string().nullable(),
  /** The line that it replaces. */
  substituteFor: z.string().nullable(),
  lots: z.array(z.object({ lot: z.string(), qty: z.number(), expiry: z.string().optional() })),
  note: z.string().nullable(),
  claim: pickClaim.nullable(),
});
export type PickLine = z.output<typeof pickLine>;

/** An item to pick for all listed orders. Stock is in the item's base unit. */
export const pickItem = z.object({
  itemId: z.string(),
  itemCode: z.string(),
  itemName: z.string(),
  itemNameAlt: z.string().nullable(),
  section: z.string().nullable(),
  baseUnit: z.string(),
  isCounted: z.boolean(),
  /** Stock for these orders: available, and reserved for them. */
  available: z.number().nullable(),
  /** Lots in picking order with their available quantity; none for items not tracked by lot. */
  lots: z.array(
    z.object({
      lot: z.string().nullable(),
      expiry: z.string().nullable(),
      free: z.number().nullable(),
      state: z.enum(['usable', 'expired', 'held']),
    }),
  ),
  lines: z.array(pickLine),
});
export type PickItem = z.output<typeof pickItem>;

/** `GET /pick-list`: items to pick for a set of orders, by section in walking order, then by item. */
export const pickList = z.object({
  kitchen: z.object({ _id: z.string(), name: z.string() }).nullable(),
  /** The caller's kitchens with orders in this status. */
  kitchens: z.array(z.object({ _id: z.string(), name: z.string() })),
  /** Today in the kitchen's time zone. */
  day: z.string(),
  /** In delivery order, which is also the order of allocation. */
  orders: z.array(
    z.object({
      _id: z.string(),
      orderNo: z.string(),
      branch: z.string(),
      branchName: z.string(),
      deliveryDate: z.string(),
      version: z.number(),
      /** The day through which a lot should be good for this branch. */
      until: z.string(),
    }),
  ),
  /** More orders match than a list can have; these are the next deliveries. */
  isCapped: z.boolean(),
  /** All sections of these orders, including those whose items aren't returned. */
  sections: z.array(
    z.object({
      section: z.string().nullable(),
      name: z.string().nullable(),
      nameAlt: z.string().nullable(),
      lines: z.number(),
      fetched: z.number(),
    }),
  ),
  /** The only section whose items are returned; null for all. */
  shown: z.string().nullable(),
  items: z.array(pickItem),
});
export type PickList = z.output<typeof pickList>;

const named = z.strictObject({ lot: orderLotInput.shape.lot, qty: positiveQuantity });

/**
 * One picked line. `wasPicked` is the quantity that the client had seen; the pick is refused if another user
 * has changed it.
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
  lots: z.array(named).max(50).optional(),
  /** Substitute for the missing quantity; in its order unit by default. */
  substitute: z
    .strictObject({ itemId: z.string().min(1), qty: positiveQuantity, unit: z.string().min(1).optional() })
    .optional(),
  /** Releases the rest for other pickers. */
  putBack: z.literal(true).optional(),
});
export type PickInput = z.output<typeof pickInput>;

/** `POST /pick-list/picks`: all or none. `takeOver` also picks lines claimed by others. */
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

/** `POST /pick-list/claims`: claims lines, takes them over, or releases own ones. */
export const claimsInput = z.strictObject({
  lines: z.array(z.string().min(1)).min(1).max(2000),
  do: z.enum(['take', 'takeOver', 'release']),
});
export type ClaimsInput = z.output<typeof claimsInput>;

/** The lines after the change. */
export const pickedLines = z.object({ lines: z.array(pickLine.extend({ itemId: z.string() })) });
export type PickedLines = z.output<typeof pickedLines>;

/** Claims of the requested lines; `held` is the number claimed by others. */
export const lineClaims = z.object({
  claims: z.array(z.object({ lineId: z.string(), claim: pickClaim.nullable() })),
  held: z.number(),
});
export type LineClaims = z.output<typeof lineClaims>;
