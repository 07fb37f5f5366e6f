import { type RawBuilder, sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

const ref = (name: string) => sql.ref(name);

/** What is not billed is added up from indexes alone: lines that are open, those with charges, and matches since a day. */
export async function up(db: MigrationDb): Promise<void> {
  const make = (name: string, table: string, columns: readonly string[], isOne: RawBuilder<unknown>) =>
    sql`create index ${ref(name)} on ${sql.table(table)} (${sql.join(columns.map(ref))})
    where ${isOne}`.execute(db);
  await make(
    'goodsReceiptLines_open',
    'goodsReceiptLines',
    [
      'receiptId',
      'lineId',
      'itemId',
      'landedValueE4',
      'isReversed',
      'qtyMicro',
      'billedQtyMicro',
      'chargeE4',
    ],
    sql`${ref('chargeE4')} = 0 and ${ref('qtyMicro')} > ${ref('billedQtyMicro')}`,
  );
  await make('goodsReceiptLines_charged', 'goodsReceiptLines', ['receiptId'], sql`${ref('chargeE4')} <> 0`);
  for (const day of ['businessDay', 'reversedDay'])
    await make(
      `invoiceMatches_${day}`,
      'invoiceMatches',
      [day, 'receiptLineId'],
      sql`${ref(day)} is not null`,
    );
}
