import type { MigrationDb } from './columns.ts';

/** How much of a file an import keeps, so that the whole of it has a limit. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema
    .alterTable('imports')
    .addColumn('size', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
}
