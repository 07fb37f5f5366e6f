import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Dialect } from '../types.ts';

/** Migrations are frozen text: they know tables by name only, never through the current row types. */
export type MigrationDb = Kysely<Record<string, Record<string, unknown>>>;

type Table<C extends string = never> = CreateTableBuilder<string, C>;

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Which engine a migration runs on: the few statements that differ ask here. */
export function dialectOf(db: MigrationDb): Dialect {
  return db.getExecutor().adapter.constructor.name.startsWith('Postgres') ? 'postgres' : 'sqlite';
}

/** Adds NOT NULL text columns. */
export function texts<C extends string>(table: Table<C>, ...names: string[]): Table<C> {
  return names.reduce<Table<C>>((t, name) => t.addColumn(name, 'text', required), table);
}

/** Adds text columns that may be null. */
export function optionalTexts<C extends string>(table: Table<C>, ...names: string[]): Table<C> {
  return names.reduce<Table<C>>((t, name) => t.addColumn(name, 'text'), table);
}

/** Adds 64-bit integer columns, NOT NULL with a default of 0. */
export function integers<C extends string>(table: Table<C>, ...names: string[]): Table<C> {
  return names.reduce<Table<C>>(
    (t, name) => t.addColumn(name, 'bigint', (c) => c.notNull().defaultTo(0)),
    table,
  );
}

/** Adds 64-bit integer columns that may be null. */
export function optionalIntegers<C extends string>(table: Table<C>, ...names: string[]): Table<C> {
  return names.reduce<Table<C>>((t, name) => t.addColumn(name, 'bigint'), table);
}

/** `_id`, `createdAt`, `updatedAt`, `version`, `isActive`. */
export function common<C extends string>(table: Table<C>): Table<C> {
  const withKey = table.addColumn('_id', 'text', (c) => c.primaryKey().notNull()) as Table<C>;
  const withTimes = texts(withKey, 'createdAt', 'updatedAt');
  return withTimes
    .addColumn('version', 'bigint', (c) => c.notNull().defaultTo(1))
    .addColumn('isActive', 'integer', (c) => c.notNull().defaultTo(1));
}

/** What every master-data table has: the common columns, a name in two languages and the folded search text. */
export function master(db: MigrationDb, name: string): Table {
  const table = common(db.schema.createTable(name) as Table);
  return optionalTexts(texts(table, 'name', 'search'), 'nameAlt');
}

/** A table whose rows are numbered by the database in the order of their insertion. */
export function sequenced(db: MigrationDb, name: string, key = 'seq'): Table {
  const table = db.schema.createTable(name) as Table;
  return dialectOf(db) === 'sqlite'
    ? table.addColumn(key, 'integer', (c) => c.primaryKey().autoIncrement())
    : table.addColumn(key, 'bigint', (c) => c.primaryKey().generatedAlwaysAsIdentity());
}

/**
 * Makes PostgreSQL compare every text of ours byte by byte, as SQLite and JavaScript do, whatever the collation of the
 * database: days and numbers are ranges of texts, and names are sorted by their folded text. Columns that do so already
 * are left alone.
 */
export async function compareByBytes(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.relname as "table", array_agg(a.attname::text) as columns
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
    join pg_collation l on l.oid = a.attcollation
    where a.attnum > 0 and not a.attisdropped and l.collname <> 'C' and a.atttypid in ('text'::regtype, 'varchar'::regtype)
    group by c.relname`.execute(db);
  for (const { table, columns } of rows) {
    const changes = columns.map((column) => sql`alter column ${sql.ref(column)} type text collate "C"`);
    await sql`alter table ${sql.table(table)} ${sql.join(changes)}`.execute(db);
  }
}

/** Makes the database itself refuse to change or delete rows of a table. */
export async function appendOnly(db: MigrationDb, name: string): Promise<void> {
  const message = `${name} only grows: correct it with a new row`;
  if (dialectOf(db) === 'sqlite') {
    for (const action of ['update', 'delete'] as const) {
      await sql`create trigger ${sql.ref(`${name}_no_${action}`)} before ${sql.raw(action)} on ${sql.table(name)}
        begin select raise(abort, ${sql.lit(message)}); end`.execute(db);
    }
    return;
  }
  await sql`create or replace function ${sql.ref(`${name}_refuse`)}() returns trigger language plpgsql as
    ${sql.lit(`begin raise exception '${message}'; end`)}`.execute(db);
  await sql`create trigger ${sql.ref(`${name}_append_only`)} before update or delete or truncate on ${sql.table(name)}
    for each statement execute function ${sql.ref(`${name}_refuse`)}()`.execute(db);
}
