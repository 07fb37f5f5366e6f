import { z } from 'zod';
import { id } from '#platform/shapes/common.ts';

/** Finds other items with this name (in either language) or one of these comma-separated barcodes. */
export const similarItemsQueryParams = z.object({
  name: z.string().max(120).optional(),
  nameAlt: z.string().max(120).optional(),
  barcode: z.string().max(2500).optional(),
  /** The edited item, excluded from the result. */
  excludedItemId: id.optional(),
});
