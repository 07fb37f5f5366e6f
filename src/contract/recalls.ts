import { z } from 'zod';
import { recallOutcomes, scopeReasons } from '#domain/lots/recalls.ts';
import { releaseReasons } from '#domain/lots/holds.ts';
import { pageQuery, quantity, text } from './numbers.ts';

/** Request to a location about one lot, with its latest answer. */
const recallPlace = z.object({
  placeId: z.string(),
  placeName: z.string(),
  branchId: z.string().nullable(),
  phone: z.string().nullable(),
  lotId: z.string(),
  lot: z.string().nullable(),
  itemName: z.string(),
  unitSymbol: z.string(),
  /** Book quantity when the location was asked, including in transit; null if the caller may not see it. */
  expected: z.number().nullable(),
  /** Null until answered. The latest answer counts; all are stored. */
  found: z.number().nullable(),
  outcome: z.enum(recallOutcomes).nullable(),
  foundAt: z.string().nullable(),
  foundByName: z.string().nullable(),
  note: z.string().nullable(),
});
export type RecallPlace = z.output<typeof recallPlace>;

/** A lot in scope, and why. */
const recallLot = z.object({
  lotId: z.string(),
  itemId: z.string(),
  itemName: z.string(),
  unitSymbol: z.string(),
  lot: z.string().nullable(),
  expiry: z.string().nullable(),
  /** Steps from the recalled lot. */
  depth: z.number(),
  how: z.enum(scopeReasons),
  /** The lot it came from, and the document of that step; null for the recalled lot. */
  fromLot: z.string().nullable(),
  docType: z.string().nullable(),
  docId: z.string().nullable(),
  docNo: z.string().nullable(),
  addedAt: z.string(),
  /** `recall`: held by this recall. `other`: this recall held it too, or never did, and another hold is in force. */
  hold: z.enum(['recall', 'other']).nullable(),
  releasedAt: z.string().nullable(),
  releasedByName: z.string().nullable(),
  releaseReason: z.string().nullable(),
  /** Current stock as visible to the caller. */
  stock: z.array(
    z.object({
      placeId: z.string(),
      placeName: z.string(),
      onHand: z.number(),
      /** Picked for orders: it stays picked, and cannot be shipped while the lot is on hold. */
      picked: z.number(),
    }),
  ),
});
export type RecallLot = z.output<typeof recallLot>;

/** A product made from lots in scope that isn't tracked by lot, so it can't be held. */
const recallProduct = z.object({
  docId: z.string(),
  docNo: z.string().nullable(),
  day: z.string(),
  placeName: z.string(),
  itemId: z.string(),
  itemName: z.string(),
  unitSymbol: z.string(),
  qty: z.number(),
});
export type RecallProduct = z.output<typeof recallProduct>;

/** Outcome of a recall. */
const recallEnd = z.object({
  at: z.string(),
  byName: z.string(),
  note: z.string().nullable(),
  /** From its start. */
  seconds: z.number(),
  placesAsked: z.number(),
  placesConfirmed: z.number(),
});

/** A mock or real recall of a lot. Figures of all locations are only for users who see all of them. */
export const recall = z.object({
  _id: z.string(),
  number: z.string(),
  isPractice: z.boolean(),
  startedAt: z.string(),
  byName: z.string(),
  note: z.string().nullable(),
  itemId: z.string(),
  itemCode: z.string(),
  itemName: z.string(),
  lot: z.string().nullable(),
  unitSymbol: z.string(),
  /** Locations that the caller sees, and those of them that have answered for every lot. */
  placesAsked: z.number(),
  placesConfirmed: z.number(),
  /** The other locations, with the number of reminders that each was sent. */
  awaiting: z.array(
    z.object({
      placeId: z.string(),
      placeName: z.string(),
      mails: z.number(),
      lastMailAt: z.string().nullable(),
    }),
  ),
  /**
   * Of the recalled item, in base units: received, accounted for by documents, found; null for users who
   * don't see all locations.
   */
  sums: z
    .object({
      came: z.number(),
      documented: z.number(),
      found: z.number(),
      /** Percent of the received quantity; null if nothing was received. */
      traced: z.number().nullable(),
    })
    .nullable(),
  /** Null while it is active. */
  end: recallEnd.nullable(),
  /** Only with `id`. */
  places: z.array(recallPlace),
  lots: z.array(recallLot),
  products: z.array(recallProduct),
});
export type Recall = z.output<typeof recall>;

/** Newest first. */
export const recallQueryParams = z.object({
  ...pageQuery(50),
  id: z.string().optional(),
  state: z.enum(['open']).optional(),
});
export type RecallQueryParams = z.output<typeof recallQueryParams>;

export const startRecallInput = z.strictObject({
  itemId: z.string().min(1),
  lot: z.string().trim().min(1).max(60),
  isPractice: z.boolean(),
  note: text().optional(),
});
export type StartRecallInput = z.output<typeof startRecallInput>;

export const findingInput = z.strictObject({
  recallId: z.string().min(1),
  placeId: z.string().min(1),
  lotId: z.string().min(1),
  /** In the base unit. */
  qty: quantity,
  outcome: z.enum(recallOutcomes).default('set_aside'),
  note: text().optional(),
});
export type FindingInput = z.input<typeof findingInput>;

export const endRecallInput = z.strictObject({ recallId: z.string().min(1), note: text().optional() });
export type EndRecallInput = z.output<typeof endRecallInput>;

/** Releases one lot that the recall holds. */
export const releaseRecalledInput = z
  .strictObject({
    recallId: z.string().min(1),
    lotId: z.string().min(1),
    reasonCode: z.enum(releaseReasons),
    note: text().optional(),
  })
  .refine(({ reasonCode, note }) => reasonCode !== 'other' || Boolean(note), {
    error: 'This reason needs a note.',
    path: ['note'],
  });
export type ReleaseRecalledInput = z.output<typeof releaseRecalledInput>;

export const recallSalesQueryParams = z.object({ id: z.string().min(1) });

/**
 * Sales of a menu item on a day. `basis: 'lot'`: its stock movements took lots in scope. `'recipe'`: sales
 * without lots of an item in its recipe, between the arrival of the lot and the recall.
 */
export const recallSale = z.object({
  day: z.string(),
  dayId: z.string(),
  branchId: z.string(),
  branchName: z.string(),
  article: z.string(),
  qty: z.number(),
  itemName: z.string(),
  basis: z.enum(['lot', 'recipe']),
});
export type RecallSale = z.output<typeof recallSale>;
