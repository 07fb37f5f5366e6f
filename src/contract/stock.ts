import { z } from 'zod';
import { stockSubsets } from '#domain/stock/stock-subsets.ts';
import { calendarDate, pageQuery, pieces, positiveQuantity, price } from './numbers.ts';

/** Stock of one item at one place, in the item's base unit. `available` = on hand - reserved, never below 0. */
export const stockRow = z.object({
  itemId: z.string(),
  itemCode: z.string(),
  itemName: z.string(),
  itemNameAlt: z.string().nullable(),
  category: z.string().nullable(),
  section: z.string().nullable(),
  unitSymbol: z.string(),
  placeId: z.string(),
  placeName: z.string(),
  /** Of a branch or kitchen itself; null for what it holds aside or has on the road. */
  placeNameAlt: z.string().nullable(),
  /** branch, central_kitchen, warehouse, hold or transit. */
  placeType: z.string(),
  /** The branch or kitchen that the place belongs to. */
  branchId: z.string().nullable(),
  onHand: z.number(),
  reserved: z.number(),
  available: z.number(),
  /** Moving average per base unit; null when there is nothing on hand, and for who is not told what goods cost. */
  avgCost: z.number().nullable(),
  /** Null for who is not told what goods cost. */
  value: z.number().nullable(),
  /** Only of items that are counted in pieces. */
  pieces: z.number().optional(),
});
export type StockRow = z.output<typeof stockRow>;

/** `view=compact`: the same figures without the item's words, which `/items?view=compact` has. */
export const stockCompactRow = stockRow.pick({
  itemId: true,
  placeId: true,
  onHand: true,
  reserved: true,
  avgCost: true,
  value: true,
  pieces: true,
});
export type StockCompactRow = z.output<typeof stockCompactRow>;

/**
 * One posting of the ledger. `qty` in the item's base unit, `unitCost` per base unit, `value` exact; both null for who is not
 * told what goods cost.
 */
export const stockMove = z.object({
  seq: z.number(),
  /** When it was written, and when it happened. */
  postedAt: z.string(),
  effectiveAt: z.string(),
  /** The day it happened (YYYY-MM-DD) by the clock of `fromPlace`; of `toPlace`, where goods come from outside. */
  businessDay: z.string(),
  /** The same by the clock of `toPlace`. */
  arrivalDay: z.string(),
  itemId: z.string(),
  itemName: z.string(),
  unitSymbol: z.string(),
  fromPlace: z.string(),
  fromName: z.string(),
  toPlace: z.string(),
  toName: z.string(),
  qty: z.number(),
  unitCost: z.number().nullable(),
  value: z.number().nullable(),
  lot: z.string().nullable(),
  docType: z.string(),
  docId: z.string(),
  /** The number people know the document by; null where it has none. */
  docNo: z.string().nullable(),
  docLineId: z.string(),
  kind: z.string(),
  reason: z.string().nullable(),
  userId: z.string(),
  /** The posting that this one takes back; null for an ordinary one. */
  reversesSeq: z.number().nullable(),
  /** Only of items that are counted in pieces. */
  pieces: z.number().optional(),
});
export type StockMove = z.output<typeof stockMove>;

export const stockQuery = z.object({
  ...pageQuery(100),
  itemId: z.string().optional(),
  placeId: z.string().optional(),
  branchId: z.string().optional(),
  placeType: z.string().max(100).optional(),
  category: z.string().optional(),
  section: z.string().optional(),
  sort: z
    .enum([
      'itemName',
      '-itemName',
      'itemCode',
      '-itemCode',
      'placeName',
      '-placeName',
      'onHand',
      '-onHand',
      'value',
      '-value',
      'avgCost',
      '-avgCost',
    ])
    .default('itemName'),
  view: z.enum(['full', 'compact']).default('full'),
  /** Only what cannot be right: less than nothing, and for who is told costs what is on hand and worth nothing. */
  only: z.literal('faulty').optional(),
});
export type StockQuery = z.output<typeof stockQuery>;

/** Newest first; `after` is the `seq` of the last row seen. */
export const stockMovesQuery = z.object({
  ...pageQuery(100),
  itemId: z.string().optional(),
  placeId: z.string().optional(),
  docId: z.string().optional(),
  kind: z.string().max(60).optional(),
  sort: z.enum(['seq', '-seq']).default('-seq'),
  after: z.coerce.number().int().min(0).optional(),
});
export type StockMovesQuery = z.output<typeof stockMovesQuery>;

/**
 * `GET /stock/use`: how much of an item a place uses on a day, in the base unit, over as many whole business days before
 * today (28 at most). `basis`: `use` is what went out, `deliveries` what came, where a place records no use. Items
 * of which less than a week is known, or nothing was used, are left out.
 */
