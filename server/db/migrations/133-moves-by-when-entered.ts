import type { MigrationDb } from './columns.ts';

/** The books as they were on an evening: what was entered since is found by when it was, and not by reading all moves. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema.createIndex('stockMoves_postedAt').on('stockMoves').column('postedAt').execute();
}
