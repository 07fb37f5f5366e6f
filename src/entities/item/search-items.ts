import type { CompactItem } from '#src/collections/items/items.ts';
import { createSearch } from '#src/lib/rank.ts';

/**
 * Items by name, in either language, by code and by barcode: the best fit first. Apart from the items themselves, which every
 * page reads names of: how well something fits is worked out by few.
 */
export const searchItems = createSearch<CompactItem>(({ name, nameAlt, itemCode, barcodes }) => ({
  names: [name, nameAlt],
  codes: [itemCode, ...barcodes],
}));
