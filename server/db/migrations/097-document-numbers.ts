import { sql } from 'kysely';
import { withoutGuard } from './090-business-days.ts';
import type { MigrationDb } from './columns.ts';

/** Moves written at once, whatever the size of the business. */
const batch = 10_000;

/** A move of stock keeps the number that people know its document by, so that the ledger is read by itself. */
export async function up(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('stockMoves').addColumn('docNo', 'text').execute();
  await withoutGuard(db, () => fill(db));
}

async function fill(db: MigrationDb): Promise<void> {
  const last = await db
    .selectFrom('stockMoves')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirst();
  const number = (table: string, column: string) =>
    sql`(select d.${sql.ref(column)} from ${sql.table(table)} as d where d.${sql.ref('_id')} = ${sql.ref('stockMoves.docId')})`;
  const numbers = [
    number('orders', 'orderNo'),
    number('discrepancies', 'orderNo'),
    number('wastage', 'number'),
  ];
  const [seq, end] = [sql.ref('seq'), Number(last?.seq ?? 0)];
  for (let from = 0; from < end; from += batch)
    await sql`update ${sql.table('stockMoves')} set ${sql.ref('docNo')} = coalesce(${sql.join(numbers)})
      where ${seq} > ${from} and ${seq} <= ${from + batch}`.execute(db);
}
