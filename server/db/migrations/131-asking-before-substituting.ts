import type { MigrationDb } from './columns.ts';

/**
 * An item and a branch say whether something else may be packed instead; nothing said is as before. A substitute of which
 * the branch is asked first keeps that, whatever is said of both later. An order knows how many wait for an answer.
 */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('items').addColumn('substituting', 'text').execute();
  await db.schema.alterTable('branches').addColumn('substituting', 'text').execute();
  await db.schema.alterTable('orderLines').addColumn('substituteAsked', 'bigint').execute();
  await db.schema.alterTable('orders').addColumn('substitutesOpen', 'bigint').execute();
}
