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
    .refine(
      (rows) => new Set(rows.map(({ _id }) => _id)).size === rows.length,
      'Enter each section only once',
    ),
});

/** Collections whose rows can be merged. */
export type Mergeable = 'sub-categories' | 'item-categories' | 'purchase-categories';

/** `POST /sub-categories/:id/merge`, and the same for other categories: the row that this one is merged into. */
export const mergeInput = z.strictObject({ into: id });
export const mergeQueryParams = z.object({ into: id });

/**
 * `POST /items/bulk`: the same change to several items, each with the version that the client last read.
 * Setting a sub-category sets its category too; changing only the category removes a sub-category that
 * belongs to a different one.
 */
export const itemBulkChange = z.strictObject({
  items: z
    .array(z.strictObject({ _id: id, version: z.int().min(1) }))
    .min(1)
    .max(maxBulkItems, `At most ${maxBulkItems} items at once`)
    .refine((rows) => new Set(rows.map(({ _id }) => _id)).size === rows.length, 'Enter each item only once'),
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

/** `GET /items/counts?by=`: the number of active items per referenced row; null for items without one. */
export const itemCountsQueryParams = z.object({ by: z.enum(itemGroupings) });
