import { lotDispositions } from '#domain/lots/lot-dispositions.ts';
import { holdReasons, releaseReasons } from '#domain/lots/holds.ts';
import { z } from 'zod';
import { pageQuery, text } from './numbers.ts';

/** Reason and start of a lot hold. */
const lotHold = z.object({
  at: z.string(),
  by: z.string(),
  byName: z.string(),
  /** One of `holdReasons`. */
  reasonCode: z.string(),
  note: z.string().nullable(),
  /** The recall that set the hold and alone can release it; null for a manual hold. */
  recallId: z.string().nullable(),
});

/**
 * A lot of an item. `lot` is null for stock without a lot number, such as stock from before lots were
 * tracked.
 */
export const lot = z.object({
  _id: z.string().nullable(),
  itemId: z.string(),
  itemCode: z.string(),
  itemName: z.string(),
  itemNameAlt: z.string().nullable(),
  unitSymbol: z.string(),
  lot: z.string().nullable(),
  /** Last good day (YYYY-MM-DD); null if it doesn't expire. */
  expiry: z.string().nullable(),
  /** Null if not on hold. */
  hold: lotHold.nullable(),
  version: z.number(),
});
export type Lot = z.output<typeof lot>;

/** Stock of a lot at a location, in the item's base unit. `picked` is reserved for order lines. */
export const lotStock = lot.extend({
  placeId: z.string(),
  placeName: z.string(),
  /** branch, central_kitchen, warehouse, hold or transit. */
  placeType: z.string(),
  branchId: z.string().nullable(),
  onHand: z.number(),
  picked: z.number(),
  /** Available to pick, ship and use today in the location's time zone; 0 if on hold or expired. */
  usable: z.number(),
  /** usable, expired (in the location's time zone) or held. */
  state: z.enum(['usable', 'expired', 'held']),
});
export type LotStock = z.output<typeof lotStock>;

/**
 * `GET /orders/{id}/lots`: lots at the kitchen for an order's lines, in picking order, in the unit of each
 * line. Only for items tracked by lot.
 */
export const orderLots = z.object({
  /** Today in the kitchen's time zone. */
  day: z.string(),
  /** The day through which a lot should be good for this branch; others can still be chosen. */
  goodUntil: z.string(),
  lines: z.array(
    z.object({
      lineId: z.string(),
      lots: z.array(
        z.object({
          /** Null for stock without a lot. */
          lot: z.string().nullable(),
          expiry: z.string().nullable(),
          /**
           * On hand and not picked for other lines, including held and expired lots; null if out of range.
           */
          free: z.number().nullable(),
          state: z.enum(['usable', 'expired', 'held']),
        }),
      ),
    }),
  ),
});
export type OrderLots = z.output<typeof orderLots>;

/** By expiry, earliest first. `state=held` returns those on hold. */
export const lotQueryParams = z.object({
  ...pageQuery(100),
  itemId: z.string().optional(),
  placeId: z.string().optional(),
  branchId: z.string().optional(),
  lot: z.string().max(60).optional(),
  state: z.enum(['held']).optional(),
});
export type LotQueryParams = z.output<typeof lotQueryParams>;

/** A lot with its stock by location as visible to the caller, possibly none. */
export const existingLot = lot.extend({
  /** Day of its first receipt; null if unknown. */
  cameOn: z.string().nullable(),
  /** Number of branches and kitchens with stock, including in transit and on hold. */
  placeCount: z.number(),
  onHand: z.number(),
  inTransit: z.number(),
  onHold: z.number(),
});
export type ExistingLot = z.output<typeof existingLot>;

/** Most recently received first. */
export const existingLotQueryParams = z.object({
  ...pageQuery(50),
  itemId: z.string().optional(),
  lot: z.string().max(60).optional(),
  state: z.enum(['held']).optional(),
});
export type ExistingLotQueryParams = z.output<typeof existingLotQueryParams>;

