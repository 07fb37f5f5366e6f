import { sql } from 'kysely';
import { dialectOf, integers, type MigrationDb, sequenced } from './columns.ts';

/** What dishes are costed by, beside what days came to: a change of any of it may change a cost of any day. */
const tables = [
  'branches',
  'currencies',
  'formerValues',
  'itemConversions',
  'items',
  'packPrices',
  'packagings',
  'recipeVersions',
  'recipes',
  'saleArticles',
  'suppliers',
  'units',
];

/**
 * Marks that say whether anything of that was written since: the database itself makes another one with each statement, so that no writer can
 * forget it. On SQLite, which has one writer, one row is written again; on PostgreSQL rows are added, so that nobody waits for who writes
 * something else. How many there are and what they come to is another mark with each row.
 */
export async function up(db: MigrationDb): Promise<void> {
  await integers(sequenced(db, 'costMarks'), 'mark').execute();
  const isSqlite = dialectOf(db) === 'sqlite';
  if (isSqlite) await sql`insert into "costMarks" (mark) values (0)`.execute(db);
  else
    await sql`create or replace function "costMarks_note"() returns trigger language plpgsql as $note$
      begin insert into "costMarks" (mark) values ((random() * 1099511627776)::bigint); return null; end $note$`.execute(
      db,
    );
  for (const table of tables) {
    if (!isSqlite) {
      await sql
        .raw(
          `create trigger "${table}_costMarks" after insert or update or delete or truncate on "${table}"
            for each statement execute function "costMarks_note"()`,
        )
        .execute(db);
      continue;
    }
    for (const write of ['insert', 'update', 'delete'])
      await sql
        .raw(
          `create trigger "${table}_${write}_costMarks" after ${write} on "${table}"
            begin update "costMarks" set mark = random() >> 24; end`,
        )
        .execute(db);
  }
}
