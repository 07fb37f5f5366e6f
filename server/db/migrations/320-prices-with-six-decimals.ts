import { sql } from 'kysely';
import { dialectOf, type MigrationDb } from './columns.ts';

/** Columns with prices per unit, which were integers of ten-thousandths (`...E4`) and become millionths (`...Micro`). */
const prices: Readonly<Record<string, readonly string[]>> = {
  items: ['unitPrice', 'standardCost'],
  packagings: ['price'],
  packPrices: ['price'],
  purchaseLines: ['price'],
  goodsReceiptLines: ['price'],
  supplierInvoiceLines: ['price'],
  invoiceMatches: ['price'],
  stockCountLines: ['givenCost', 'unitCost'],
  orderLines: ['unitCost'],
  transferLines: ['unitCost'],
};

/** The largest price in ten-thousandths: computed prices above it could not be read as exact numbers any more. */
const largestE4 = 85_000_000_000_000;

/** Multiplies all stored prices by 100 and renames their columns. Triggers that name such a column are made again. */
export async function up(db: MigrationDb): Promise<void> {
  await dropTrigger(db, 'packPrices', 'packPrices_no_update');
  for (const name of ['items_update_costs', 'items_standardCostE4_former']) {
    await dropTrigger(db, 'items', name);
    if (dialectOf(db) === 'postgres') await sql.raw(`drop function "${name}_note"()`).execute(db);
  }
  for (const [table, names] of Object.entries(prices)) {
    for (const name of names)
      await db.schema.alterTable(table).renameColumn(`${name}E4`, `${name}Micro`).execute();
    const changes = names.map((name) => {
      const column = sql.ref(`${name}Micro`);
      return sql`${column} = case when ${column} > ${largestE4} then ${largestE4} else ${column} end * 100`;
    });
    await sql`update ${sql.table(table)} set ${sql.join(changes)}`.execute(db);
  }
  await sql`update ${sql.table('formerValues')} set field = 'standardCostMicro', was = cast(cast(was as bigint) * 100 as text)
    where field = 'standardCostE4'`.execute(db);
  await refusePriceUpdates(db);
  await noteItemChanges(db);
}

const dropTrigger = (db: MigrationDb, table: string, name: string) =>
  sql.raw(`drop trigger "${name}"${dialectOf(db) === 'sqlite' ? '' : ` on "${table}"`}`).execute(db);

async function refusePriceUpdates(db: MigrationDb): Promise<void> {
  const trigger = 'create trigger "packPrices_no_update" before update on "packPrices"';
  await sql
    .raw(
      dialectOf(db) === 'sqlite'
        ? `${trigger} begin select raise(abort, 'packPrices only grows: enter another price'); end`
        : `${trigger} for each statement execute function "packPrices_refuse"()`,
    )
    .execute(db);
}

/** Triggers on items: what recipes are to be costed again, and former standard costs. */
async function noteItemChanges(db: MigrationDb): Promise<void> {
  const isSqlite = dialectOf(db) === 'sqlite';
  const differs = (column: string) =>
    isSqlite ? `old."${column}" is not new."${column}"` : `old."${column}" is distinct from new."${column}"`;
  const now = isSqlite
    ? `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`
    : `to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const isADayLater = isSqlite
    ? `strftime('%s', new."updatedAt") - strftime('%s', old."createdAt") >= 86400`
    : `new."updatedAt"::timestamptz - old."createdAt"::timestamptz >= interval '1 day'`;
  const triggers = [
    {
      name: 'items_update_costs',
      when: ['baseUnit', 'yieldPercentMicro', 'standardCostMicro', 'allergens'].map(differs).join(' or '),
      insert: `insert into "recipesToCost" ("kind", "id", "since") select 'item', new."_id", ${now}
        where exists (select 1 from "recipeUses" where "recipeUses"."itemId" = new."_id")`,
    },
    {
      name: 'items_standardCostMicro_former',
      when: `old."standardCostMicro" is not null and ${differs('standardCostMicro')} and ${isADayLater}`,
      insert: `insert into "formerValues" ("ofRow", "field", "at", "was")
        values (old."_id", 'standardCostMicro', new."updatedAt", cast(old."standardCostMicro" as text))`,
    },
  ];
  for (const { name, when, insert } of triggers) {
    const trigger = `create trigger "${name}" after update on "items" for each row`;
    if (isSqlite) {
      await sql.raw(`${trigger} when (${when}) begin ${insert}; end`).execute(db);
      continue;
    }
    // The condition is in the function: a column that a trigger names in its own cannot be given another collation.
    await sql
      .raw(`create function "${name}_note"() returns trigger language plpgsql as $note$
        begin if ${when} then ${insert}; end if; return null; end $note$`)
      .execute(db);
    await sql.raw(`${trigger} execute function "${name}_note"()`).execute(db);
  }
}
