import type { MigrationDb } from './columns.ts';

/** What a count that is counted again differs by is told once it is handed in again. */
export async function up(db: MigrationDb): Promise<void> {
  await db
    .updateTable('stockCounts')
    .set({ absoluteE4: null, netE4: null })
    .where('status', '=', 'Recount')
    .execute();
}
