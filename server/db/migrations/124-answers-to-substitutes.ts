import type { MigrationDb } from './columns.ts';

/** What the branch says of a substitute before it is shipped: accepted or refused; nothing is said yet. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('orderLines').addColumn('substituteAnswer', 'text').execute();
}
