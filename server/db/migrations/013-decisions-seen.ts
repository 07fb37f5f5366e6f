import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

/** What was decided about a proposal is news to who made it until they have seen it. What is decided now is no news. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('reviews').addColumn('seenAt', 'text').execute();
  await db
    .updateTable('reviews')
    .set({ seenAt: sql.ref('updatedAt') })
    .where('status', '!=', 'Pending')
    .execute();
}
