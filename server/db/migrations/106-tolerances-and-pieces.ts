import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

const tolerances = [
  'overReceiptPercentMicro',
  'overReceiptQtyMicro',
  'shortReceiptPercentMicro',
  'shortReceiptQtyMicro',
  'priceTolerancePercentMicro',
];

/**
 * Items and suppliers say by how much receipts and prices may differ; nothing said is exactly nothing. Items may be
 * counted in pieces and valued by weight: moves and balances keep the pieces beside the quantity.
 */
export async function up(db: MigrationDb): Promise<void> {
  const change = (table: string) => db.schema.alterTable(table);
  for (const table of ['items', 'suppliers'])
    for (const column of tolerances) await change(table).addColumn(column, 'bigint').execute();
  await change('items')
    .addColumn('catchWeight', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await change('items').addColumn('pieceWeightMicro', 'bigint').execute();
  await change('stockMoves').addColumn('pieces', 'bigint').execute();
  await change('balances')
    .addColumn('pieces', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await change('wastage').addColumn('pieces', 'bigint').execute();
  // They are few: whoever posts asks which of its items are.
  await sql`create index ${sql.ref('items_catchWeight')} on items (${sql.ref('_id')})
    where ${sql.ref('catchWeight')} = 1`.execute(db);
}
