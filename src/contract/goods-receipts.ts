import { chargeSpreads } from '#domain/purchasing/landed-cost.ts';
import { receiptStatuses } from '#domain/purchasing/receipts.ts';
import { z } from 'zod';
import { allowedMove, historyEntry, wireObject } from './document-schemas.ts';
import { goodsReceiptFields, goodsReceiptLineFields } from './goods-receipt-fields.ts';
import {
  calendarDate,
  instant,
  money,
  pageQuery,
  pieces,
  price,
  quantity,
  temperature,
  text,
} from './numbers.ts';

/** One line of a goods receipt. */
export const goodsReceiptLine = wireObject(goodsReceiptLineFields, {});
export type GoodsReceiptLine = z.output<typeof goodsReceiptLine>;

/** One goods receipt as lists show it, without its lines. */
export const goodsReceiptSummary = wireObject(goodsReceiptFields, {});
export type GoodsReceiptSummary = z.output<typeof goodsReceiptSummary>;

export const goodsReceipt = goodsReceiptSummary.extend({
  items: z.array(goodsReceiptLine),
  statusHistory: z.array(historyEntry),
  allowedMoves: z.array(allowedMove),
});
export type GoodsReceipt = z.output<typeof goodsReceipt>;

export const createReceiptLineInput = z.strictObject({
  /** The line of the purchase order that it fulfils. */
  poLineId: z.string().min(1).optional(),
  /** Left out, that of the purchase line; another one is a substitute for it. */
  itemId: z.string().min(1).optional(),
  packagingId: z.string().min(1).optional(),
  /** Id or symbol; left out, what the purchase line counts, else packs of `packagingId`, else the item's base unit. */
  unit: z.string().min(1).optional(),
  /** Accepted; a line of which nothing came, was rejected or came free is left out. */
  qty: quantity,
  rejectedQty: quantity.optional(),
  freeQty: quantity.optional(),
  /** Of a substitute in other units: how much of the purchase line it fulfils, in what that counts. */
  coversQty: quantity.optional(),
  /** Left out, what the purchase line agrees on, else what the pack costs today. */
  price: price.optional(),
  lot: text(60).optional(),
  expiry: calendarDate.optional(),
  temperature: temperature.optional(),
  pieces: pieces.optional(),
  /** Why something was rejected, came beyond tolerance, too warm or too old: a code or words, a note after a colon. */
  reason: text().optional(),
  reasonCode: text(40).optional(),
  note: text().optional(),
  /** That a photo of it is attached to the receipt as soon as that is there. */
  photo: z.boolean().optional(),
});
export type CreateReceiptLineInput = z.output<typeof createReceiptLineInput>;

export const createReceiptInput = z.strictObject({
  purchaseOrder: z.string().min(1).optional(),
  /** Both are those of the purchase order, where there is one. */
  supplier: z.string().min(1).optional(),
  place: z.string().min(1).optional(),
  /** When the goods came; left out: now. */
  receivedAt: instant.optional(),
  supplierRef: text(120).optional(),
  freight: money.optional(),
  charges: money.optional(),
  spreadBy: z.enum(chargeSpreads).default('value'),
  notes: text(2000).optional(),
  items: z.array(createReceiptLineInput).min(1, 'At least 1').max(500, 'At most 500 lines'),
});
export type CreateReceiptInput = z.output<typeof createReceiptInput>;

/** `PATCH /goods-receipts/{id}`: words about it, or `{ status: 'Reversed' }`, whole or the lines that are named. */
export const patchReceiptInput = z
  .strictObject({
    notes: text(2000).optional(),
    supplierRef: text(120).optional(),
    transitionReason: text().optional(),
    status: z.enum(receiptStatuses).optional(),
    /** With `status`: only these lines are taken back. */
    lines: z.array(z.string().min(1)).min(1, 'At least 1').max(500, 'At most 500 lines').optional(),
  })
  .refine((body) => body.lines === undefined || body.status !== undefined, {
    error: 'Lines can only be listed together with a status that reverses them.',
    path: ['lines'],
  })
  .refine((body) => Object.keys(body).length > 0, { error: 'There is nothing to change' });
export type PatchReceiptInput = z.output<typeof patchReceiptInput>;

export const receiptQuery = z.object({
  ...pageQuery(100),
  status: z.enum(receiptStatuses).optional(),
  supplier: z.string().optional(),
  place: z.string().optional(),
  purchaseOrder: z.string().optional(),
  /** Days on which goods came, both inclusive. */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  sort: z
    .enum([
      'createdAt',
      '-createdAt',
      'number',
      '-number',
      'businessDay',
      '-businessDay',
      'goodsValue',
      '-goodsValue',
    ])
    .default('-createdAt'),
});

/** `GET /goods-receipts/prices`: what items cost when they came last, at the places that the caller sees. */
export const receiptPricesQuery = z.object({
  /** Ids of items, separated by commas; 200 at most. */
  items: z.string().max(20_000),
});

/** One earlier receipt of an item. Prices are in the money of that receipt. */
export const receiptPrice = z.object({
  itemId: z.string(),
  lineId: z.string(),
  receiptId: z.string(),
  number: z.string(),
  day: z.string(),
  supplier: z.string(),
  supplierName: z.string(),
  supplierNameAlt: z.string().nullable(),
  placeName: z.string(),
  currency: z.string().nullable(),
  qty: z.number(),
  unitSymbol: z.string(),
  unitNum: z.number(),
  unitDen: z.number(),
  price: z.number(),
});
export type ReceiptPrice = z.output<typeof receiptPrice>;

/** `GET /goods-receipts/effect`: what recipes would cost if an item cost this per base unit, in the money of the business. */
export const priceEffectQuery = z.object({
  itemId: z.string().min(1),
  unitCost: z.coerce.number().min(0).max(1_000_000_000),
});

/** A recipe above the item, per portion where it has portions; null where something in it has no cost. */
export const priceEffect = z.object({
  recipeId: z.string(),
  name: z.string(),
  nameAlt: z.string().nullable(),
  isPortion: z.boolean(),
  before: z.number().nullable(),
  after: z.number().nullable(),
  percent: z.number().nullable(),
});
export type PriceEffect = z.output<typeof priceEffect>;

/** `GET /goods-receipts/asks`: what items ask for when they come, and how far receipts of a supplier may differ. */
export const receiptRequirementsQuery = z.object({
  /** Ids of items, separated by commas; 200 at most. */
  items: z.string().max(20_000),
  supplier: z.string().optional(),
});

export const receiptRequirement = z.object({
  itemId: z.string(),
  tracksLots: z.boolean(),
  /** The number printed on the goods has to be entered; otherwise lots are numbered automatically. */
  asksLot: z.boolean(),
  tracksExpiry: z.boolean(),
  shelfLifeDays: z.number().nullable(),
  minTemp: z.number().nullable(),
  maxTemp: z.number().nullable(),
  photo: z.boolean(),
  minLifeDays: z.number().nullable(),
  isLifeRefused: z.boolean(),
  isPieces: z.boolean(),
  baseSymbol: z.string(),
  overReceiptPercent: z.number(),
  overReceiptQty: z.number(),
  priceTolerancePercent: z.number(),
});
export type ReceiptRequirement = z.output<typeof receiptRequirement>;
