import { sql } from 'kysely';
import type { Reference } from './022-references.ts';
import { dialectOf, integers, type MigrationDb, optionalIntegers, optionalTexts, texts } from './columns.ts';

const ref = (name: string) => sql.ref(name);

/** What the rows of transfers refer to; nothing of it goes while they are there. */
export const transferReferences: readonly Reference[] = [
  { table: 'transfers', column: 'from', to: 'branches' },
  { table: 'transferLines', column: 'transferId', to: 'transfers' },
  { table: 'transferLines', column: 'itemId', to: 'items' },
  { table: 'transferLines', column: 'unit', to: 'units' },
];

/** What discrepancies referred to as long as all of them were found on orders. */
export const formerReferences: ReadonlySet<string> = new Set(['lineId', 'orderId', 'followUpOrderId']);

/** Where goods that are returned for a reason go; what a business added stays without, until it says so. */
const destinations: Readonly<Record<string, string>> = {
  quality: 'hold',
  expired: 'waste',
  damaged: 'hold',
  broken: 'waste',
  temperature: 'hold',
  overstock: 'stock',
  recalled: 'hold',
  other: 'hold',
};

/** Judged when the transaction ends, so that what belongs together may be written in any order. */
const to = (table: string, key = '_id') =>
  sql`references ${sql.table(table)} (${ref(key)}) deferrable initially deferred`;

/**
 * Goods between places, back where they came from and back to who sold them: their documents, what branches are charged
 * for them, and where they go once they are back. What did not arrive as it was sent is found on them as on orders.
 */
