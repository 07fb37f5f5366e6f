import { z } from 'zod';
import { id } from './common.ts';
import { maxBulkItems } from './limits.ts';

/** `PUT /sections/order`: every active section once, as people walk past them, each in the version that was seen. */
export const sectionOrder = z.strictObject({
  sections: z
    .array(z.strictObject({ _id: id, version: z.int().min(1) }))
    .min(1)
    .max(2000)
    .refine((all) => new Set(all.map(({ _id }) => _id)).size === all.length, 'Enter each section only once'),
});

/** The collections whose rows can be merged. */
export type Mergeable = 'sub-categories' | 'item-categories' | 'purchase-categories';

/** `POST /sub-categories/:id/merge` and the same for item categories: the row that takes everything over. */
export const mergeInput = z.strictObject({ into: id });
export const mergeQuery = z.object({ into: id });

/** What a merge moves, or would move. `merged`: sub-categories that have a namesake in the category they come to. */
export const mergeAnswer = z.object({
  into: z.string(),
  items: z.number(),
  subCategories: z.number(),
  merged: z.number(),
});
export type MergeAnswer = z.output<typeof mergeAnswer>;

/**
 * `POST /items/bulk`: the same change of several items, each in the version that was seen. A sub-category brings its
 * category along; a category alone takes a sub-category of another one off.
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

/** The items as they are afterwards, by version. */
export const itemBulkAnswer = z.array(z.object({ _id: z.string(), version: z.number() }));

/** What items can be counted by. */
export const itemGroupings = [
  'category',
  'subCategory',
  'purchaseCategory',
  'section',
  'tax',
  'brands',
] as const;
export type ItemGrouping = (typeof itemGroupings)[number];

/** `GET /items/counts?by=`: active items by what they refer to; null are those that refer to nothing. */
export const itemCountsQuery = z.object({ by: z.enum(itemGroupings) });
export const itemCount = z.object({ _id: z.string().nullable(), count: z.number() });

/** `GET /items/pack-barcodes`: how much of an item one of a pack is, in its base unit, by the barcode of the pack. */
export const packBarcode = z.object({ barcode: z.string(), itemId: z.string(), qty: z.number() });
export type PackBarcode = z.output<typeof packBarcode>;

/** `GET /orders/open`: orders that still go somewhere, by branch and by kitchen, as far as the caller sees them. */
export const openOrders = z.object({ branch: z.string(), kitchen: z.string(), count: z.number() });
