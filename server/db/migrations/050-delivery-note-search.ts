import type { MigrationDb } from './columns.ts';

/** An order is found by the number of its delivery note without reading all orders. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema.createIndex('orders_by_delivery_note').on('orders').column('deliveryNoteNo').execute();
}