/** Puts a lot on hold, or releases it. `lot: null` is stock without a lot. */
export const holdLotInput = z
  .strictObject({
    itemId: z.string().min(1),
    lot: z.string().trim().min(1).max(60).nullable(),
    hold: z.boolean(),
    reasonCode: z.enum([...holdReasons, ...releaseReasons]),
    note: text().optional(),
  })
  .refine((body) => (body.hold ? holdReasons : releaseReasons).some((code) => code === body.reasonCode), {
    error: 'Enter a reason for the hold or the release.',
    path: ['reasonCode'],
  })
  .refine(({ reasonCode, note }) => reasonCode !== 'other' || Boolean(note), {
    error: 'This reason needs a note.',
    path: ['note'],
  });
export type HoldLotInput = z.output<typeof holdLotInput>;

export const traceQueryParams = z.object({
  itemId: z.string().min(1),
  /** Omit for stock without a lot. */
  lot: z.string().max(60).optional(),
  direction: z.enum(['forward', 'back']).default('forward'),
});

const where = { placeId: z.string(), placeName: z.string() };
/** `byName` is the user who posted it. */
const posting = { kind: z.string(), qty: z.number(), byName: z.string().nullable() };
const document = { docType: z.string(), docId: z.string(), docNo: z.string().nullable(), day: z.string() };

/** Sources and destinations of one lot, in its base unit. */
const tracedLot = z.object({
  lot,
  /** The sums of `lotSources` and `lotOutcomes` are exactly equal. */
  totals: z.object({
    /** From outside, as visible to the caller. */
    received: z.number(),
    /** Found by counts. */
    found: z.number(),
    /** Received as a replacement of another lot. */
    came: z.number(),
    onHand: z.number(),
    inTransit: z.number(),
    /** At the hold locations of branches and kitchens. */
    onHold: z.number(),
    used: z.number(),
    sold: z.number(),
    wasted: z.number(),
    /** Missing in counts, or given up in transit. */
    lost: z.number(),
    /** Returned to the supplier. */
    returned: z.number(),
    /** Became another lot on arrival. */
    became: z.number(),
    /** Sent to locations that the caller can't see. */
    sent: z.number(),
  }),
  /** Documents by which it was acquired. */
  origin: z.array(z.object({ ...document, ...where, ...posting })),
  places: z.array(
    z.object({
      ...where,
      placeType: z.string(),
      branchId: z.string().nullable(),
      phone: z.string().nullable(),
      onHand: z.number(),
    }),
  ),
  /** Orders, transfers and their settlements. `branchId` is the destination. */
  shipments: z.array(
    z.object({
      ...document,
      fromName: z.string().nullable(),
      branchId: z.string(),
      branchName: z.string(),
      shipped: z.number(),
      received: z.number(),
      damaged: z.number(),
    }),
  ),
  /** Documents by which it left the business. */
  exits: z.array(z.object({ ...document, ...where, ...posting, fate: z.enum(lotDispositions) })),
});

/**
 * A lot's history as visible to the caller: all of it, or what involved their locations. `tree` lists the
 * lots made from it (`forward`) or that it was made from (`back`), at any depth, nearest first; each adds up
 * on its own.
 */
export const lotTrace = tracedLot.extend({
  direction: z.enum(['forward', 'back']),
  tree: z.array(
    tracedLot.extend({
      depth: z.number(),
      /** Links to lots one step nearer. */
      links: z.array(
        z.object({
          ...document,
          ...where,
          /** `arrival`: received as a replacement of the other. `batch`: produced from the other. */
          kind: z.enum(['arrival', 'batch']),
          lotId: z.string(),
          /** Quantity of the ingredient lot. */
          qty: z.number(),
        }),
      ),
    }),
  ),
});
export type LotTrace = z.output<typeof lotTrace>;
export type TracedLot = z.output<typeof tracedLot>;
