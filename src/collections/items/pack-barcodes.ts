import { packBarcode } from '#contract/shapes/bulk-changes.ts';
import { readQuery } from '../read-query.ts';
import { readRows } from '../read-shape.ts';

/** Queries pack sizes in the item's base unit by pack barcode. Empty if the server has no such list. */
export function packBarcodesQuery() {
  return readQuery({
    collection: 'packagings_data',
    key: ['barcodes'],
    lifetime: 'items',
    path: 'items/pack-barcodes',
    read: (reply) => readRows(reply, packBarcode),
  });
}
