import { sql } from 'kysely';
import { chunks } from '../many-rows.ts';
import { migrationTable } from '../migrate.ts';
import type { Db, Reader, Tx } from '../types.ts';

/** Rows per statement: a few megabytes of JSON. */
const rowsPerStatement = 5000;

interface Table {
  name: string;
  columns: string[];
  /** The identity column, or null. */
  identity: string | null;
}

/**
 * Replaces a PostgreSQL database's contents with those of a SQLite database with the same migrations, in one
 * transaction. Rows derived by triggers are copied too, so triggers are disabled.
 */
export async function copyIntoPostgres(from: Reader, to: Db): Promise<void> {
  await to.write(async (tx) => {
    const tables = await listTables(tx);
    const tableList = sql.join(tables.map(({ name }) => sql.table(name)));
    for (const { name } of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx);
    await sql`truncate table ${tableList} restart identity`.execute(tx);
    await sql`set constraints all deferred`.execute(tx);
    for (const table of tables) await copyTable(from, tx, table);
    // A table with pending constraint checks can't be altered.
    await sql`set constraints all immediate`.execute(tx);
    for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx);
  });
  await sql`analyze`.execute(to.writer);
}

/**
 * Returns all tables with their writable columns, in creation order, because rows reference rows in earlier
 * tables.
 */
async function listTables(tx: Tx): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns,
      min(a.attname::text) filter (where a.attidentity <> '') as identity
    from pg_catalog.pg_class as c join pg_catalog.pg_attribute as a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and a.attnum > 0
      and not a.attisdropped and a.attgenerated = '' and not starts_with(c.relname, ${migrationTable})
    group by c.oid, c.relname order by c.oid`.execute(tx);
  return rows;
}

async function copyTable(from: Reader, tx: Tx, { name, columns, identity }: Table): Promise<void> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(from);
  const into = sql.table(name);
  const list = sql.join(columns.map((column) => sql.ref(column)));
  for (const batch of chunks(rows, rowsPerStatement))
    await sql`insert into ${into} (${list}) overriding system value
      select ${list} from json_populate_recordset(null::${into}, ${JSON.stringify(batch, encodeBytesAsHex)}::json)`.execute(
      tx,
    );
  if (identity !== null && rows.length > 0)
    await sql`select setval(pg_get_serial_sequence(${`"${name}"`}, ${identity}), max(${sql.ref(identity)})) from ${into}`.execute(
      tx,
    );
}

/** Encodes binary values in PostgreSQL's hex text format. */
const encodeBytesAsHex = (_: string, value: unknown) =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
