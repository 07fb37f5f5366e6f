import { sql } from 'kysely';
import { dialectOf, type MigrationDb } from './columns.ts';

const ref = (name: string) => sql.ref(name);
const lines = sql.table('orderLines');

/**
 * What a shipment was of, and how much of it was accepted, stands beside its order: figures over many orders are sums over these
 * columns instead of over their lines. A sum beyond exact numbers stays unknown.
 */
export async function up(db: MigrationDb): Promise<void> {
  for (const column of ['linesOrdered', 'unitsOrderedMicro', 'unitsShippedMicro', 'linesReceivedComplete'])
    await db.schema.alterTable('orders').addColumn(column, 'bigint').execute();
  // When orders are handed in is asked by day and hour.
  await db.schema.createIndex('orders_by_dateTime').on('orders').column('dateTime').execute();
  const ofOrder = (what: ReturnType<typeof sql>) =>
    sql`(select ${what} from ${lines} as l where l.${ref('orderId')} = orders.${ref('_id')})`;
  await sql`update orders set ${ref('linesOrdered')} = ${ofOrder(
    sql`count(case when l.${ref('orderQtyMicro')} > 0 then 1 end)`,
  )} where ${ref('linesShippedComplete')} is not null`.execute(db);
  const accepted = sql`coalesce(l.${ref('receivedQtyMicro')}, l.${ref('shippedQtyMicro')}, 0)`;
  await sql`update orders set ${ref('linesReceivedComplete')} = ${ofOrder(
    sql`count(case when l.${ref('orderQtyMicro')} > 0 and ${accepted} >= l.${ref('orderQtyMicro')} then 1 end)`,
  )} where status = 'Received'`.execute(db);
  // Each line to the millionth of a base unit.
  for (const [column, quantity] of [
    ['unitsOrderedMicro', sql`l.${ref('orderQtyMicro')}`],
    ['unitsShippedMicro', sql`coalesce(l.${ref('shippedQtyMicro')}, 0)`],
  ] as const)
    await sql`update orders set ${ref(column)} = ${ofOrder(baseUnits(db, quantity))}
      where ${ref('linesShippedComplete')} is not null`.execute(db);
}

/** The most that one line may be worth here: what lies above is left unknown. */
const most = 9e15;

function baseUnits(db: MigrationDb, quantity: ReturnType<typeof sql>) {
  const [num, den] = [sql`l.${ref('unitNum')}`, sql`l.${ref('unitDen')}`];
  const floating = dialectOf(db) === 'sqlite' ? sql`real` : sql`double precision`;
  const about = sql`(cast(${quantity} as ${floating}) * ${num} / ${den})`;
  const isExact = sql`abs(cast(${quantity} as ${floating}) * ${num}) < ${sql.lit(most)}`;
  const part = sql`(case when ${isExact} then cast(round(${about}) as bigint) end)`;
  return sql`case when count(*) = count(${part}) and sum(${about}) < ${sql.lit(most)} then cast(sum(${part}) as bigint) end`;
}
