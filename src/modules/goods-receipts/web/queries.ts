import type { ListFilters } from '#platform/documents/document-list.ts';
import type { goodsReceiptList } from '../list.ts';
import type { CreateReceiptInput, PatchReceiptInput } from '../input.ts';
import { type GoodsReceipt, goodsReceipt, priceEffect, receiptPrice, receiptRequirement } from '../shapes.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { documentReader, readRows } from '#platform/web/queries/read-shape.ts';
import { documentCalls, pickAllowedPage } from '#platform/documents/web/queries/document-calls.ts';
import { receiptActionMessages } from './action-messages.ts';

export type ReceiptFilters = ListFilters<typeof goodsReceiptList>;

/** Pages that show goods receipts; the first that the user may open is used. */
export const receiptPages = [
  '/procurements/creation/review/receipts',
  '/inventory/receipts',
  '/branch-order/inventory-control/receipts',
] as const;

const calls = documentCalls<GoodsReceipt>({
  collection: 'goods-receipts',
  read: documentReader(goodsReceipt),
  // Receipts also change stock, quantities on order, and the order guide.
  invalidates: ['purchase-orders_data', 'stock_data', 'orders_data'],
  editPath: (id) => `${pickAllowedPage(...receiptPages)}${id === '' ? '' : `?row=${id}`}`,
});

/** Queries goods receipts without lines, newest first by default. */
export const receiptsQuery = (filters: ReceiptFilters = {}) => calls.list(filters);

/** Queries one goods receipt with its lines and available actions. */
export const receiptQuery = calls.one;

/** Input of a goods receipt; fields that the server fills in are optional. */
export type ReceiptInput = Omit<CreateReceiptInput, 'spreadBy'> &
  Partial<Pick<CreateReceiptInput, 'spreadBy'>>;

/** Creates a goods receipt. `from` is used in its label in the queue. */
export const createReceiptAction = calls.create<{ localId: string; from: string; input: ReceiptInput }>({
  name: 'create',
  label: ({ from }) => getMessages(receiptActionMessages).create(from),
});

/** Changes notes or the supplier's reference. */
export const editReceiptAction = calls.change<Pick<PatchReceiptInput, 'notes' | 'supplierRef'>>({
  name: 'edit',
  method: 'patch',
  label: ({ record }) => getMessages(receiptActionMessages).change(record.number),
  dedupeKey: (input) => JSON.stringify(input),
});

/** Reverses a receipt completely, or the given lines. */
export const reverseReceiptAction = calls.change<
  Required<Pick<PatchReceiptInput, 'status'>> & Pick<PatchReceiptInput, 'lines' | 'transitionReason'>
>({
  name: 'reverse',
  method: 'patch',
  label: ({ record }) => getMessages(receiptActionMessages).reverse(record.number),
  dedupeKey: ({ lines = [] }) => lines.join(),
});

/** Queries which data each item requires when it is received from a supplier, such as lot or temperature. */
export const receiptRequirementsQuery = (items: readonly string[], supplier: string) =>
  readQuery({
    collection: 'goods-receipts_data',
    key: ['requirements', supplier, items],
    lifetime: 'orders',
    path: 'goods-receipts/requirements',
    search: { items: items.join(), supplier },
    read: (reply) => readRows(reply, receiptRequirement),
  });

/** Queries the last purchase prices of items. */
export const receiptPricesQuery = (items: readonly string[]) =>
  readQuery({
    collection: 'goods-receipts_data',
    key: ['prices', items],
    lifetime: 'orders',
    path: 'goods-receipts/prices',
    search: { items: items.join() },
    read: (reply) => readRows(reply, receiptPrice),
  });

/** Queries the effect of a new unit cost (per base unit) on recipe costs. */
export const priceEffectQuery = (itemId: string, unitCost: number) =>
  readQuery({
    collection: 'goods-receipts_data',
    key: ['effect', itemId, unitCost],
    lifetime: 'orders',
    path: 'goods-receipts/effect',
    search: { itemId, unitCost: String(unitCost) },
    read: (reply) => readRows(reply, priceEffect),
  });