export async function up(db: MigrationDb): Promise<void> {
  await documents(db);
  await texts(
    db.schema.createTable('transferPrices').addColumn('_id', 'text', (c) => c.primaryKey().notNull()),
    'rule',
  )
    .addColumn('percentMicro', 'bigint')
    .addColumn('isFranchise', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();

  await db.schema.alterTable('reasons').addColumn('returnsTo', 'text').execute();
  for (const [code, returnsTo] of Object.entries(destinations))
    await db.updateTable('reasons').set({ returnsTo }).where('code', '=', code).execute();

  // Kitchens and warehouses take goods back, too: what is on the way to them is somewhere.
  await sql`insert into places (${ref('placeId')}, type, name, ${ref('branchId')})
    select ${ref('_id')} || ':transit', 'transit', name || ' (in transit)', ${ref('_id')} from branches
    where ${ref('_id')} || ':transit' not in (select ${ref('placeId')} from places)`.execute(db);
  await ofAnyDocument(db);
  await allowDifferences(db);
}

async function documents(db: MigrationDb): Promise<void> {
  const head = texts(
    db.schema
      .createTable('transfers')
      .addColumn('_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('from', sql`text not null ${to('branches')}`),
    'createdAt',
    'updatedAt',
    'number',
    'kind',
    'status',
    'fromName',
    'to',
    'toName',
    'userId',
    'userName',
  );
  const optional = optionalTexts(
    head,
    'fromNameAlt',
    'toNameAlt',
    'noteNo',
    'sentAt',
    'sentBy',
    'sentByName',
    'sentDay',
    'arrivedAt',
    'arrivedBy',
    'receivedAt',
    'receivedBy',
    'receivedByName',
    'receivedDay',
    'driver',
    'vehicle',
    'notes',
    'priceRule',
    'creditNote',
  );
  const numbers = integers(
    optional,
    'version',
    'isRequest',
    'lineCount',
    'hasDiscrepancy',
    'cycle',
    'giverVersion',
    'takerVersion',
  );
  await optionalIntegers(numbers, 'valueE4', 'costE4', 'creditExpectedE4', 'creditReceivedE4').execute();
  await db.schema.createIndex('transfers_number_unique').on('transfers').column('number').unique().execute();
  for (const columns of [
    ['from', 'createdAt', '_id'],
    ['to', 'createdAt', '_id'],
    ['status', 'createdAt', '_id'],
    ['createdAt', '_id'],
  ])
    await db.schema
      .createIndex(`transfers_${columns.join('_')}`)
      .on('transfers')
      .columns(columns)
      .execute();

  const line = texts(
    db.schema
      .createTable('transferLines')
      .addColumn('lineId', 'text', (c) => c.primaryKey().notNull())
      .addColumn('transferId', sql`text not null ${to('transfers')}`)
      .addColumn('itemId', sql`text not null ${to('items')}`)
      .addColumn('unit', sql`text not null ${to('units')}`),
    'itemCode',
    'itemName',
    'unitSymbol',
    'lots',
  );
  const words = optionalTexts(
    line,
    'itemNameAlt',
    'reason',
    'reasonCode',
    'reasonNote',
    'goesTo',
    'returnOf',
    'returnOfNo',
    'said',
    'note',
    'photo',
  );
  await optionalIntegers(
    integers(words, 'position', 'unitNum', 'unitDen', 'orderQtyMicro', 'unitCostE4'),
    'shippedQtyMicro',
    'receivedQtyMicro',
    'damagedQtyMicro',
    'shortQtyMicro',
    'overQtyMicro',
    'pieces',
    'valueE4',
    'costE4',
  ).execute();
  for (const columns of [['transferId', 'position'], ['itemId', 'transferId'], ['unit'], ['returnOf']])
    await db.schema
      .createIndex(`transferLines_${columns.join('_')}`)
      .on('transferLines')
      .columns(columns)
      .execute();
}

/** A discrepancy says on which kind of document it was found; until now that was an order. */
async function ofAnyDocument(db: MigrationDb): Promise<void> {
  if (dialectOf(db) === 'postgres')
    for (const column of formerReferences)
      await sql`alter table discrepancies drop constraint if exists ${ref(`discrepancies_${column}_fkey`)}`.execute(
        db,
      );
  else
    await remake(db, 'discrepancies', (made) =>
      made.replaceAll(
        /,\s*foreign key \("(lineId|orderId|followUpOrderId)"\) references "\w+" \("\w+"\)\s*(on delete set null)?\s*deferrable initially deferred/g,
        '',
      ),
    );
  await db.schema
    .alterTable('discrepancies')
    .addColumn('docType', 'text', (c) => c.notNull().defaultTo('order'))
    .execute();
}

const valueKinds = ['revaluation', 'transfer_difference', 'return_difference'];

/** What is charged otherwise than it cost moves value alone, as a correction of a value does. */
async function allowDifferences(db: MigrationDb): Promise<void> {
  const kinds = valueKinds.map((kind) => `'${kind}'`).join(', ');
  if (dialectOf(db) === 'postgres') {
    const [moves, name] = [sql.table('stockMoves'), ref('stockMoves_positive')];
    await sql`alter table ${moves} drop constraint ${name}`.execute(db);
    await sql`alter table ${moves} add constraint ${name}
      check (${ref('qtyMicro')} > 0 or (${ref('qtyMicro')} = 0 and kind in (${sql.raw(kinds)})))`.execute(db);
    return;
  }
  await remake(db, 'stockMoves', (made) => made.replace(`"kind" = 'revaluation'`, `"kind" in (${kinds})`));
}

/** SQLite changes no constraint: the rows move to a table that has others. Foreign keys are off meanwhile. */
export async function remake(
  db: MigrationDb,
  table: string,
  change: (made: string) => string,
): Promise<void> {
  const { rows: parts } = await sql<{ type: string; sql: string }>`select type, sql from sqlite_schema
    where tbl_name = ${table} and sql is not null`.execute(db);
  const made = parts.find(({ type }) => type === 'table')?.sql ?? '';
  const changed = change(made);
  if (changed === made) throw new Error(`${table} is not as it was made: ${made}`);
  const next = `${table}__next`;
  await sql
    .raw(changed.replace(new RegExp(`^create table "?${table}"?`, 'i'), `create table "${next}"`))
    .execute(db);
  await sql`insert into ${sql.table(next)} select * from ${sql.table(table)}`.execute(db);
  await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`alter table ${sql.table(next)} rename to ${sql.table(table)}`.execute(db);
  for (const part of parts) if (part.type !== 'table') await sql.raw(part.sql).execute(db);
}
