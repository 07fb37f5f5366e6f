import type { MigrationDb } from './columns.ts';

/** Whether a unit was ordered in is told at once, however many lines there are: on its screen, and before it goes. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema.createIndex('orderLines_unit').on('orderLines').column('unit').execute();
}
