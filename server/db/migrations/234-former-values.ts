import { sql } from 'kysely';
import { dialectOf, type MigrationDb, sequenced, texts } from './columns.ts';

/** What the cost of past days is told by, beside prices and versions, which have their own days. */
const kept: Readonly<Record<string, readonly string[]>> = {
  items: ['standardCostE4', 'yieldPercentMicro'],
  packagings: ['preferred', 'isActive'],
  recipes: ['priceE4', 'priceIncludesVAT', 'tax'],
};

/**
 * What such columns said until a row was written otherwise, kept by the database itself: no writer can forget it. Of what was not
 * known before nothing is kept, nor of the first day of a row: what is entered first, and put right then, counts for all days before.
 */
export async function up(db: MigrationDb): Promise<void> {
  await texts(sequenced(db, 'formerValues'), 'ofRow', 'field', 'at', 'was').execute();
  await db.schema.createIndex('formerValues_ofRow_at').on('formerValues').columns(['ofRow', 'at']).execute();
  await db.schema.createIndex('formerValues_field_at').on('formerValues').columns(['field', 'at']).execute();
  const isSqlite = dialectOf(db) === 'sqlite';
  for (const [table, columns] of Object.entries(kept))
    for (const column of columns) {
      const name = `${table}_${column}_former`;
      const isOther = isSqlite
        ? `old."${column}" is not new."${column}"`
        : `old."${column}" is distinct from new."${column}"`;
      const isSettled = isSqlite
        ? `strftime('%s', new."updatedAt") - strftime('%s', old."createdAt") >= 86400`
        : `new."updatedAt"::timestamptz - old."createdAt"::timestamptz >= interval '1 day'`;
      const when = `old."${column}" is not null and ${isOther} and ${isSettled}`;
      const insert = `insert into "formerValues" ("ofRow", "field", "at", "was")
        values (old."_id", '${column}', new."updatedAt", cast(old."${column}" as text))`;
      if (isSqlite) {
        await sql
          .raw(
            `create trigger "${name}" after update on "${table}" for each row when ${when} begin ${insert}; end`,
          )
          .execute(db);
        continue;
      }
      // Asked within: a column that a trigger names in its own condition cannot be given another collation.
      await sql
        .raw(`create or replace function "${name}_note"() returns trigger language plpgsql as $note$
        begin if ${when} then ${insert}; end if; return null; end $note$`)
        .execute(db);
      await sql
        .raw(
          `create trigger "${name}" after update on "${table}" for each row execute function "${name}_note"()`,
        )
        .execute(db);
    }
}
