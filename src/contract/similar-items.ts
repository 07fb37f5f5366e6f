import { z } from 'zod';
import { id } from './common.ts';

/** Which other items have this name (in either language), or one of these barcodes, separated by commas. */
export const similarItemsQuery = z.object({
  name: z.string().max(120).optional(),
  nameAlt: z.string().max(120).optional(),
  barcode: z.string().max(2500).optional(),
  /** The item that is edited: never like itself. */
  except: id.optional(),
});

export const similarItem = z.object({
  _id: z.string(),
  itemCode: z.string(),
  name: z.string(),
  nameAlt: z.string().nullable(),
  isActive: z.boolean(),
  /** What it shares: its name, a barcode of its own, or the barcode of one of its packs. */
  shares: z.enum(['name', 'barcode', 'pack']),
  /** The barcode it shares; null for a name. */
  barcode: z.string().nullable(),
});
export type SimilarItem = z.output<typeof similarItem>;

/** Why an item's base unit stays: what is kept in it, `moves` or a collection of documents. Null while it may still be changed. */
export const baseUnitState = z.object({ fixedBy: z.string().nullable() });
