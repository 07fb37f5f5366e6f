import type { MigrationDb } from './columns.ts';

/** Lists of orders are sorted by value and by lines without reading all orders. */
export async function up(db: MigrationDb): Promise<void> {
  for (const column of ['valueE4', 'lineCount'])
    await db.schema.createIndex(`orders_by_${column}`).on('orders').columns([column, '_id']).execute();
}
