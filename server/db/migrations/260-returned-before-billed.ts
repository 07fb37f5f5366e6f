import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

const ref = (name: string) => sql.ref(name);

/** Goods that went back and are not billed: a match with a return settles what is left of their line of a receipt. */
export async function up(db: MigrationDb): Promise<void> {
  for (const table of ['goodsReceiptLines', 'purchaseLines'])
    await db.schema
      .alterTable(table)
      .addColumn('returnedQtyMicro', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  await db.schema.alterTable('invoiceMatches').addColumn('transferId', 'text').execute();
  await sql`create index ${ref('invoiceMatches_transferId')} on ${sql.table('invoiceMatches')} (${ref('transferId')})
    where ${ref('transferId')} is not null`.execute(db);
  // What is open is what is neither billed nor returned.
  await sql`drop index ${ref('goodsReceiptLines_open')}`.execute(db);
  const columns = [
    'receiptId',
    'lineId',
    'itemId',
    'landedValueE4',
    'isReversed',
    'qtyMicro',
    'billedQtyMicro',
    'returnedQtyMicro',
    'chargeE4',
  ];
  await sql`create index ${ref('goodsReceiptLines_open')} on ${sql.table('goodsReceiptLines')} (${sql.join(columns.map(ref))})
    where ${ref('chargeE4')} = 0 and ${ref('qtyMicro')} > ${ref('billedQtyMicro')} + ${ref('returnedQtyMicro')}`.execute(
    db,
  );
}
