import { sql } from 'kysely';
import type { Reference } from './022-references.ts';
import { appendOnly, integers, type MigrationDb, optionalTexts, texts } from './columns.ts';

/** What the rows of recalls refer to. */
export const recallReferences: readonly Reference[] = [
  { table: 'recalls', column: 'lotId', to: 'lots' },
  { table: 'recalls', column: 'itemId', to: 'items' },
  { table: 'recallPlaces', column: 'recallId', to: 'recalls' },
  { table: 'recallFindings', column: 'recallId', to: 'recalls' },
  { table: 'recallEnds', column: 'recallId', to: 'recalls' },
];

const to = (table: string) =>
  sql`references ${sql.table(table)} (${sql.ref('_id')}) deferrable initially deferred`;

/**
 * Recalls of lots, practised and real: what was asked of which place, what people found there, and how it ended. Auditors
 * read them years later, so that nothing of them is changed or deleted: the last finding of a place counts, and one that has
 * ended has one end.
 */
export async function up(db: MigrationDb): Promise<void> {
  const recalls = db.schema
    .createTable('recalls')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('itemId', 'text', (column) => column.notNull().modifyEnd(to('items')))
    .addColumn('lotId', 'text', (column) => column.notNull().modifyEnd(to('lots'))) as never;
  const described = optionalTexts(
    texts(recalls, 'number', 'startedAt', 'userId', 'userName', 'itemCode', 'itemName', 'lot', 'unitSymbol'),
    'note',
  );
  await integers(described, 'isPractice', 'cameMicro', 'documentedMicro').execute();
  await db.schema.createIndex('recalls_number').unique().on('recalls').column('number').execute();
  await db.schema.createIndex('recalls_lotId').on('recalls').column('lotId').execute();
  await db.schema.createIndex('recalls_itemId').on('recalls').column('itemId').execute();

  const ofRecall = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('recallId', 'text', (column) => column.notNull().modifyEnd(to('recalls'))) as never;
  await integers(texts(ofRecall('recallPlaces'), 'placeId', 'placeName', 'lotId', 'lot'), 'expectedMicro')
    .addPrimaryKeyConstraint('recallPlaces_pk', ['recallId', 'placeId', 'lotId'] as never)
    .execute();
  const found = texts(ofRecall('recallFindings'), '_id', 'placeId', 'lotId', 'at', 'userId', 'userName');
  await integers(optionalTexts(found, 'note'), 'qtyMicro')
    .addPrimaryKeyConstraint('recallFindings_pk', ['recallId', '_id'] as never)
    .execute();
  const ended = texts(ofRecall('recallEnds'), 'at', 'userId', 'userName');
  await integers(optionalTexts(ended, 'note'), 'foundMicro', 'placesAsked', 'placesConfirmed', 'seconds')
    .addPrimaryKeyConstraint('recallEnds_pk', ['recallId'] as never)
    .execute();
  for (const table of ['recalls', 'recallPlaces', 'recallFindings', 'recallEnds'])
    await appendOnly(db, table);
}
