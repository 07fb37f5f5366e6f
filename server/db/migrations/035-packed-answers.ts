import { dialectOf, type MigrationDb } from './columns.ts';

/** Long answers are kept packed; those kept before stay as they are until they run out. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema
    .alterTable('idempotencyKeys')
    .addColumn('packed', dialectOf(db) === 'postgres' ? 'bytea' : 'blob')
    .execute();
}
