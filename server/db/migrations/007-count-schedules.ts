import { type MigrationDb, master, texts } from './columns.ts';

/** When a branch counts which sections; sections and weekdays are JSON. */
export async function up(db: MigrationDb): Promise<void> {
  const schedules = master(db, 'countSchedules');
  await texts(schedules, 'branchId', 'type', 'sections', 'weekdays', 'time').execute();
  await db.schema
    .createIndex('countSchedules_branchId_name_unique')
    .on('countSchedules')
    .columns(['branchId', 'name'])
    .unique()
    .execute();
}
