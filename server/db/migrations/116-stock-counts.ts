import { sql } from 'kysely';
import {
  appendOnly,
  integers,
  type MigrationDb,
  optionalIntegers,
  optionalTexts,
  sequenced,
  texts,
} from './columns.ts';

const to = (table: string, key = '_id') =>
  sql`references ${sql.table(table)} (${sql.ref(key)}) deferrable initially deferred`;

/**
 * Stock counts: what is counted, line by line, and everything that anybody entered, which only grows. Branches say by how much
 * a count may differ from the books before it is asked about.
 */
export async function up(db: MigrationDb): Promise<void> {
  for (const column of ['countTolerancePercentMicro', 'countToleranceQtyMicro', 'countToleranceValueE4'])
    await db.schema.alterTable('branches').addColumn(column, 'bigint').execute();

  const counts = db.schema
    .createTable('stockCounts')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('branch', 'text', (column) => column.notNull().modifyEnd(to('branches')))
    .addColumn('userId', 'text', (column) => column.notNull().modifyEnd(to('users'))) as never;
  const named = texts(
    counts,
    'createdAt',
    'updatedAt',
    'number',
    'type',
    'sections',
    'only',
    'status',
    'userName',
    'businessDay',
  );
  const told = optionalTexts(
    named,
    'note',
    'schedule',
    'startedAt',
    'submittedAt',
    'submittedByName',
    'approvedAt',
    'approvedBy',
    'approvedByName',
  );
  await optionalIntegers(
    integers(told, 'version', 'blind', 'lineCount', 'toPost', 'leftOver'),
    'absoluteE4',
    'netE4',
    'approvalLimitE4',
  ).execute();
  await db.schema.createIndex('stockCounts_number').unique().on('stockCounts').column('number').execute();
  await db.schema
    .createIndex('stockCounts_branch_createdAt')
    .on('stockCounts')
    .columns(['branch', 'createdAt'])
    .execute();
  await db.schema.createIndex('stockCounts_createdAt').on('stockCounts').column('createdAt').execute();
  await db.schema.createIndex('stockCounts_userId').on('stockCounts').column('userId').execute();
  // The open ones are few: every read of stock asks whether one of them is blind.
  await sql`create index ${sql.ref('stockCounts_open')} on ${sql.table('stockCounts')} (${sql.ref('branch')})
    where ${sql.ref('status')} in ('Counting', 'Recount')`.execute(db);

  const lines = db.schema
    .createTable('stockCountLines')
    .addColumn('lineId', 'text', (column) => column.primaryKey().notNull())
    .addColumn('countId', 'text', (column) => column.notNull().modifyEnd(to('stockCounts')))
    .addColumn('itemId', 'text', (column) => column.notNull().modifyEnd(to('items')))
    .addColumn('unit', 'text', (column) => column.notNull().modifyEnd(to('units')))
    .addColumn('section', 'text', (column) => column.modifyEnd(to('sections'))) as never;
  const words = optionalTexts(
    texts(lines, 'itemCode', 'itemName', 'lot', 'unitSymbol', 'claims'),
    'itemNameAlt',
    'expiry',
    'sectionName',
    'countUnit',
    'countedAt',
    'countedBy',
    'countedByName',
    'firstBy',
    'firstByName',
    'firstAt',
    'causeCode',
    'causeNote',
    'movesAnswer',
    'leftWhy',
  );
  await optionalIntegers(
    integers(
      words,
      'position',
      'byLots',
      'inPieces',
      'added',
      'entries',
      'newest',
      'round',
      'recount',
      'posted',
    ),
    'bin',
    'countedQtyMicro',
    'pieces',
    'firstQtyMicro',
    'givenCostE4',
    'bookSeq',
    'fromSeq',
    'answeredSeq',
    'bookQtyMicro',
    'varianceQtyMicro',
    'varianceValueE4',
    'unitCostE4',
  ).execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(`stockCountLines_${name}`).on('stockCountLines').columns(columns);
  await index('countId_position', ['countId', 'position']).execute();
  await index('countId_itemId_lot', ['countId', 'itemId', 'lot']).unique().execute();
  await index('countId_newest', ['countId', 'newest']).execute();
  for (const column of ['itemId', 'unit', 'section']) await index(column, [column]).execute();
  await sql`create index ${sql.ref('stockCountLines_to_post')} on ${sql.table('stockCountLines')}
    (${sql.ref('countId')}) where ${sql.ref('posted')} = 0 and ${sql.ref('varianceQtyMicro')} <> 0`.execute(
    db,
  );

  const entries = texts(
    sequenced(db, 'stockCountEntries'),
    'countId',
    'lineId',
    'device',
    'by',
    'byName',
    'at',
    'receivedAt',
    'mode',
    'parts',
  );
  await optionalIntegers(integers(entries, 'deviceSeq', 'round', 'seen', 'bookSeq'), 'qtyMicro', 'pieces')
    .addForeignKeyConstraint('stockCountEntries_countId_fkey', ['countId'] as never, 'stockCounts', ['_id'])
    .execute();
  await db.schema
    .createIndex('stockCountEntries_device')
    .unique()
    .on('stockCountEntries')
    .columns(['countId', 'device', 'deviceSeq'])
    .execute();
  await db.schema
    .createIndex('stockCountEntries_lineId')
    .on('stockCountEntries')
    .columns(['lineId', 'seq'])
    .execute();
  await appendOnly(db, 'stockCountEntries');

  await optionalTexts(
    texts(
      db.schema.createTable('stockCountSections') as never,
      'countId',
      'section',
      'takenBy',
      'takenByName',
    ),
    'takenAt',
  )
    .addPrimaryKeyConstraint('stockCountSections_pk', ['countId', 'section'] as never)
    .execute();
}
