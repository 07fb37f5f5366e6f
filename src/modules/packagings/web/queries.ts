import { packBarcode } from '#platform/shapes/bulk-changes-shape.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readRows } from '#platform/web/queries/read-shape.ts';

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
