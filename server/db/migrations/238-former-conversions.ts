import { sql } from 'kysely';
import { dialectOf, type MigrationDb } from './columns.ts';

/** What is written where something happens to rows of a table. */
interface Watched {
  name: string;
  table: string;
  on: 'insert' | 'update' | 'delete';
  insert: string;
}

/**
 * Past days are told by the conversions of their items and by what recipes made, too: what a conversion said until it was changed or
 * taken away is kept as it is of other columns, and so is the item that a recipe made. And who makes an item is costed again when its
 * conversions change, as who takes it is: those above measure what it makes by them.
 */
export async function up(db: MigrationDb): Promise<void> {
  const isSqlite = dialectOf(db) === 'sqlite';
  const isOther = (column: string) =>
    isSqlite ? `old."${column}" is not new."${column}"` : `old."${column}" is distinct from new."${column}"`;
  const isSettled = (now: string) =>
    isSqlite
      ? `strftime('%s', ${now}) - strftime('%s', old."createdAt") >= 86400`
      : `${now}::timestamptz - old."createdAt"::timestamptz >= interval '1 day'`;
  const now = isSqlite
    ? `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`
    : `to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const conversion = `insert into "formerValues" ("ofRow", "field", "at", "was")
    select old."itemId", 'conversion', i."updatedAt",
      old."fromUnit" || ' ' || old."toUnit" || ' ' || cast(old."num" as text) || ' ' || cast(old."den" as text)
    from "items" as i where i."_id" = old."itemId" and old."isActive" = 1 and ${isSettled('i."updatedAt"')}`;
  const makers = (item: string) => `insert into "recipesToCost" ("kind", "id", "since")
    select 'recipe', r."_id", ${now} from "recipes" as r where r."outputItem" = ${item}`;
  const watched: readonly Watched[] = [
    { name: 'conversions_former_gone', table: 'itemConversions', on: 'delete', insert: conversion },
    { name: 'conversions_former_other', table: 'itemConversions', on: 'update', insert: conversion },
    {
      name: 'recipes_outputItem_former',
      table: 'recipes',
      on: 'update',
      insert: `insert into "formerValues" ("ofRow", "field", "at", "was")
        select old."_id", 'outputItem', new."updatedAt", old."outputItem"
        where old."outputItem" is not null and ${isOther('outputItem')} and ${isSettled('new."updatedAt"')}`,
    },
    ...(['insert', 'update', 'delete'] as const).map((on) => ({
      name: `conversions_made_${on}`,
      table: 'itemConversions',
      on,
      insert: makers(`${on === 'delete' ? 'old' : 'new'}."itemId"`),
    })),
    {
      name: 'items_baseUnit_made',
      table: 'items',
      on: 'update',
      insert: `${makers('new."_id"')} and ${isOther('baseUnit')}`,
    },
  ];
  for (const { name, table, on, insert } of watched) {
    if (isSqlite) {
      await sql
        .raw(`create trigger "${name}" after ${on} on "${table}" for each row begin ${insert}; end`)
        .execute(db);
      continue;
    }
    await sql
      .raw(`create or replace function "${name}_note"() returns trigger language plpgsql as $note$
        begin ${insert}; return null; end $note$`)
      .execute(db);
    await sql
      .raw(
        `create trigger "${name}" after ${on} on "${table}" for each row execute function "${name}_note"()`,
      )
      .execute(db);
  }
}
