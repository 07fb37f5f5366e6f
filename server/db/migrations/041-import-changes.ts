import type { MigrationDb } from './columns.ts';

/** What a row of an import would change: the old and the new value of each field, by its last check. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema
    .alterTable('importRows')
    .addColumn('changes', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();
}
