import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Dialect } from '../types.ts';

/** Returns the engine that a migration runs on. */
export function getDialect(db: Kysely<never>): Dialect {
  return db.getExecutor().adapter.constructor.name.startsWith('Postgres') ? 'postgres' : 'sqlite';
}

/**
 * Makes PostgreSQL compare all text byte by byte, as SQLite and JavaScript do, whatever the database's
 * collation: days and numbers are compared as text, and names sort by their folded text.
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
