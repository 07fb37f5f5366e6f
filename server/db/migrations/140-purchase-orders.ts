import { sql } from 'kysely';
import type { Reference } from './022-references.ts';
import { integers, type MigrationDb, optionalIntegers, optionalTexts, texts } from './columns.ts';

const ref = (name: string) => sql.ref(name);

/** What the rows of purchase orders refer to; nothing of it goes while they are there. */
export const purchaseReferences: readonly Reference[] = [
  { table: 'purchaseOrders', column: 'supplier', to: 'suppliers' },
  { table: 'purchaseOrders', column: 'place', to: 'branches' },
  { table: 'purchaseLines', column: 'orderId', to: 'purchaseOrders' },
  { table: 'purchaseLines', column: 'itemId', to: 'items' },
];

/** Judged when the transaction ends, so that what belongs together may be written in any order. */
const to = (table: string) =>
  sql`text not null references ${sql.table(table)} (${ref('_id')}) deferrable initially deferred`;

/** What is ordered from suppliers, and above which value a purchase category asks for approval. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('purchaseCategories').addColumn('approvalLimitE4', 'bigint').execute();

  const head = texts(
    db.schema
      .createTable('purchaseOrders')
      .addColumn('_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('supplier', to('suppliers'))
      .addColumn('place', to('branches')),
    'createdAt',
    'updatedAt',
    'number',
    'status',
    'supplierName',
    'placeName',
    'userId',
    'userName',
    'receivedStatus',
    'billedByQuantity',
    'billedByAmount',
    'approvers',
  );
  const optional = optionalTexts(
    head,
    'supplierNameAlt',
    'placeNameAlt',
    'expectedOn',
    'sentAt',
    'sentByName',
    'notes',
    'currency',
    'transitionReason',
  );
  await integers(optional, 'version', 'lineCount', 'goodsValueE4', 'freightE4', 'taxE4', 'totalE4').execute();
  await db.schema
    .createIndex('purchaseOrders_number_unique')
    .on('purchaseOrders')
    .column('number')
    .unique()
    .execute();
  for (const columns of [
    ['place', 'createdAt', '_id'],
    ['place', 'status'],
    ['supplier', 'createdAt', '_id'],
    ['status', 'createdAt', '_id'],
    ['createdAt', '_id'],
    ['currency'],
  ])
    await db.schema
      .createIndex(`purchaseOrders_${columns.join('_')}`)
      .on('purchaseOrders')
      .columns(columns)
      .execute();

  const line = texts(
    db.schema
      .createTable('purchaseLines')
      .addColumn('lineId', 'text', (c) => c.primaryKey().notNull())
      .addColumn('orderId', to('purchaseOrders'))
      .addColumn('itemId', to('items')),
    'itemCode',
    'itemName',
    'unitSymbol',
  );
  const words = optionalTexts(
    line,
    'itemNameAlt',
    'packagingId',
    'unit',
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
      'priceE4',
      'receivedQtyMicro',
      'rejectedQtyMicro',
      'billedQtyMicro',
      'billedValueE4',
      'isClosed',
    ),
    'taxPercentMicro',
  ).execute();
  for (const columns of [['orderId', 'position'], ['itemId', 'orderId'], ['packagingId'], ['unit']])
    await db.schema
      .createIndex(`purchaseLines_${columns.join('_')}`)
      .on('purchaseLines')
      .columns(columns)
      .execute();
}
