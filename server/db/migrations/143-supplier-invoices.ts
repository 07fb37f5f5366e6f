import { sql } from 'kysely';
import type { Reference } from './022-references.ts';
import { remake } from './117-transfers.ts';
import { dialectOf, integers, type MigrationDb, optionalIntegers, optionalTexts, texts } from './columns.ts';

const ref = (name: string) => sql.ref(name);

/** What the rows of suppliers' invoices refer to; nothing of it goes while they are there. */
export const invoiceReferences: readonly Reference[] = [
  { table: 'supplierInvoices', column: 'supplier', to: 'suppliers' },
  { table: 'supplierInvoices', column: 'place', to: 'branches' },
  { table: 'supplierInvoiceLines', column: 'invoiceId', to: 'supplierInvoices' },
  { table: 'supplierInvoiceLines', column: 'itemId', to: 'items' },
  { table: 'invoiceMatches', column: 'lineId', to: 'supplierInvoiceLines', key: 'lineId' },
];

/** Judged when the transaction ends, so that what belongs together may be written in any order. */
const to = (table: string, key = '_id') =>
  sql`text references ${sql.table(table)} (${ref(key)}) deferrable initially deferred`;

/** What suppliers bill and credit, and which goods it was matched with. */
export async function up(db: MigrationDb): Promise<void> {
  const head = texts(
    db.schema
      .createTable('supplierInvoices')
      .addColumn('_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('supplier', to('suppliers'), (c) => c.notNull())
      .addColumn('place', to('branches'), (c) => c.notNull()),
    'createdAt',
    'updatedAt',
    'number',
    'status',
    'kind',
    'supplierName',
    'supplierNumber',
    'placeName',
    'userId',
    'userName',
    'date',
    'rate',
    'matchState',
  );
  const optional = optionalTexts(
    head,
    'supplierNameAlt',
    'placeNameAlt',
    'currency',
    'postedAt',
    'postedByName',
    'postedDay',
    'reversedDay',
    'notes',
    'transitionReason',
    // The supplier and its number, as long as nobody took the invoice back.
    'uniqueKey',
  );
  await optionalIntegers(
    integers(
      optional,
      'version',
      'lineCount',
      'goodsValueE4',
      'taxE4',
      'totalE4',
      'roundingE4',
      'stockDifferenceE4',
      'varianceE4',
    ),
    'freightE4',
  ).execute();
  for (const column of ['number', 'uniqueKey'])
    await db.schema
      .createIndex(`supplierInvoices_${column}_unique`)
      .on('supplierInvoices')
      .column(column)
      .unique()
      .execute();
  for (const columns of [
    ['place', 'createdAt', '_id'],
    ['supplier', 'postedDay'],
    ['status', 'createdAt', '_id'],
    ['createdAt', '_id'],
    ['currency'],
  ])
    await db.schema
      .createIndex(`supplierInvoices_${columns.join('_')}`)
      .on('supplierInvoices')
      .columns(columns)
      .execute();

  const line = texts(
    db.schema
      .createTable('supplierInvoiceLines')
      .addColumn('lineId', 'text', (c) => c.primaryKey().notNull())
      .addColumn('invoiceId', to('supplierInvoices'), (c) => c.notNull())
      .addColumn('itemId', to('items'), (c) => c.notNull())
      .addColumn('poLineId', to('purchaseLines', 'lineId'))
      .addColumn('receiptLineId', to('goodsReceiptLines', 'lineId')),
    'itemCode',
    'itemName',
    'unitSymbol',
    'state',
  );
  const words = optionalTexts(
    line,
    'creditOf',
    'transferId',
    'ofNo',
    'itemNameAlt',
    'packagingId',
    'unit',
    'note',
  );
  await optionalIntegers(
    integers(
      words,
      'position',
      'unitNum',
      'unitDen',
      'qtyMicro',
      'priceE4',
      'valueE4',
      'chargeE4',
      'baseValueE4',
      'matchedQtyMicro',
      'creditedQtyMicro',
    ),
    'coversQtyMicro',
  ).execute();
  for (const columns of [
    ['invoiceId', 'position'],
    ['itemId', 'invoiceId'],
    ['poLineId'],
    ['receiptLineId'],
    ['creditOf'],
    ['transferId'],
    ['packagingId'],
    ['unit'],
  ])
    await db.schema
      .createIndex(`supplierInvoiceLines_${columns.join('_')}`)
      .on('supplierInvoiceLines')
      .columns(columns)
      .execute();

  const match = texts(
    db.schema
      .createTable('invoiceMatches')
      .addColumn('matchId', 'text', (c) => c.primaryKey().notNull())
      .addColumn('lineId', to('supplierInvoiceLines', 'lineId'), (c) => c.notNull())
      .addColumn('receiptLineId', to('goodsReceiptLines', 'lineId')),
    'invoiceId',
    'pairedWith',
    'itemId',
    'place',
    'businessDay',
  );
  await integers(
    optionalTexts(match, 'poLineId', 'reversedDay'),
    'qtyMicro',
    'priceE4',
    'valueE4',
    'amountE4',
    'releasedE4',
    'releasedChargeE4',
    'stockE4',
    'varianceE4',
    'onHandMicro',
  ).execute();
  await db.schema
    .createIndex('invoiceMatches_pair_unique')
    .on('invoiceMatches')
    .columns(['lineId', 'pairedWith'])
    .unique()
    .execute();
  for (const columns of [['invoiceId'], ['receiptLineId'], ['itemId']])
    await db.schema
      .createIndex(`invoiceMatches_${columns.join('_')}`)
      .on('invoiceMatches')
      .columns(columns)
      .execute();
  await allowValueKinds(db, ['invoice_difference', 'invoice_variance']);
}

/** Further kinds of moves have a value and no quantity; those that had none before stay as they are. */
async function allowValueKinds(db: MigrationDb, more: readonly string[]): Promise<void> {
  const [moves, name] = [sql.table('stockMoves'), ref('stockMoves_positive')];
  const listed = (text: string) =>
    [...new Set([...[...text.matchAll(/'(\w+)'/g)].map(([, kind]) => kind ?? ''), ...more])]
      .map((kind) => `'${kind}'`)
      .join(', ');
  if (dialectOf(db) === 'postgres') {
    const { rows } = await sql<{ made: string }>`select pg_get_constraintdef(oid) as made from pg_constraint
      where conname = 'stockMoves_positive' and connamespace = current_schema()::regnamespace`.execute(db);
    const kinds = listed(rows[0]?.made ?? '');
    await sql`alter table ${moves} drop constraint ${name}`.execute(db);
    await sql`alter table ${moves} add constraint ${name}
      check (${ref('qtyMicro')} > 0 or (${ref('qtyMicro')} = 0 and kind in (${sql.raw(kinds)})))`.execute(db);
    return;
  }
  await remake(db, 'stockMoves', (made) =>
    made.replace(/"kind" in \(([^)]*)\)/, (_, kinds: string) => `"kind" in (${listed(kinds)})`),
  );
}
