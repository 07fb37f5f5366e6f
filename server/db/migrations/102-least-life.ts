import type { MigrationDb } from './columns.ts';

/** For how many days after its delivery a branch wants what is sent to it to be good still. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('branches').addColumn('leastLifeDays', 'bigint').execute();
}
