import type { MigrationDb } from './columns.ts';

/** A line of a count says by how many pieces it differs from the books, beside the weight. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('stockCountLines').addColumn('variancePieces', 'bigint').execute();
}