export const stockUse = z.object({
  itemId: z.string(),
  perDay: z.number(),
  days: z.number(),
  basis: z.enum(['use', 'deliveries']),
});
export type StockUse = z.output<typeof stockUse>;

export const stockUseQuery = z.object({ placeId: z.string().min(1), itemId: z.string().min(1).optional() });

/** Of how many items shelves are asked for at once, by name. */
export const maxStockPositionItems = 100;

/**
 * `GET /stock/shelves`: what else is to know of an item at a branch or kitchen than what is on hand: what it uses on a day
 * (`GET /stock/use`; null where that is not known), its lots with something on hand, what suppliers
 * still have to deliver, and whether anything moved. A shelf of
 * which there is nothing to say is left out: nothing moved there.
 */
export const stockPosition = z.object({
  itemId: z.string(),
  placeId: z.string(),
  perDay: z.number().nullable(),
  /** Over how many days the use was seen. */
  days: z.number().nullable(),
  basis: z.enum(['use', 'deliveries']).nullable(),
  /** Whether anything came or went in the last 28 business days of the place, today included. */
  moved: z.boolean(),
  /** Lots by name. */
  lots: z.number(),
  /** The earliest day through which a lot is good, of those that have not expired. */
  nextExpiry: z.string().nullable(),
  /** How many lots have expired, and how many are on hold; one may be both. */
  expired: z.number(),
  held: z.number(),
  /** What suppliers still have to deliver, in base units. */
  onOrder: z.number(),
});
export type StockPosition = z.output<typeof stockPosition>;

/** Of one place; of some items, with commas; of shelves that something is to be done about. All of them at once take seconds. */
export const stockPositionsQuery = z.object({
  placeId: z.string().min(1).optional(),
  items: z
    .string()
    .max(60 * maxStockPositionItems)
    .transform((text) => [...new Set(text.split(',').filter((id) => id !== ''))])
    .pipe(z.array(z.string()).max(maxStockPositionItems))
    .optional(),
  only: z.enum(stockSubsets).optional(),
});
export type StockPositionsQuery = z.output<typeof stockPositionsQuery>;

/** `GET /stock/as-at?day=`: `day` is a day by the clock of each place, whole. */
export const stockAsAtQuery = z.object({
  day: calendarDate,
  /** By when things happened, or by when they were entered: the books as they were known that evening. */
  by: z.enum(['happened', 'posted']).default('happened'),
  itemId: z.string().min(1).optional(),
  placeId: z.string().min(1).optional(),
});
export type StockAsAtQuery = z.output<typeof stockAsAtQuery>;

/**
 * What stood where at the end of a day, on the clock of each place. `happened`: by the day on which things happened; what was
 * entered later is in it, as it was posted. `posted`: as the books were that evening; `late` postings of that day or before
 * were entered after it and are left out (null by `happened`). Values only for who may see costs. Rows of nothing are left out; `total` counts all, also beyond the 20,000 that are sent.
 */
export const stockAsAt = z.object({
  day: z.string(),
  by: z.enum(['happened', 'posted']),
  late: z.number().nullable(),
  /** What all of it was worth. */
  value: z.number().nullable(),
  total: z.number(),
  rows: z.array(
    z.object({
      itemId: z.string(),
      placeId: z.string(),
      onHand: z.number(),
      value: z.number().optional(),
    }),
  ),
});
export type StockAsAt = z.output<typeof stockAsAt>;

/** Which items a place has counted or moved already: they open no more. `onHand` in the item's base unit. */
export const openedItem = z.object({ itemId: z.string(), onHand: z.number() });
export type OpenedItem = z.output<typeof openedItem>;

/** List price of one `unit` of an item in the base currency, proposed as the cost of its opening stock. */
export const proposedCost = z.object({ itemId: z.string(), unit: z.string(), unitCost: z.number() });
export type ProposedCost = z.output<typeof proposedCost>;

export const openedItemsQuery = z.object({ place: z.string().min(1) });

/** What a place holds on the first day, typed item by item. `unit` left out: the item's base unit. */
export const openingStockInput = z.strictObject({
  place: z.string().min(1),
  items: z
    .array(
      z.strictObject({
        itemId: z.string().min(1),
        qty: positiveQuantity,
        unit: z.string().min(1).optional(),
        /** Of an item that is counted in pieces; left out: by its nominal weight. */
        pieces: pieces.optional(),
        /** Of one `unit`; 0 for stock that is worth nothing. Refused where it is left out. */
        unitCost: price.optional(),
        /** Of an item that is kept by lots; it may then stand in several rows. */
        lot: z.string().trim().min(1).max(60).optional(),
        /** The last day on which it is good; left out: counted from the shelf life. */
        expiry: calendarDate.optional(),
      }),
    )
    .min(1)
    .max(500),
});
export type OpeningStockInput = z.output<typeof openingStockInput>;
