import { z } from 'zod';
import { orderLot } from './orders.ts';
import { calendarDate, pieces, positiveQuantity, quantity, text } from './numbers.ts';

/** Which statuses a pick list may be of: in process, to pick from; and sent, to see what is coming. */
export const pickStatuses = ['Under Process', 'Sent to Central Kitchen'] as const;

const ids = z
  .string()
  .max(40_000)
  .transform((value) => value.split(',').filter((id) => id !== ''));

/** `GET /pick-list`: which orders. Ids of several are separated by commas. */
export const pickListQuery = z.object({
  /** Left out: the first kitchen of the caller that has orders to pick. */
  kitchen: z.string().optional(),
  date: calendarDate.optional(),
  status: z.enum(pickStatuses).default('Under Process'),
  branch: ids.optional(),
  /** Of branches of this category. */
  category: z.string().optional(),
  orders: ids.optional(),
  /** `other` is what has none. Left out: all, where that is not too much at once. */
  section: z.string().optional(),
});
export type PickListQuery = z.output<typeof pickListQuery>;

/** Who is picking a line, since when; `by` is null where it was put back. `pickedAt` is null until it is fetched. */
export const pickClaim = z.object({
  by: z.string().nullable(),
  byName: z.string(),
  at: z.string(),
  pickedAt: z.string().nullable(),
});
export type PickClaim = z.output<typeof pickClaim>;

/** What one order wants of an item, in the unit of its line. */
export const pickLine = z.object({
  lineId: z.string(),
  orderId: z.string(),
  unit: z.string(),
  unitSymbol: z.string(),
  unitNum: z.number(),
  unitDen: z.number(),
  isWhole: z.boolean(),
  /** What is wanted: approved, or ordered until somebody approved. */
  wantedQty: z.number(),
  pickedQty: z.number().nullable(),
  pieces: z.number().nullable(),
  reason: z.string().nullable(),
  reasonCode: z.string().nullable(),
  reasonNote: z.string().nullable(),
  /** The line it stands in for. */
  substituteFor: z.string().nullable(),
  lots: z.array(z.object({ lot: z.string(), qty: z.number(), expiry: z.string().optional() })),
  note: z.string().nullable(),
  claim: pickClaim.nullable(),
});
export type PickLine = z.output<typeof pickLine>;

/** An item to fetch, for all orders of the list. Stock is in the item's base unit. */
export const pickItem = z.object({
  itemId: z.string(),
  itemCode: z.string(),
  itemName: z.string(),
  itemNameAlt: z.string().nullable(),
  section: z.string().nullable(),
  baseUnit: z.string(),
  isCounted: z.boolean(),
  /** What the kitchen can give these orders: what is free, and what it holds for them. */
  available: z.number().nullable(),
  /** The first to go first, with what is free of each; none of an item that is not kept by lots. */
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

/** `GET /pick-list`: what to fetch for a set of orders, by section in walk order, then by item. */
export const pickList = z.object({
  kitchen: z.object({ _id: z.string(), name: z.string() }).nullable(),
  /** The kitchens of the caller that have orders in this status. */
  kitchens: z.array(z.object({ _id: z.string(), name: z.string() })),
  /** Today by the kitchen's clock. */
  day: z.string(),
  /** The next delivery first: who is served first where somebody has to wait. */
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
  /** More orders match than a list takes: these are the next ones to be delivered. */
  isCapped: z.boolean(),
  /** All sections of these orders, also those whose items are not in this answer. */
  sections: z.array(
    z.object({
      section: z.string().nullable(),
      name: z.string().nullable(),
      nameAlt: z.string().nullable(),
      lines: z.number(),
      fetched: z.number(),
    }),
  ),
  /** The only section whose items are in this answer; null: all of them are. */
  shown: z.string().nullable(),
  items: z.array(pickItem),
});
export type PickList = z.output<typeof pickList>;

const named = z.strictObject({ lot: orderLot.shape.lot, qty: positiveQuantity });

/** One line that was picked. `wasPicked` is what the picker saw there: a line that somebody else has picked since is refused. */
export const pickInput = z.strictObject({
  lineId: z.string().min(1),
  orderId: z.string().min(1),
  /** In the line's unit; null takes it back to nothing picked. */
  pickedQty: quantity.nullable(),
  wasPicked: quantity.nullable(),
  pieces: pieces.nullable().optional(),
  /** Why it is less, or more: with a reason the line is done. */
  reason: text().optional(),
  lots: z.array(named).max(50).optional(),
  /** What is packed instead of what is missing; in its order unit unless one is named. */
  substitute: z
    .strictObject({ itemId: z.string().min(1), qty: positiveQuantity, unit: z.string().min(1).optional() })
    .optional(),
  /** The rest goes back: whoever comes next may fetch it. */
  putBack: z.literal(true).optional(),
});
export type PickInput = z.output<typeof pickInput>;

/** `POST /pick-list/picks`: all of it or nothing. `takeOver` picks lines that somebody else has taken, too. */
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

/** `POST /pick-list/claims`: takes lines, takes them over from somebody, or gives back the own ones. */
export const claimsInput = z.strictObject({
  lines: z.array(z.string().min(1)).min(1).max(2000),
  do: z.enum(['take', 'takeOver', 'release']),
});
export type ClaimsInput = z.output<typeof claimsInput>;

/** The lines as they are afterwards. */
export const pickedLines = z.object({ lines: z.array(pickLine.extend({ itemId: z.string() })) });
export type PickedLines = z.output<typeof pickedLines>;

/** Who has which of the lines that were asked for; `held` of them are with somebody else. */
export const lineClaims = z.object({
  claims: z.array(z.object({ lineId: z.string(), claim: pickClaim.nullable() })),
  held: z.number(),
});
export type LineClaims = z.output<typeof lineClaims>;
