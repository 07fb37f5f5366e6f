import type { MigrationDb } from './columns.ts';

/** A tax keeps the rates it had before the one it has. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema
    .alterTable('taxes')
    .addColumn('rates', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
}
