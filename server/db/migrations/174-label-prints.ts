import { sql } from 'kysely';
import type { Reference } from './022-references.ts';
import { appendOnly, integers, type MigrationDb, optionalTexts, texts } from './columns.ts';

/** What printed labels refer to. */
export const labelReferences: readonly Reference[] = [
  { table: 'labelPrints', column: 'batchId', to: 'productionBatches' },
  { table: 'labelPrints', column: 'itemId', to: 'items' },
];

const to = (table: string) =>
  sql`references ${sql.table(table)} (${sql.ref('_id')}) deferrable initially deferred`;

/** What labels of batches were printed and what they said, so that it is known which of them are outdated by now. */
export async function up(db: MigrationDb): Promise<void> {
  const table = db.schema
    .createTable('labelPrints')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('batchId', 'text', (column) => column.notNull().modifyEnd(to('productionBatches')))
    .addColumn('itemId', 'text', (column) => column.notNull().modifyEnd(to('items'))) as never;
  await integers(
    optionalTexts(texts(table, 'lot', 'cause', 'allergens', 'at', 'userId', 'userName'), 'useBy'),
    'copies',
  ).execute();
  for (const columns of [['batchId', 'at', '_id'], ['at'], ['itemId']])
    await db.schema
      .createIndex(`labelPrints_${columns.join('_')}`)
      .on('labelPrints')
      .columns(columns)
      .execute();
  await appendOnly(db, 'labelPrints');
}
