import { z } from 'zod';
import { id } from './common.ts';
import { maxBulkItems } from './limits.ts';

/**
 * `PUT /sections/order`: every active section once in the new order, each with the version that the client
 * read.
 */
export const sectionOrder = z.strictObject({
  sections: z
    .array(z.strictObject({ _id: id, version: z.int().min(1) }))
    .min(1)
    .max(2000)
    .refine((all) => new Set(all.map(({ _id }) => _id)).size === all.length, 'Enter each section only once'),
});

/** Collections whose rows can be merged. */
export type Mergeable = 'sub-categories' | 'item-categories' | 'purchase-categories';

/** `POST /sub-categories/:id/merge`, and the same for other categories: the row that this one is merged into. */
export const mergeInput = z.strictObject({ into: id });
export const mergeQueryParams = z.object({ into: id });

/**
 * Rows that a merge moves, or would move. `merged`: sub-categories that have a namesake in the target
 * category.
 */
export const mergeAnswer = z.object({
  into: z.string(),
  items: z.number(),
  subCategories: z.number(),
  merged: z.number(),
});
export type MergeAnswer = z.output<typeof mergeAnswer>;

/**
 * `POST /items/bulk`: the same change to several items, each with the version that the client read. A
 * sub-category sets its category too; changing only the category removes a sub-category of another one.
 */
export const itemBulkChange = z.strictObject({
  items: z
    .array(z.strictObject({ _id: id, version: z.int().min(1) }))
    .min(1)
    .max(maxBulkItems, `At most ${maxBulkItems} items at once`)
    .refine((all) => new Set(all.map(({ _id }) => _id)).size === all.length, 'Enter each item only once'),
  set: z
    .strictObject({
      category: id.optional(),
      subCategory: id.nullable().optional(),
      purchaseCategory: id.nullable().optional(),
      section: id.nullable().optional(),
      tax: id.nullable().optional(),
    })
    .refine((set) => Object.values(set).some((value) => value !== undefined), 'Nothing to change'),
});
export type ItemBulkChange = z.output<typeof itemBulkChange>;

/** The changed items with their new versions. */
export const itemBulkAnswer = z.array(z.object({ _id: z.string(), version: z.number() }));

/** Fields by which items can be counted. */
export const itemGroupings = [
  'category',
  'subCategory',
  'purchaseCategory',
  'section',
  'tax',
  'brands',
] as const;
export type ItemGrouping = (typeof itemGroupings)[number];

/** `GET /items/counts?by=`: number of active items by a reference; null for items without one. */
export const itemCountsQueryParams = z.object({ by: z.enum(itemGroupings) });
export const itemCount = z.object({ _id: z.string().nullable(), count: z.number() });

/** `GET /items/pack-barcodes`: quantity of an item in one pack, in its base unit, by the pack's barcode. */
export const packBarcode = z.object({ barcode: z.string(), itemId: z.string(), qty: z.number() });
export type PackBarcode = z.output<typeof packBarcode>;

/** `GET /orders/open`: number of active orders visible to the caller, by branch and kitchen. */
export const openOrders = z.object({ branch: z.string(), kitchen: z.string(), count: z.number() });
