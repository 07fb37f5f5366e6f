import { sql } from 'kysely';
import type { Reference } from './022-references.ts';
import { integers, type MigrationDb, texts } from './columns.ts';

/** Whose a saved view is. */
export const viewReferences: readonly Reference[] = [{ table: 'reportViews', column: 'owner', to: 'users' }];

/** Questions to reports that people have saved under a name, once each for a report. */
export async function up(db: MigrationDb): Promise<void> {
  const views = db.schema
    .createTable('reportViews')
    .addColumn('_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('owner', 'text', (c) =>
      c
        .notNull()
        .modifyEnd(sql`references ${sql.table('users')} (${sql.ref('_id')}) deferrable initially deferred`),
    )
    .addColumn('version', 'bigint', (c) => c.notNull().defaultTo(1)) as never;
  await integers(
    texts(views, 'createdAt', 'updatedAt', 'report', 'name', 'nameKey', 'asked'),
    'isShared',
  ).execute();
  await db.schema
    .createIndex('reportViews_once')
    .unique()
    .on('reportViews')
    .columns(['owner', 'report', 'nameKey'])
    .execute();
}
