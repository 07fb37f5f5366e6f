import { divideHalfEven, toSafeNumber } from '#core/quantity.ts';
import type { Db } from '#platform/server/db/types.ts';
import { importMasterData } from './master-data.ts';
import { postOpeningStock, listNewOrders, replayOrders } from './orders.ts';
import type { Northwind, NorthwindOrder } from './read.ts';

/** Numbers of rows created by one import; existing rows are not counted. */
export interface ImportSummary {
  items: number;
  discontinuedItems: number;
  suppliers: number;
  categories: number;
  branches: number;
  kitchens: number;
  orders: number;
  lines: number;
  unitsReceivedFromSuppliers: number;
  unitsShipped: number;
  unitsReceived: number;
  /** After discounts, in ten-thousandths. */
  valueE4: number;
}

export interface ImportOptions {
  db: Db;
  now: Date;
  onProgress(done: number, total: number): void;
}

/**
 * Imports missing rows. Master data and opening stock are committed together; orders follow in small batches,
 * each order atomically. A repeated import adds nothing, or continues an interrupted one.
 */
export async function importNorthwind(
  data: Northwind,
  { db, now, onProgress }: ImportOptions,
): Promise<ImportSummary> {
  const orders = await listNewOrders(db, data);
  const { master, unitsFromSuppliers } = await db.write(async (tx) => {
    const imported = await importMasterData(tx, now, data);
    return {
      master: imported,
      unitsFromSuppliers: await postOpeningStock(tx, { orders, data, master: imported, now }),
    };
  });
  await replayOrders(db, orders, master, (done) => onProgress(done, orders.length));
  const lines = orders.flatMap((order) => order.lines);
  const { created } = master;
  return {
    ...created,
    discontinuedItems:
      created.items === 0
        ? 0
        : [...data.products.values()].filter((product) => product.isDiscontinued).length,
    orders: orders.length,
    lines: lines.length,
    unitsReceivedFromSuppliers: unitsFromSuppliers,
    ...(await sumMovedUnits(db, orders)),
    valueE4: toSafeNumber(lines.reduce((sum, line) => sum + computeLineValue(line), 0n)),
  };
}

/** Price x quantity x (1 - discount) in ten-thousandths, rounded half to even per line. */
function computeLineValue({ unitPriceMicro, qty, discountMicro }: NorthwindOrder['lines'][number]): bigint {
  return divideHalfEven(
    BigInt(unitPriceMicro) * BigInt(qty) * BigInt(1_000_000 - discountMicro),
    100_000_000n,
  );
}

/** Returns the units that left the kitchen and reached the branches for these orders, from the ledger. */
async function sumMovedUnits(db: Db, orders: readonly NorthwindOrder[]) {
  const rows = await db.read
    .selectFrom('orders')
    .innerJoin('stockMoves', 'stockMoves.docId', 'orders._id')
    .select(['orders.orderNo', 'stockMoves.kind', 'stockMoves.qtyMicro'])
    .where('orders.orderNo', 'like', 'NW-%')
    .execute();
  const numbers = new Set(orders.map((order) => `NW-${order.id}`));
  const sum = (kind: string) =>
    rows
      .filter((row) => row.kind === kind && numbers.has(row.orderNo))
      .reduce((total, row) => total + row.qtyMicro, 0) / 1_000_000;
  return { unitsShipped: sum('ship'), unitsReceived: sum('receive') };
}
