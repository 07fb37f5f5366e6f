import { sql } from 'kysely';
import type { Reference } from './022-references.ts';
import { integers, type MigrationDb, optionalIntegers, optionalTexts, texts } from './columns.ts';

const ref = (name: string) => sql.ref(name);

/** What the rows of goods receipts refer to; nothing of it goes while they are there. */
export const receiptReferences: readonly Reference[] = [
  { table: 'goodsReceipts', column: 'supplier', to: 'suppliers' },
  { table: 'goodsReceipts', column: 'place', to: 'branches' },
  { table: 'goodsReceipts', column: 'purchaseOrder', to: 'purchaseOrders' },
  { table: 'goodsReceiptLines', column: 'receiptId', to: 'goodsReceipts' },
  { table: 'goodsReceiptLines', column: 'itemId', to: 'items' },
];

/** Judged when the transaction ends, so that what belongs together may be written in any order. */
const to = (table: string, key = '_id') =>
  sql`text references ${sql.table(table)} (${ref(key)}) deferrable initially deferred`;

/** What came from suppliers; and how long a lot of an item has to be good when it comes. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('items').addColumn('receivingMinLifeDays', 'bigint').execute();
  await db.schema
    .alterTable('items')
    .addColumn('receivingLifeRefused', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();

  const head = texts(
    db.schema
      .createTable('goodsReceipts')
      .addColumn('_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('supplier', to('suppliers'), (c) => c.notNull())
      .addColumn('place', to('branches'), (c) => c.notNull())
      .addColumn('purchaseOrder', to('purchaseOrders')),
    'createdAt',
    'updatedAt',
    'number',
    'status',
    'supplierName',
    'placeName',
    'userId',
    'userName',
    'receivedAt',
    'businessDay',
    'rate',
    'spreadBy',
  );
  const optional = optionalTexts(
    head,
    'purchaseOrderNo',
    'supplierNameAlt',
    'placeNameAlt',
    'supplierRef',
    'notes',
    'currency',
    'transitionReason',
    'reversedAt',
    'reversedByName',
  );
  await integers(
    optional,
    'version',
    'lineCount',
    'goodsValueE4',
    'freightE4',
    'chargesE4',
    'landedValueE4',
    'expectedCreditE4',
  ).execute();
  await db.schema
    .createIndex('goodsReceipts_number_unique')
    .on('goodsReceipts')
    .column('number')
    .unique()
    .execute();
  for (const columns of [
    ['place', 'createdAt', '_id'],
    ['place', 'businessDay'],
    ['supplier', 'createdAt', '_id'],
    ['purchaseOrder'],
    ['status', 'createdAt', '_id'],
    ['createdAt', '_id'],
    ['currency'],
  ])
    await db.schema
      .createIndex(`goodsReceipts_${columns.join('_')}`)
      .on('goodsReceipts')
      .columns(columns)
      .execute();

  const line = texts(
    db.schema
      .createTable('goodsReceiptLines')
      .addColumn('lineId', 'text', (c) => c.primaryKey().notNull())
      .addColumn('receiptId', to('goodsReceipts'), (c) => c.notNull())
      .addColumn('itemId', to('items'), (c) => c.notNull())
      .addColumn('poLineId', to('purchaseLines', 'lineId')),
    'itemCode',
    'itemName',
    'unitSymbol',
  );
  const words = optionalTexts(
    line,
    'itemNameAlt',
    'substituteFor',
    'substituteForName',
    'packagingId',
    'unit',
    'lot',
    'expiry',
    'reason',
    'reasonCode',
    'reasonNote',
    'note',
  );
  await optionalIntegers(
    integers(
      words,
      'position',
      'unitNum',
      'unitDen',
      'qtyMicro',
      'rejectedQtyMicro',
      'freeQtyMicro',
      'baseQtyMicro',
      'priceE4',
      'chargeE4',
      'landedValueE4',
      'billedQtyMicro',
      'billedValueE4',
      'isReversed',
      'hasPhoto',
    ),
    'coversQtyMicro',
    'coversRejectedQtyMicro',
    'temperatureMicro',
    'pieces',
  ).execute();
  for (const columns of [
    ['receiptId', 'position'],
    ['itemId', 'receiptId'],
    ['poLineId'],
    ['packagingId'],
    ['unit'],
  ])
    await db.schema
      .createIndex(`goodsReceiptLines_${columns.join('_')}`)
      .on('goodsReceiptLines')
      .columns(columns)
      .execute();
}
