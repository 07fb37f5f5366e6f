import { type RawBuilder, sql } from 'kysely';
import { dialectOf, type MigrationDb } from './columns.ts';

const ref = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);

/**
 * What a place used on a day that is over, of all its items in one row. It is made with the sums of days, so these are made anew in
 * the next night. What comes late takes it away in the moment in which it is added to the sums, whichever program does that.
 */
export async function up(db: MigrationDb): Promise<void> {
  const isSqlite = dialectOf(db) === 'sqlite';
  await db.schema
    .createTable('stockItemNumbers')
    .addColumn('itemId', 'text', (column) => column.primaryKey().notNull())
    .addColumn('number', 'bigint', (column) => column.notNull().unique())
    .execute();
  await db.schema
    .createTable('stockDayUse')
    .addColumn('placeId', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('packed', isSqlite ? 'blob' : 'bytea', (column) => column.notNull())
    .addPrimaryKeyConstraint('stockDayUse_pk', ['placeId', 'day'] as never)
    .execute();
  for (const name of ['stockLateSides', 'stockPlaceSums', 'stockItemSums', 'stockSumDays'])
    await sql`delete from ${table(name)}`.execute(db);
  await forgetByTrigger(db, isSqlite);
}

async function forgetByTrigger(db: MigrationDb, isSqlite: boolean): Promise<void> {
  const forget: RawBuilder<unknown> = sql`delete from ${table('stockDayUse')}
    where ${ref('placeId')} = old.${ref('placeId')} and day = old.day`;
  if (isSqlite) {
    await sql`create trigger ${ref('stockLateSides_day_use')} after delete on ${table('stockLateSides')}
      begin ${forget}; end`.execute(db);
    return;
  }
  await sql`create or replace function ${ref('stockLateSides_forget_day_use')}() returns trigger language plpgsql as $body$
    begin ${forget}; return null; end $body$`.execute(db);
  await sql`create trigger ${ref('stockLateSides_day_use')} after delete on ${table('stockLateSides')}
    for each row execute function ${ref('stockLateSides_forget_day_use')}()`.execute(db);
}
