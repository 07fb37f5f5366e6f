import type { CompactItem } from '#src/collections/items/items.ts';
import { createSearch } from '#src/lib/rank.ts';

/**
 * Searches items by name in either language, code and barcode, best rank first. Separate from the items
 * query, because most pages need names only.
 */
export const searchItems = createSearch<CompactItem>(({ name, nameAlt, itemCode, barcodes }) => ({
  names: [name, nameAlt],
  codes: [itemCode, ...barcodes],
}));
