import { z } from 'zod';
import { id } from './common.ts';

/** The most of an item in one of the last documents, in what it was counted in there: what a new amount is held against. */
export const usualQuantity = z.object({
  itemId: z.string(),
  /** The id of a pack or unit. */
  counted: z.string(),
  qty: z.number(),
});
export type UsualQuantity = z.output<typeof usualQuantity>;

export const usualPurchaseQuery = z.object({ place: id, supplier: id.optional() });
export const usualTransferQuery = z.object({ from: id, to: id });
export const usualBatchQuery = z.object({ kitchen: id });
