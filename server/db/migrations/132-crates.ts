import type { MigrationDb } from './columns.ts';

/** The SSCC of each crate that was counted. `crate` is null for one that was counted once and is none any more: its number stays taken. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable('crates')
    .addColumn('sscc', 'text', (column) => column.primaryKey().notNull())
    .addColumn('orderId', 'text', (column) => column.notNull())
    .addColumn('crate', 'bigint')
    .addColumn('at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('crates_orderId').on('crates').column('orderId').execute();
}
