import { sql } from 'kysely';
import type { Reference } from './022-references.ts';
import { type MigrationDb, optionalTexts, texts } from './columns.ts';

/** What marked days refer to. */
export const demandReferences: readonly Reference[] = [
  { table: 'demandDays', column: 'branchId', to: 'branches' },
  { table: 'demandDays', column: 'itemId', to: 'items' },
];

const to = (table: string) =>
  sql`references ${sql.table(table)} (${sql.ref('_id')}) deferrable initially deferred`;

/**
 * What suggestions go by: how often a category may be out of stock, by which rule a branch orders an item, days that people marked
 * (of one item, or of the whole branch), and the shape of a category's week over all branches.
 */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema
    .alterTable('itemCategories')
    .addColumn('serviceLevelMicro', 'bigint', (column) => column.notNull().defaultTo(95_000_000))
    .execute();
  await db.schema
    .alterTable('itemLevels')
    .addColumn('orderRule', 'text', (column) => column.notNull().defaultTo('demand'))
    .execute();
  const days = db.schema
    .createTable('demandDays')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('branchId', 'text', (column) => column.notNull().modifyEnd(to('branches')))
    .addColumn('itemId', 'text', (column) => column.modifyEnd(to('items')));
  await optionalTexts(texts(days as never, 'day', 'kind', 'userName', 'updatedAt'), 'note').execute();
  await db.schema
    .createIndex('demandDays_branchId_day')
    .on('demandDays')
    .columns(['branchId', 'day'])
    .execute();
  await db.schema.createIndex('demandDays_itemId').on('demandDays').column('itemId').execute();
  await texts(
    db.schema
      .createTable('demandProfiles')
      .addColumn('categoryId', 'text', (column) => column.primaryKey().notNull()) as never,
    'shape',
    'updatedAt',
  ).execute();
}
