import { z } from 'zod';
import { id } from './common.ts';

/** Finds other items with this name (in either language) or one of these comma-separated barcodes. */
export const similarItemsQueryParams = z.object({
  name: z.string().max(120).optional(),
  nameAlt: z.string().max(120).optional(),
  barcode: z.string().max(2500).optional(),
  /** The edited item, excluded from the result. */
  except: id.optional(),
});

export const similarItem = z.object({
  _id: z.string(),
  itemCode: z.string(),
  name: z.string(),
  nameAlt: z.string().nullable(),
  isActive: z.boolean(),
  /** What matches: the name, an own barcode, or a pack's barcode. */
  shares: z.enum(['name', 'barcode', 'pack']),
  /** The matching barcode; null for a name. */
  barcode: z.string().nullable(),
});
export type SimilarItem = z.output<typeof similarItem>;

/** What fixes an item's base unit: `moves` or a collection of documents. Null while it can be changed. */
export const baseUnitState = z.object({ fixedBy: z.string().nullable() });
