import type { MigrationDb } from './columns.ts';

const columns = [
  'overReceiptPercentMicro',
  'overReceiptQtyMicro',
  'shortReceiptPercentMicro',
  'shortReceiptQtyMicro',
  'priceTolerancePercentMicro',
];

/** Items and suppliers say by how much receipts and prices may differ; nothing said is exactly nothing. */
export async function up(db: MigrationDb): Promise<void> {
  for (const table of ['items', 'suppliers'])
    for (const column of columns) await db.schema.alterTable(table).addColumn(column, 'bigint').execute();
}
