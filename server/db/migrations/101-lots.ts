import { sql } from 'kysely';
import type { Reference } from './022-references.ts';
import { integers, type MigrationDb, optionalTexts, texts } from './columns.ts';

const ref = (name: string) => sql.ref(name);

/** What the rows of lots refer to; nothing of it goes while they are there. */
export const lotReferences: readonly Reference[] = [
  { table: 'lots', column: 'itemId', to: 'items' },
  { table: 'lotBalances', column: 'lotId', to: 'lots' },
  { table: 'lotReservations', column: 'lineId', to: 'orderLines', key: 'lineId' },
  { table: 'lotReservations', column: 'lotId', to: 'lots' },
  { table: 'stockMoves', column: 'lotId', to: 'lots' },
];

/** Judged when the transaction ends, so that what belongs together may be written in any order. */
const to = (table: string, key = '_id') =>
  sql`references ${sql.table(table)} (${ref(key)}) deferrable initially deferred`;

/**
 * Lots of the items that track them: what they are, how much of each is at a place, and which of them accepted orders
 * have picked. A move of the ledger says which lot it moved; of those of before, nothing is said, and what stood there
 * then is the lot without a code.
 */
export async function up(db: MigrationDb): Promise<void> {
  const lots = db.schema
    .createTable('lots')
    .addColumn('_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('itemId', 'text', (column) => column.notNull().modifyEnd(to('items'))) as never;
  const described = optionalTexts(
    texts(lots, 'createdAt', 'updatedAt', 'code', 'originType', 'originId', 'originDay', 'originPlace'),
    'expiry',
    'originNo',
    'heldAt',
    'heldBy',
    'heldByName',
    'holdReason',
    'holdNote',
  );
  await described.addColumn('version', 'bigint', (column) => column.notNull().defaultTo(1)).execute();
  await db.schema.createIndex('lots_itemId_code').unique().on('lots').columns(['itemId', 'code']).execute();

  const balances = db.schema
    .createTable('lotBalances')
    .addColumn('lotId', 'text', (column) => column.notNull().modifyEnd(to('lots'))) as never;
  // Its balance refers to the place and the item already.
  await integers(texts(balances, 'placeId', 'itemId'), 'onHandMicro', 'reservedMicro')
    .addPrimaryKeyConstraint('lotBalances_pk', ['placeId', 'itemId', 'lotId'] as never)
    .execute();
  await db.schema.createIndex('lotBalances_lotId').on('lotBalances').column('lotId').execute();

  const held = db.schema
    .createTable('lotReservations')
    .addColumn('lineId', 'text', (column) => column.notNull().modifyEnd(to('orderLines', 'lineId')))
    .addColumn('lotId', 'text', (column) => column.notNull().modifyEnd(to('lots'))) as never;
  await integers(texts(held, 'orderId', 'placeId', 'itemId'), 'qtyMicro')
    .addPrimaryKeyConstraint('lotReservations_pk', ['lineId', 'lotId'] as never)
    .execute();
  await db.schema.createIndex('lotReservations_orderId').on('lotReservations').column('orderId').execute();
  await db.schema.createIndex('lotReservations_lotId').on('lotReservations').column('lotId').execute();

  await db.schema
    .alterTable('stockMoves')
    .addColumn('lotId', 'text', (column) => column.modifyEnd(to('lots')))
    .execute();
  await sql`create index ${ref('stockMoves_lotId_seq')} on ${sql.table('stockMoves')} (${ref('lotId')}, seq)
    where ${ref('lotId')} is not null`.execute(db);
}
