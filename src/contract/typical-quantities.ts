import { z } from 'zod';
import { id } from './common.ts';

/**
 * The largest quantity of an item in recent documents, in the unit counted there; new quantities are compared
 * with it.
 */
export const typicalQuantity = z.object({
  itemId: z.string(),
  /** Id of a pack or unit. */
  counted: z.string(),
  qty: z.number(),
});
export type TypicalQuantity = z.output<typeof typicalQuantity>;

export const typicalPurchaseQueryParams = z.object({ place: id, supplier: id.optional() });
export const typicalTransferQueryParams = z.object({ from: id, to: id });
export const typicalBatchQueryParams = z.object({ kitchen: id });
