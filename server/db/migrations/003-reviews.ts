import { sql } from 'kysely';
import { integers, type MigrationDb, optionalIntegers, optionalTexts, texts } from './columns.ts';

/** Changes that wait for somebody's look, and which roles ask for it: branch users, until somebody decides otherwise. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema
    .alterTable('roles')
    .addColumn('asksReview', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.updateTable('roles').set({ asksReview: 1 }).where('key', '=', 'custom_role_sk').execute();

  const table = db.schema
    .createTable('reviews')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull());
  const withTexts = texts(
    table as never,
    'createdAt',
    'updatedAt',
    'collection',
    'operation',
    'name',
    'change',
    'status',
    'byId',
    'byName',
    'at',
    'history',
    'search',
  );
  const optional = [
    'rowId',
    'itemId',
    'nameAlt',
    'base',
    'reason',
    'decidedById',
    'decidedByName',
    'decidedAt',
  ];
  const withAll = optionalIntegers(optionalTexts(integers(withTexts, 'version'), ...optional), 'baseVersion');
  await withAll.execute();
  await db.schema.createIndex('reviewsByStatus').on('reviews').columns(['status', 'at']).execute();
  await db.schema.createIndex('reviewsByProposer').on('reviews').columns(['byId', 'status']).execute();
  // One pending proposal per row, whatever is sent at the same moment.
  await sql`create unique index ${sql.ref('reviewsPendingOnce')} on reviews (collection, ${sql.ref('rowId')})
    where status = 'Pending' and ${sql.ref('rowId')} is not null`.execute(db);
}
