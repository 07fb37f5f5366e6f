import type { PackBarcode } from '#contract/bulk-changes.ts';
import { readNumberValue, readText } from '#contract/tolerant.ts';
import { readList, readQuery } from '../read-query.ts';

/** Queries pack sizes in the item's base unit by pack barcode. Empty if the server has no such list. */
export function packBarcodesQuery() {
  return readQuery({
    collection: 'packagings_data',
    key: ['barcodes'],
    lifetime: 'items',
    path: 'items/pack-barcodes',
    read: (reply) =>
      readList(reply, (row): PackBarcode | null => {
        const [barcode, itemId, qty] = [
          readText(row['barcode']),
          readText(row['itemId']),
          readNumberValue(row['qty']),
        ];
        return barcode && itemId && qty ? { barcode, itemId, qty } : null;
      }).rows,
  });
}
