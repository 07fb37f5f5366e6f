import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

const billed = sql.ref('billedByQuantity');
const ofAmount = sql.ref('billedByAmount');
const orders = sql.table('purchaseOrders');
const lines = sql.table('purchaseLines');

/**
 * Orders that were closed short stood as partly received and partly billed for ever, and what was billed at nothing as not billed by
 * amount.
 */
export async function up(db: MigrationDb): Promise<void> {
  const received = sql.ref('receivedStatus');
  await sql`update ${orders} set ${received} = 'Received'
    where status = 'Closed' and ${received} = 'Partly Received'`.execute(db);
  await sql`update ${orders} set ${billed} = 'Billed'
    where status = 'Closed' and ${billed} = 'Partly Billed' and not exists (select 1 from ${lines} as l
      where l.${sql.ref('orderId')} = ${orders}.${sql.ref('_id')} and l.${sql.ref('billedQtyMicro')} < l.${sql.ref('receivedQtyMicro')})`.execute(
    db,
  );
  await sql`update ${orders} set ${ofAmount} = 'Billed' where ${billed} = 'Billed'`.execute(db);
  await sql`update ${orders} set ${ofAmount} = case when ${sql.ref('goodsValueE4')} = 0 then 'Billed' else 'Partly Billed' end
    where ${billed} = 'Partly Billed' and ${ofAmount} = 'Not Billed'`.execute(db);
}
