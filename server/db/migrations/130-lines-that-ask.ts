import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

/**
 * Which lines of a submitted count ask something, where it was only known how many. Of a count that was submitted before, its
 * first counted lines stand for them: so many asked, and the next decision on it looks at every one. Counts that are not
 * settled yet are found by their place, with every move of stock.
 */
export async function up(db: MigrationDb): Promise<void> {
  const [counts, lines] = [sql.table('stockCounts'), sql.table('stockCountLines')];
  await db.schema
    .alterTable('stockCountLines')
    .addColumn('asking', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update ${lines} set asking = 1 where ${sql.ref('countedQtyMicro')} is not null and (
      select count(*) from ${lines} as other
      where other.${sql.ref('countId')} = ${sql.ref('stockCountLines.countId')}
        and other.${sql.ref('countedQtyMicro')} is not null
        and other.position <= ${sql.ref('stockCountLines.position')}
    ) <= (
      select asking from ${counts} where status = 'Submitted' and ${sql.ref('_id')} = ${sql.ref('stockCountLines.countId')}
    )`.execute(db);
  await db.schema.alterTable('stockCounts').dropColumn('asking').execute();
  await sql`create index ${sql.ref('stockCountLines_asking')} on ${lines} (${sql.ref('countId')})
    where asking = 1`.execute(db);
  await sql`drop index ${sql.ref('stockCounts_open')}`.execute(db);
  await sql`create index ${sql.ref('stockCounts_unsettled')} on ${counts} (${sql.ref('branch')})
    where status in ('Counting', 'Recount', 'Submitted')`.execute(db);
}
