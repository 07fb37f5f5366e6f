import type { MigrationDb } from './columns.ts';

/**
 * How a kitchen shares what is short: by what, and how many usual orders count before the others are served. A line
 * whose approved quantity is a share keeps what was asked before, in its unit, so that it can be shared again.
 */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('branches').addColumn('fairShareBasis', 'text').execute();
  await db.schema.alterTable('branches').addColumn('fairShareCap', 'bigint').execute();
  await db.schema.alterTable('orderLines').addColumn('sharedFromMicro', 'bigint').execute();
}
