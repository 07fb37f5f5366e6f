import type { MigrationDb } from './columns.ts';

/** Branches and kitchens are closed on some days. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema
    .alterTable('branches')
    .addColumn('closedDays', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
}
