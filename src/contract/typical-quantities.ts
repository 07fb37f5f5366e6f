import { z } from 'zod';
import { id } from './common.ts';

/** The most of an item in one of the last documents, in what it was counted in there: what a new amount is held against. */
export const typicalQuantity = z.object({
  itemId: z.string(),
  /** The id of a pack or unit. */
  counted: z.string(),
  qty: z.number(),
});
export type TypicalQuantity = z.output<typeof typicalQuantity>;

export const typicalPurchaseQuery = z.object({ place: id, supplier: id.optional() });
export const typicalTransferQuery = z.object({ from: id, to: id });
export const typicalBatchQuery = z.object({ kitchen: id });
