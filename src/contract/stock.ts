import { z } from 'zod';
import { stockSubsets } from '#domain/stock/stock-subsets.ts';
import { calendarDate, pageQuery, pieces, positiveQuantity, price } from './numbers.ts';

/**
 * Stock of one item at one location, in the item's base unit. `available` = on hand - reserved, at least 0.
 */
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
  /** For a branch or kitchen; null for hold and in-transit locations. */
  placeNameAlt: z.string().nullable(),
  /** branch, central_kitchen, warehouse, hold or transit. */
  placeType: z.string(),
  /** The branch or kitchen of the location. */
  branchId: z.string().nullable(),
  onHand: z.number(),
  reserved: z.number(),
  available: z.number(),
  /** Moving average per base unit; null with nothing on hand, and without access to costs. */
  avgCost: z.number().nullable(),
  /** Null without access to costs. */
  value: z.number().nullable(),
  /** Only for items counted in pieces. */
  pieces: z.number().optional(),
});
export type StockRow = z.output<typeof stockRow>;

/** `view=compact`: the same figures without item texts, which `/items?view=compact` has. */
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
 * One ledger posting. `qty` in the item's base unit, `unitCost` per base unit, `value` exact; both null
 * without access to costs.
 */
export const stockMove = z.object({
  seq: z.number(),
  /** Time of entry, and effective time. */
  postedAt: z.string(),
  effectiveAt: z.string(),
  /** Effective day (YYYY-MM-DD) in the time zone of `fromPlace`, or of `toPlace` for goods from outside. */
  businessDay: z.string(),
  /** The same in the time zone of `toPlace`. */
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
  /** Document number; null without one. */
  docNo: z.string().nullable(),
  docLineId: z.string(),
  kind: z.string(),
  reason: z.string().nullable(),
  userId: z.string(),
  /** The posting that this one reverses; null for an ordinary one. */
  reversesSeq: z.number().nullable(),
  /** Only for items counted in pieces. */
  pieces: z.number().optional(),
});
export type StockMove = z.output<typeof stockMove>;

export const stockQueryParams = z.object({
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
  /** Only implausible stock: negative, and (with access to costs) on hand without a value. */
  only: z.literal('faulty').optional(),
});
export type StockQueryParams = z.output<typeof stockQueryParams>;

/** Newest first; `after` is the `seq` of the last row received. */
export const stockMovesQueryParams = z.object({
  ...pageQuery(100),
  itemId: z.string().optional(),
  placeId: z.string().optional(),
  docId: z.string().optional(),
  kind: z.string().max(60).optional(),
  sort: z.enum(['seq', '-seq']).default('-seq'),
  after: z.coerce.number().int().min(0).optional(),
});
export type StockMovesQueryParams = z.output<typeof stockMovesQueryParams>;

/**
 * `GET /stock/use`: daily usage of items at a location in the base unit, and the whole business days observed
 * (at most 28 before today). `basis`: `use` from issues, or `deliveries` where a location records no usage.
 * Items with less than a week of history or without usage are omitted.
 */
export const stockUse = z.object({
  itemId: z.string(),
  perDay: z.number(),
  days: z.number(),
  basis: z.enum(['use', 'deliveries']),
});
export type StockUse = z.output<typeof stockUse>;

export const stockUseQueryParams = z.object({
  placeId: z.string().min(1),
  itemId: z.string().min(1).optional(),
});

/** Maximum named items per request. */
export const maxStockPositionItems = 100;

/**
 * `GET /stock/shelves`: details of stock positions: daily usage (`GET /stock/use`; null if unknown), lots on
 * hand, outstanding purchases, and whether anything moved. Positions without any of these are omitted.
 */
export const stockPosition = z.object({
  itemId: z.string(),
  placeId: z.string(),
  perDay: z.number().nullable(),
  /** Number of days observed for the usage. */
  days: z.number().nullable(),
  basis: z.enum(['use', 'deliveries']).nullable(),
  /** Whether anything moved in the last 28 business days of the location, today included. */
  moved: z.boolean(),
  /** Lots by name. */
  lots: z.number(),
  /** Earliest expiry among lots that haven't expired. */
  nextExpiry: z.string().nullable(),
  /** Number of expired lots and of lots on hold; a lot may be both. */
  expired: z.number(),
  held: z.number(),
  /** Outstanding from suppliers, in base units. */
  onOrder: z.number(),
});
export type StockPosition = z.output<typeof stockPosition>;

/**
 * Of one location, of some comma-separated items, or of positions that need attention. All at once takes
 * seconds.
 */
export const stockPositionsQueryParams = z.object({
  placeId: z.string().min(1).optional(),
  items: z
    .string()
    .max(60 * maxStockPositionItems)
    .transform((text) => [...new Set(text.split(',').filter((id) => id !== ''))])
    .pipe(z.array(z.string()).max(maxStockPositionItems))
    .optional(),
  only: z.enum(stockSubsets).optional(),
});
export type StockPositionsQueryParams = z.output<typeof stockPositionsQueryParams>;

/** `GET /stock/as-at?day=`: `day` is a whole day in each location's time zone. */
export const stockAsAtQueryParams = z.object({
  day: calendarDate,
  /** By effective time, or by entry time as recorded that evening. */
  by: z.enum(['happened', 'posted']).default('happened'),
  itemId: z.string().min(1).optional(),
  placeId: z.string().min(1).optional(),
});
export type StockAsAtQueryParams = z.output<typeof stockAsAtQueryParams>;

/**
 * Stock at the end of a day in each location's time zone. `happened`: by effective day, including later
 * entries. `posted`: as recorded that evening; `late` is the number of postings entered afterwards and
 * excluded (null for `happened`). Values only with access to costs. Empty positions are omitted; `total`
 * counts all, also beyond the 20,000 returned.
 */
export const stockAsAt = z.object({
  day: z.string(),
  by: z.enum(['happened', 'posted']),
  late: z.number().nullable(),
  /** Total value. */
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

/**
 * Items that a location already counted or moved, which can't have opening stock. `onHand` in the item's base
 * unit.
 */
export const openedItem = z.object({ itemId: z.string(), onHand: z.number() });
export type OpenedItem = z.output<typeof openedItem>;

/** List price of one `unit` of an item in the base currency, proposed as the cost of its opening stock. */
export const proposedCost = z.object({ itemId: z.string(), unit: z.string(), unitCost: z.number() });
export type ProposedCost = z.output<typeof proposedCost>;

export const openedItemsQueryParams = z.object({ place: z.string().min(1) });

/** Opening stock of a location by item. `unit` defaults to the item's base unit. */
export const openingStockInput = z.strictObject({
  place: z.string().min(1),
  items: z
    .array(
      z.strictObject({
        itemId: z.string().min(1),
        qty: positiveQuantity,
        unit: z.string().min(1).optional(),
        /** For an item counted in pieces; default: by its nominal weight. */
        pieces: pieces.optional(),
        /** Per `unit`; 0 for stock without value. Required. */
        unitCost: price.optional(),
        /** For an item tracked by lot, which may have several rows. */
        lot: z.string().trim().min(1).max(60).optional(),
        /** Last good day; default: by shelf life. */
        expiry: calendarDate.optional(),
      }),
    )
    .min(1)
    .max(500),
});
export type OpeningStockInput = z.output<typeof openingStockInput>;
