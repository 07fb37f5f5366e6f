import { ratioBetween } from '#domain/conversions.ts';
import { QuantityError } from '#domain/quantity.ts';
import type { ItemConversion } from '#contract/items.ts';
import type { Tx } from '../../db/types.ts';
import { invalid, problem } from '../../http/problems.ts';
import type { WireRow } from '../master-data/store.ts';

const unitFields = ['orderUnit', 'countUnit', 'recipeUnit'] as const;

/** 422 for a unit of the item that nothing leads to from its base unit, and for conversions between unknown units. */
export async function checkUnits(
  tx: Tx,
  item: WireRow,
  conversions: readonly ItemConversion[],
): Promise<void> {
  const units = await tx
    .selectFrom('units')
    .select(['_id', 'symbol', 'dimension', 'factorNum', 'factorDen'])
    .execute();
  const symbolOf = new Map(units.map((unit) => [unit._id, unit.symbol]));
  const fields: Record<string, string> = {};
  conversions.forEach((conversion, at) => {
    for (const end of ['fromUnit', 'toUnit'] as const) {
      if (!symbolOf.has(conversion[end])) fields[`conversions.${at}.${end}`] = 'There is no such unit.';
    }
  });
  const base = String(item['baseUnit']);
  for (const name of unitFields) {
    const unit = item[name];
    if (typeof unit !== 'string' || unit === base || fields[name]) continue;
    if (!canConvert(() => ratioBetween(unit, base, units, conversions))) {
      fields[name] =
        `Nothing says how many ${symbolOf.get(base)} one ${symbolOf.get(unit)} is: add a conversion.`;
    }
  }
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

function canConvert(ratio: () => unknown): boolean {
  try {
    return ratio() !== null;
  } catch (error) {
    if (error instanceof QuantityError) return false;
    throw error;
  }
}

/** 409 when the base unit is to change although stock was moved or ordered in it. */
export async function keepBaseUnit(tx: Tx, before: WireRow, after: WireRow): Promise<void> {
  if (before['baseUnit'] === after['baseUnit'] || !(await hasHistory(tx, before._id))) return;
  throw problem('IN_USE', `${before['name']} was ordered or moved already: its base unit stays.`, {
    fields: { baseUnit: 'The base unit is fixed after the first order or move.' },
  });
}

/** Whether the item stands in an order, the ledger or a document. */
export async function hasHistory(tx: Tx, itemId: string): Promise<boolean> {
  const [move, line, waste] = await Promise.all([
    tx.selectFrom('stockMoves').select('seq').where('itemId', '=', itemId).limit(1).executeTakeFirst(),
    tx.selectFrom('orderLines').select('lineId').where('itemId', '=', itemId).limit(1).executeTakeFirst(),
    tx.selectFrom('wastage').select('_id').where('item', '=', itemId).limit(1).executeTakeFirst(),
  ]);
  return Boolean(move ?? line ?? waste);
}

/** Keeps the barcodes of an item, each of which finds one item only (409 otherwise). */
export async function replaceBarcodes(tx: Tx, itemId: string, barcodes: readonly string[]): Promise<void> {
  await tx.deleteFrom('itemBarcodes').where('itemId', '=', itemId).execute();
  if (barcodes.length === 0) return;
  const taken = await tx
    .selectFrom('itemBarcodes')
    .innerJoin('items', 'items._id', 'itemBarcodes.itemId')
    .select(['itemBarcodes.barcode', 'items._id', 'items.name'])
    .where('itemBarcodes.barcode', 'in', barcodes)
    .executeTakeFirst();
  if (taken) {
    throw problem('DUPLICATE', `${taken.name} has the barcode ${taken.barcode} already.`, {
      fields: { barcodes: `${taken.name} has ${taken.barcode} already.` },
      details: { id: taken._id },
    });
  }
  await tx
    .insertInto('itemBarcodes')
    .values(barcodes.map((barcode) => ({ barcode, itemId })))
    .execute();
}
