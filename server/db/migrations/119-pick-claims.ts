import { type MigrationDb, optionalTexts, texts } from './columns.ts';

/**
 * Who is picking which line of an order in process. `pickedAt` is set once the line is fetched; a line that was put back
 * keeps its row without a person, so that a part of it is not taken for all there will be.
 */
export async function up(db: MigrationDb): Promise<void> {
  const table = db.schema
    .createTable('pickClaims')
    .addColumn('lineId', 'text', (column) => column.primaryKey().notNull()) as never;
  await optionalTexts(texts(table, 'orderId', 'at'), 'userId', 'userName', 'pickedAt').execute();
  await db.schema.createIndex('pickClaims_orderId').on('pickClaims').column('orderId').execute();
}
