import type { MigrationDb } from './columns.ts';

/** What changed in a period is found by the days on which prices begin. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema.createIndex('packPrices_validFrom').on('packPrices').column('validFrom').execute();
}
