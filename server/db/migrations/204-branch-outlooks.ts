import { sql } from 'kysely';
import type { Reference } from './022-references.ts';
import { type MigrationDb, texts } from './columns.ts';

/** What kept outlooks belong to. */
export const outlookReferences: readonly Reference[] = [
  { table: 'branchOutlooks', column: 'branchId', to: 'branches' },
];

/**
 * What branches are expected to want of what kitchens make, as it was worked out on a day of theirs, and places of which
 * days that are over were changed since.
 */
export async function up(db: MigrationDb): Promise<void> {
  await texts(
    db.schema.createTable('branchOutlooks').addColumn('branchId', 'text', (column) =>
      column
        .primaryKey()
        .notNull()
        .modifyEnd(
          sql`references ${sql.table('branches')} (${sql.ref('_id')}) deferrable initially deferred`,
        ),
    ) as never,
    'day',
    'stamp',
    'outlooks',
    'updatedAt',
  ).execute();
  await texts(
    db.schema
      .createTable('demandChanges')
      .addColumn('_id', 'text', (column) => column.primaryKey().notNull()) as never,
    'placeId',
  ).execute();
  await db.schema.createIndex('demandChanges_placeId').on('demandChanges').column('placeId').execute();
}
