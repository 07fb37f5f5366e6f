import type { MigrationDb } from './columns.ts';

/** What places moved on some days is added up from the index alone. It takes the place of one that led to the rows. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema
    .createIndex('stockDaily_days_of_places')
    .on('stockDaily')
    .columns(['placeId', 'businessDay', 'kind', 'itemId', 'valueE4', 'qtyMicro'])
    .execute();
  await db.schema.dropIndex('stockDaily_placeId_businessDay').execute();
}
