import type { MigrationDb } from './columns.ts';

/** A line of an order says how many pieces were picked, of an item that is counted in them. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('orderLines').addColumn('pieces', 'bigint').execute();
}
