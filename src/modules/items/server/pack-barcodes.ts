import type { PackBarcode } from '#platform/shapes/bulk-changes-shape.ts';
import { convertMicro, toExactOrNull, fromMicro } from '#core/quantity.ts';
import { withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadUnits } from '#modules/units/server/units.ts';

/** Maximum number of barcodes that a scanning device stores. */
const maxBarcodes = 20_000;

/**
 * Lists the barcodes of packs with their quantity in the item's base unit; packs without a conversion are
 * left out.
 */
export async function listPackBarcodes(db: Queryable): Promise<PackBarcode[]> {
  const rows = await db
    .selectFrom('packagings')
    .innerJoin('items', 'items._id', 'packagings.itemId')
    .select([
      'items._id',
      'items.baseUnit',
      'packagings.unit',
      'packagings.contentsQtyMicro',
      'packagings.barcode',
    ])
    .where('packagings.isActive', '=', 1)
    .where('packagings.barcode', 'is not', null)
    .where('items.isActive', '=', 1)
    .orderBy('packagings._id')
    .limit(maxBarcodes)
    .execute();
  if (rows.length === 0) return [];
  const units = await loadUnits(db);
  const barcodes: PackBarcode[] = [];
  for await (const { barcode, unit: id, contentsQtyMicro, ...item } of withEventLoopYields(rows)) {
    const unit = units.find(id);
    const ratio = unit && units.ratio(item, unit);
    const micro = ratio ? toExactOrNull(() => convertMicro(contentsQtyMicro, ratio)) : null;
    if (barcode !== null && micro !== null)
      barcodes.push({ barcode, itemId: item._id, qty: fromMicro(micro) });
  }
  return barcodes;
}
