import type { MigrationDb } from './columns.ts';

/**
 * A branch lies on a route, at a stop of it. An order that is shipped says in how many crates it travels, and when the
 * vehicle leaves.
 */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('branches').addColumn('route', 'text').execute();
  await db.schema.alterTable('branches').addColumn('routeStop', 'bigint').execute();
  await db.schema.alterTable('orders').addColumn('crates', 'bigint').execute();
  await db.schema.alterTable('orders').addColumn('departsAt', 'text').execute();
}
