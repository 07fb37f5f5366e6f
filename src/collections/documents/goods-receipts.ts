import { readQuantity, readFields } from '#contract/document-fields.ts';
import { goodsReceiptFields, goodsReceiptLineFields } from '#contract/goods-receipt-fields.ts';
import type {
  CreateReceiptInput,
  GoodsReceipt,
  GoodsReceiptLine,
  PatchReceiptInput,
  PriceEffect,
  ReceiptRequirement,
  ReceiptPrice,
} from '#contract/goods-receipts.ts';
import {
  readBoolean,
  readId,
  type JsonRecord,
  parseList as listOf,
  readNumberValue,
  readReference,
  readText,
} from '#contract/tolerant.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { readRecords } from '../orders/read.ts';
import { readQuery } from '../read-query.ts';
import { documentCalls, pickAllowedPage } from './document-calls.ts';
import { readStep } from './history.ts';
import { receiptActionMessages } from './receipt-messages.ts';

/** Filters of `GET /goods-receipts`, named as on the wire. Omitted: all. */
export interface ReceiptFilters {
  status?: string | undefined;
  supplier?: string | undefined;
  place?: string | undefined;
  purchaseOrder?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
  page?: number | undefined;
  limit?: number | undefined;
}

/** Pages that show goods receipts; the first that the user may open is used. */
export const receiptPages = [
  '/procurements/creation/review/receipts',
  '/inventory/receipts',
  '/branch-order/inventory-control/receipts',
] as const;

const calls = documentCalls<GoodsReceipt>({
  collection: 'goods-receipts',
  read: readReceipt,
  // Also changes stock, quantities on order, and the figures of the order guide.
  renews: ['purchase-orders_data', 'stock_data', 'orders_data'],
  editPath: (id) => `${pickAllowedPage(...receiptPages)}${id === '' ? '' : `?row=${id}`}`,
});

/** Queries goods receipts without lines, newest first by default. */
export const receiptsQuery = (filters: ReceiptFilters = {}) => calls.list(filters);

/** Queries one goods receipt with its lines and available actions. */
export const receiptQuery = calls.one;

/** Input of a goods receipt; fields that the server fills in are optional. */
export type ReceiptInput = Omit<CreateReceiptInput, 'spreadBy'> &
  Partial<Pick<CreateReceiptInput, 'spreadBy'>>;

/** Creates a goods receipt. `from` is its label in the queue. */
export const createReceiptAction = calls.create<{ localId: string; from: string; input: ReceiptInput }>({
  name: 'create',
  label: ({ from }) => messagesOf(receiptActionMessages).create(from),
});

/** Changes notes or the supplier's reference. */
export const editReceiptAction = calls.change<Pick<PatchReceiptInput, 'notes' | 'supplierRef'>>({
  name: 'edit',
  method: 'patch',
  label: ({ record }) => messagesOf(receiptActionMessages).change(record.number),
  dedupeKey: (input) => JSON.stringify(input),
});

/** Reverses a receipt completely, or the given lines. */
export const reverseReceiptAction = calls.change<
  Required<Pick<PatchReceiptInput, 'status'>> & Pick<PatchReceiptInput, 'lines' | 'transitionReason'>
>({
  name: 'reverse',
  method: 'patch',
  label: ({ record }) => messagesOf(receiptActionMessages).reverse(record.number),
  dedupeKey: ({ lines = [] }) => lines.join(),
});

/** Queries what each item requires when it is received from a supplier, such as lot or temperature. */
export const receiptRequirementsQuery = (items: readonly string[], supplier: string) =>
  readQuery({
    collection: 'goods-receipts_data',
    key: ['asks', supplier, items],
    lifetime: 'orders',
    path: 'goods-receipts/asks',
    search: { items: items.join(), supplier },
    read: (reply) => listOf(reply.data, readAsk).rows,
  });

/** Queries the last purchase prices of items. */
export const receiptPricesQuery = (items: readonly string[]) =>
  readQuery({
    collection: 'goods-receipts_data',
    key: ['prices', items],
    lifetime: 'orders',
    path: 'goods-receipts/prices',
    search: { items: items.join() },
    read: (reply) => listOf(reply.data, readPrice).rows,
  });

/** Queries the effect of a new unit cost (per base unit) on recipe costs. */
export const priceEffectQuery = (itemId: string, unitCost: number) =>
  readQuery({
    collection: 'goods-receipts_data',
    key: ['effect', itemId, unitCost],
    lifetime: 'orders',
    path: 'goods-receipts/effect',
    search: { itemId, unitCost: String(unitCost) },
    read: (reply) => listOf(reply.data, readEffect).rows,
  });

