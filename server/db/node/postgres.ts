import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { withRetries } from '../retries.ts';
import type { Database } from '../tables.ts';
import type { Channel, Db } from '../types.ts';

const channelName = 'commissary';

/** int8 and numeric arrive as text by default; every number of ours is below 2^53. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === 20 || oid === 1700
      ? Number
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** How long a statement waits for a row that another transaction holds, like SQLite's busy_timeout. */
const lockTimeoutMs = 5000;

export interface PostgresOptions {
  url: string;
  /** Where the tables are; the connection's own default when absent. */
  schema?: string;
  poolSize?: number;
}

/** Connects to PostgreSQL. Nothing is sent before the first query. */
export function openPostgres({ url, schema, poolSize = 10 }: PostgresOptions): Db {
  const settings = [`-c lock_timeout=${lockTimeoutMs}`, ...(schema ? [`-c search_path=${schema}`] : [])];
  const config = { connectionString: url, types, options: settings.join(' ') };
  const pool = new pg.Pool({ ...config, max: poolSize, connectionTimeoutMillis: 5000 });
  // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const channel = openChannel(config, db, schema);
  return {
    dialect: 'postgres',
    read: db,
    writer: db,
    channel,
    write: (work) => withRetries(() => db.transaction().execute(work)),
    async close() {
      await channel.close();
      await db.destroy();
    },
  };
}

/** LISTEN needs a connection of its own; it is opened by the first subscriber and reopened when it is lost. */
function openChannel(
  config: pg.ClientConfig,
  db: Kysely<Database>,
  schema = 'public',
): Channel & { close(): Promise<void> } {
  const name = `${channelName}_${schema}`;
  let listening: pg.Client | null = null;
  let isClosed = false;

  async function listen(listener: (payload: string) => void): Promise<void> {
    const client = new pg.Client(config);
    client.on('notification', (message) => listener(message.payload ?? ''));
    client.on('error', () => undefined);
    client.on('end', () => {
      listening = null;
      if (!isClosed) setTimeout(() => void listen(listener).catch(() => undefined), 1000).unref();
    });
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(name)}`);
    listening = client;
  }

  return {
    subscribe: listen,
    async publish(payload) {
      await sql`select pg_notify(${name}, ${payload})`.execute(db);
    },
    async close() {
      isClosed = true;
      await listening?.end();
    },
  };
}
