import type { MigrationDb } from './columns.ts';

/** With which others a dish is compared: a heading of the menu. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('recipes').addColumn('menuCategory', 'text').execute();
}
