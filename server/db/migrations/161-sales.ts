import { sql } from 'kysely';
import type { Reference } from './022-references.ts';
import { integers, type MigrationDb, optionalTexts, texts } from './columns.ts';

/** What the rows of sales refer to. */
export const salesReferences: readonly Reference[] = [
  { table: 'saleArticles', column: 'sourceId', to: 'saleSources' },
  { table: 'saleArticles', column: 'recipeId', to: 'recipes' },
  { table: 'saleArticles', column: 'itemId', to: 'items' },
  { table: 'saleDays', column: 'sourceId', to: 'saleSources' },
  { table: 'saleDays', column: 'branchId', to: 'branches' },
  { table: 'saleRows', column: 'dayId', to: 'saleDays' },
  { table: 'saleRows', column: 'recipeId', to: 'recipes' },
];

const to = (table: string) =>
  sql`references ${sql.table(table)} (${sql.ref('_id')}) deferrable initially deferred`;

/**
 * Sales: tills with the columns of their files, what their articles are, and days of branches with what was sold. A row says
 * what the till said; what that is, its article says, so that what is mapped later counts for what was sold before.
 */
export async function up(db: MigrationDb): Promise<void> {
  const table = (name: string) =>
    db.schema.createTable(name).addColumn('_id', 'text', (column) => column.primaryKey().notNull());
  const referring = (column: string, other: string, builder: unknown, isNeeded = true) =>
    (builder as ReturnType<typeof table>).addColumn(column, 'text', (made) =>
      (isNeeded ? made.notNull() : made).modifyEnd(to(other)),
    ) as never;

  await integers(
    texts(table('saleSources') as never, 'name', 'folded', 'layout', 'createdAt', 'updatedAt'),
    'version',
  ).execute();
  await db.schema.createIndex('saleSources_folded').unique().on('saleSources').column('folded').execute();

  const articles = referring(
    'itemId',
    'items',
    referring('recipeId', 'recipes', referring('sourceId', 'saleSources', table('saleArticles')), false),
    false,
  );
  await integers(
    optionalTexts(texts(articles, 'code', 'updatedAt'), 'userId'),
    'qtyMicro',
    'isNoFood',
    'version',
  ).execute();
  await db.schema
    .createIndex('saleArticles_code')
    .unique()
    .on('saleArticles')
    .columns(['sourceId', 'code'])
    .execute();
  await db.schema.createIndex('saleArticles_recipeId').on('saleArticles').column('recipeId').execute();
  await db.schema.createIndex('saleArticles_itemId').on('saleArticles').column('itemId').execute();

  const days = referring('branchId', 'branches', referring('sourceId', 'saleSources', table('saleDays')));
  await integers(
    texts(days, 'day', 'createdAt', 'updatedAt', 'userId', 'userName', 'gaps'),
    'netE4',
    'qtyMicro',
    'takesStock',
    'version',
  ).execute();
  await db.schema
    .createIndex('saleDays_day')
    .unique()
    .on('saleDays')
    .columns(['branchId', 'day', 'sourceId'])
    .execute();
  await db.schema.createIndex('saleDays_sourceId').on('saleDays').column('sourceId').execute();

  const rows = db.schema
    .createTable('saleRows')
    .addColumn('dayId', 'text', (column) => column.notNull().modifyEnd(to('saleDays')));
  await integers(
    optionalTexts(texts(referring('recipeId', 'recipes', rows, false), 'code'), 'name'),
    'rowNo',
    'qtyMicro',
    'netE4',
  )
    .addPrimaryKeyConstraint('saleRows_pk', ['dayId', 'rowNo'] as never)
    .execute();
  await db.schema.createIndex('saleRows_code').on('saleRows').columns(['code', 'dayId']).execute();
  await db.schema.createIndex('saleRows_recipeId').on('saleRows').column('recipeId').execute();

  await db.schema
    .alterTable('branches')
    .addColumn('salesTakeStock', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
