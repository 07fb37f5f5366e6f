import type { MigrationDb } from './columns.ts';

/** Who searches among all documents is shown the newest of each kind, for which all wastage and all discrepancies were sorted. */
export async function up(db: MigrationDb): Promise<void> {
  for (const table of ['wastage', 'discrepancies'])
    await db.schema.createIndex(`${table}_createdAt`).on(table).columns(['createdAt', '_id']).execute();
}
