import type { MigrationDb } from './columns.ts';

/** What the file said of cells that were put right while it was checked, by column. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema
    .alterTable('importRows')
    .addColumn('corrections', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute();
}