function readAsk(row: JsonRecord): ReceiptRequirement | null {
  const itemId = readReference(row['itemId'])?.id;
  if (itemId === undefined) return null;
  return {
    itemId,
    tracksLots: readBoolean(row['tracksLots']) ?? false,
    asksLot: readBoolean(row['asksLot']) ?? false,
    tracksExpiry: readBoolean(row['tracksExpiry']) ?? false,
    shelfLifeDays: readNumberValue(row['shelfLifeDays']),
    minTemp: readNumberValue(row['minTemp']),
    maxTemp: readNumberValue(row['maxTemp']),
    photo: readBoolean(row['photo']) ?? false,
    minLifeDays: readNumberValue(row['minLifeDays']),
    isLifeRefused: readBoolean(row['isLifeRefused']) ?? false,
    isPieces: readBoolean(row['isPieces']) ?? false,
    baseSymbol: readText(row['baseSymbol']) ?? '',
    overReceiptPercent: readNumberValue(row['overReceiptPercent']) ?? 0,
    overReceiptQty: readNumberValue(row['overReceiptQty']) ?? 0,
    priceTolerancePercent: readNumberValue(row['priceTolerancePercent']) ?? 0,
  };
}

function readPrice(row: JsonRecord): ReceiptPrice | null {
  const [itemId, price] = [readReference(row['itemId'])?.id, readNumberValue(row['price'])];
  if (itemId === undefined || price === null) return null;
  const supplier = shownNames(readText(row['supplierName']) ?? '', readText(row['supplierNameAlt']));
  return {
    itemId,
    price,
    lineId: readText(row['lineId']) ?? '',
    receiptId: readText(row['receiptId']) ?? '',
    number: readText(row['number']) ?? '',
    day: readText(row['day']) ?? '',
    supplier: readReference(row['supplier'])?.id ?? '',
    supplierName: supplier.name,
    supplierNameAlt: supplier.nameAlt,
    placeName: readText(row['placeName']) ?? '',
    currency: readReference(row['currency'])?.id ?? null,
    qty: readQuantity(row['qty']) ?? 0,
    unitSymbol: readText(row['unitSymbol']) ?? '',
    unitNum: readNumberValue(row['unitNum']) ?? 1,
    unitDen: readNumberValue(row['unitDen']) ?? 1,
  };
}

function readEffect(row: JsonRecord): PriceEffect | null {
  const recipeId = readReference(row['recipeId'])?.id;
  if (recipeId === undefined) return null;
  const { name, nameAlt } = shownNames(readText(row['name']) ?? '', readText(row['nameAlt']));
  return {
    recipeId,
    name,
    nameAlt,
    isPortion: readBoolean(row['isPortion']) ?? false,
    before: readNumberValue(row['before']),
    after: readNumberValue(row['after']),
    percent: readNumberValue(row['percent']),
  };
}

function readReceipt(row: JsonRecord): GoodsReceipt | null {
  const _id = readId(row);
  if (_id === null) return null;
  const named = (name: 'supplier' | 'place') =>
    shownNames(
      readText(row[`${name}Name`]) ?? readReference(row[name])?.name ?? '',
      readText(row[`${name}NameAlt`]),
    );
  const [supplier, place] = [named('supplier'), named('place')];
  const lines = readRecords(row['items']);
  return {
    ...readFields(goodsReceiptFields, row, {
      _id,
      number: readText(row['number']) ?? _id,
      supplierName: supplier.name,
      supplierNameAlt: supplier.nameAlt,
      placeName: place.name,
      placeNameAlt: place.nameAlt,
      lineCount: readNumberValue(row['lineCount']) ?? lines.length,
    }),
    items: lines.map(readLine),
    statusHistory: readRecords(row['statusHistory']).map(readStep),
    allowedMoves: [],
  };
}

function readLine(row: JsonRecord, index: number): GoodsReceiptLine {
  const names = shownNames(readText(row['itemName']) ?? '', readText(row['itemNameAlt']));
  return readFields(goodsReceiptLineFields, row, {
    lineId: readText(row['lineId']) ?? String(index),
    itemName: names.name,
    itemNameAlt: names.nameAlt,
    unitNum: readNumberValue(row['unitNum']) ?? 1,
    unitDen: readNumberValue(row['unitDen']) ?? 1,
  });
}
