import type { MigrationDb } from './columns.ts';

/** Half a year of every item of a place is read for its suggestions: day by day, and from the index alone. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema
    .createIndex('stockDaily_placeId_itemId_businessDay')
    .on('stockDaily')
    .columns(['placeId', 'itemId', 'businessDay', 'kind', 'qtyMicro'])
    .execute();
}
