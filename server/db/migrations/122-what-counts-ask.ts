import type { MigrationDb } from './columns.ts';

/** How many lines of a submitted count ask something; of one that was submitted before, nobody knows until it is decided on. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema
    .alterTable('stockCounts')
    .addColumn('asking', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
