import { type MigrationDb, master, optionalTexts, texts } from './columns.ts';

/** What a branch orders again and again; lines and weekdays are JSON, read and written as a whole. */
export async function up(db: MigrationDb): Promise<void> {
  const named = texts(master(db, 'orderTemplates'), 'branch', 'weekdays', 'lines');
  await optionalTexts(named, 'kitchen').execute();
  await db.schema
    .createIndex('orderTemplates_branch_name_unique')
    .on('orderTemplates')
    .columns(['branch', 'name'])
    .unique()
    .execute();
}
