import { listOf, type Shape, type Wire } from './shape.ts';

/**
 * Rows that a merge moves, or would move. `merged`: sub-categories with the same name as one in the target
 * category.
 */
export const mergeResult = {
  into: 'id',
  items: 'integer',
  subCategories: 'integer',
  merged: 'integer',
} as const satisfies Shape;
export type MergeResult = Wire<typeof mergeResult>;

/** The changed items with their new versions. */
export const itemBulkResult = listOf({
  _id: 'key',
  version: 'integer',
});

export const itemCount = {
  _id: 'id?',
  count: 'integer',
} as const satisfies Shape;

/** `GET /items/pack-barcodes`: quantity of an item in one pack, in its base unit, by the pack's barcode. */
export const packBarcode = {
  barcode: 'required text',
  itemId: 'required id',
  qty: 'required quantity',
} as const satisfies Shape;
export type PackBarcode = Wire<typeof packBarcode>;

/** `GET /orders/open`: number of active orders visible to the caller, by branch and kitchen. */
export const openOrders = {
  branch: 'id',
  kitchen: 'id',
  count: 'integer',
} as const satisfies Shape;
