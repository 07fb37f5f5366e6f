import { integers, type MigrationDb, optionalTexts, texts } from './columns.ts';

/** Imports on their way: what was sent, what came of it, and what an undo needs to know. */
export async function up(db: MigrationDb): Promise<void> {
  await optionalTexts(
    integers(
      texts(
        db.schema.createTable('imports').addColumn('_id', 'text', (c) => c.primaryKey().notNull()),
        'createdAt',
        'updatedAt',
        'userId',
        'kind',
        'fileName',
        'status',
        'input',
      ),
      'version',
      'rows',
      'faulty',
      'created',
      'changed',
      'unchanged',
      'others',
    ),
    'committedAt',
  ).execute();
  await db.schema.createIndex('imports_userId').on('imports').columns(['userId', 'createdAt']).execute();

  await texts(
    db.schema
      .createTable('importRows')
      .addColumn('importId', 'text', (c) => c.notNull())
      .addColumn('row', 'bigint', (c) => c.notNull()),
    'cells',
    'values',
    'faults',
    'outcome',
    'problems',
  )
    .addPrimaryKeyConstraint('importRows_pk', ['importId', 'row'] as never)
    .execute();

  await optionalTexts(
    integers(
      texts(
        db.schema
          .createTable('importChanges')
          .addColumn('importId', 'text', (c) => c.notNull())
          .addColumn('position', 'bigint', (c) => c.notNull()),
        'collection',
        'rowId',
      ),
      'version',
    ),
    'before',
  )
    .addPrimaryKeyConstraint('importChanges_pk', ['importId', 'position'] as never)
    .execute();
}
