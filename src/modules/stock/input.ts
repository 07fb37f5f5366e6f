import { z } from 'zod';
import { stockSubsets } from './stock-subsets.ts';
import { calendarDate, pageQuery, pieces, positiveQuantity, price } from '#platform/shapes/numbers.ts';

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
  only: z.literal('with-errors').optional(),
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

export const stockUseQueryParams = z.object({
  placeId: z.string().min(1),
  itemId: z.string().min(1).optional(),
});

/** Maximum number of item ids per request. */
export const maxStockPositionItems = 100;

/**
 * Filters for stock positions: a location, comma-separated item ids, or a subset that needs attention.
 * Requesting all positions takes seconds.
 */
export const stockPositionsQueryParams = z.object({
  placeId: z.string().min(1).optional(),
  items: z
    .string()
    .max(60 * maxStockPositionItems)
    .transform((text) => [...new Set(text.split(',').filter((id) => id !== ''))])
    .pipe(z.array(z.string()).max(maxStockPositionItems))
    .optional(),
  subset: z.enum(stockSubsets).optional(),
});
export type StockPositionsQueryParams = z.output<typeof stockPositionsQueryParams>;

/** `GET /stock/as-at?day=`: `day` is a whole day in each location's time zone. */
export const stockAsAtQueryParams = z.object({
  day: calendarDate,
  /** By effective time, or by posting time, as recorded that evening. */
  by: z.enum(['effective', 'posted']).default('effective'),
  itemId: z.string().min(1).optional(),
  placeId: z.string().min(1).optional(),
});
export type StockAsAtQueryParams = z.output<typeof stockAsAtQueryParams>;

/** Location whose opening stock is entered. */
export const openingQueryParams = z.object({ place: z.string().min(1) });

/** Opening stock of a location by item. `unit` defaults to the item's base unit. */
export const openingStockInput = z.strictObject({
  place: z.string().min(1),
  items: z
    .array(
      z.strictObject({
        itemId: z.string().min(1),
        qty: positiveQuantity,
        unit: z.string().min(1).optional(),
        /** For an item counted in pieces; defaults to an estimate from its nominal weight. */
        pieces: pieces.optional(),
        /** Per `unit`; 0 for stock without value. Required. */
        unitCost: price.optional(),
        /** For an item tracked by lot, which may have several rows. */
        lot: z.string().trim().min(1).max(60).optional(),
        /** Expiry date, inclusive; by default calculated from the shelf life. */
        expiry: calendarDate.optional(),
      }),
    )
    .min(1)
    .max(500),
});
export type OpeningStockInput = z.output<typeof openingStockInput>;
