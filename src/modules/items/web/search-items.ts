import type { CompactItem } from './queries/items.ts';
import { createSearch } from '#platform/web/rank.ts';

/**
 * Searches items by name in either language, code and barcode, best rank first. Separate from the items
 * query, because most pages need names only.
 */
export const searchItems = createSearch<CompactItem>(({ name, nameAlt, itemCode, barcodes }) => ({
  names: [name, nameAlt],
  codes: [itemCode, ...barcodes],
}));
