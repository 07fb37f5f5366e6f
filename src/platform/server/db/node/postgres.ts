import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import pg from 'pg';
import { limitConcurrency } from '../limit-concurrency.ts';
import { ConnectionLostError, QueryCancelledError } from '../failures.ts';
import { toTx, withDialect } from '../locking.ts';
import { withRetries } from '../retries.ts';
import type { Database } from '../tables.ts';
import type { Channel, Db, Reader } from '../types.ts';

const channelName = 'commissary';

/** int8 and numeric arrive as text by default; all stored numbers are below 2^53. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === 20 || oid === 1700
      ? Number
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Maximum time that a statement waits for a row lock, in ms; like SQLite's busy_timeout. */
const lockTimeoutMs = 5000;

/** Maximum time that a caller waits for a pooled or new connection, in ms. */
const connectTimeoutMs = 5000;

export interface PostgresOptions {
  url: string;
  /** Schema of the tables; the connection's default when absent. */
  schema?: string;
  /**
   * Connections for writes and short reads; long reads get an additional third of this number, at least two.
   */
  poolSize?: number;
  /** Time limit for a statement of a long read. */
  longTimeoutMs?: number;
  /**
   * Uses named prepared statements per connection, which are never evicted and break when tables change: for
   * short runs of repeated statements, such as tests.
   */
  keepsStatements?: boolean;
}

/** Default time limit of a long read; the dashboard gives up on a request after a minute. */
const defaultLongTimeoutMs = 120_000;

/** Connects to PostgreSQL lazily: nothing is sent before the first query. */
export function openPostgres({
  url,
  schema,
  poolSize = 10,
  longTimeoutMs = defaultLongTimeoutMs,
  keepsStatements = false,
}: PostgresOptions): Db {
  // Planner settings. JIT is off because no query is long enough to benefit (it cost a sixth of the time). In
  // memory and on SSDs, random pages cost about as much as sequential ones. Parallel workers start only for
  // long queries, because other clients need the cores.
  const settings = [
    `-c lock_timeout=${lockTimeoutMs}`,
    '-c jit=off',
    '-c random_page_cost=1.1',
    '-c parallel_setup_cost=3000',
    ...(schema ? [`-c search_path=${schema}`] : []),
  ];
  const config = {
    connectionString: url,
    types,
    options: settings.join(' '),
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  };
  const statement = keepsStatements ? nameStatements() : unnamedStatement;
  const connect = (pool: PostgresPool): Reader =>
    withDialect(new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), 'postgres');
  const db = connect(createReconnectingPool(new pg.Pool({ ...config, max: poolSize }), statement)());
  const longPoolSize = Math.max(2, Math.ceil(poolSize / 3));
  const longPool = new pg.Pool({ ...config, max: longPoolSize, statement_timeout: longTimeoutMs });
  const createLongPool = createReconnectingPool(longPool, statement);
  const limiter = limitConcurrency(longPoolSize);
  const cancel = async (pid: number) => void (await sql`select pg_cancel_backend(${pid})`.execute(db));
  const channel = openChannel(config, schema);
  return {
    dialect: 'postgres',
    read: db,
    longRead: (signal) => connect(queueConnections(createLongPool({ signal, cancel }), limiter, signal)),
    writer: db,
    channel,
    write: (work) => withRetries(() => db.transaction().execute((tx) => work(toTx(tx, 'postgres')))),
    async close() {
      await channel.close();
      await longPool.end();
      await db.destroy();
    },
  };
}

/** Builds the query configuration of a statement. */
type Statement = (text: string, values: unknown[]) => pg.QueryConfig;

const unnamedStatement: Statement = (text, values) => ({ text, values });

/** Names each statement text, so that a connection can find its prepared statement. */
function nameStatements(): Statement {
  const names = new Map<string, string>();
  return (text, values) => {
    // A query without values may contain several statements, which can't be prepared.
    if (values.length === 0) return { text, values };
    const name = names.get(text) ?? `s${names.size}`;
    names.set(text, name);
    return { name, text, values };
  };
}

/** Cancels a reader's queries when the signal is aborted. */
interface Cancellation {
  signal: AbortSignal | undefined;
  /** Cancels the query of the backend with this process id. */
  cancel(pid: number): Promise<void>;
}

/**
 * Wraps a pool so that it survives a server failure. A connection can break at any time, idle or in a
 * transaction; without a listener, that would end the process. Affected callers get a ConnectionLostError.
 */
function createReconnectingPool(
  pool: pg.Pool,
  statement: Statement,
): (cancellation?: Cancellation) => PostgresPool {
  const brokenClients = new WeakSet<pg.PoolClient>();
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => brokenClients.add(client));
    client.on('end', () => brokenClients.add(client));
  });
  return (cancellation) => ({
    options: pool.options,
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw new ConnectionLostError(error);
      });
      const run = async (text: string, values: unknown[]) => {
        try {
          return await client.query(statement(text, values));
        } catch (error) {
          throw brokenClients.has(client) ? new ConnectionLostError(error) : error;
        }
      };
      const query: unknown = cancellation
        ? (text: string, values: unknown[]) => runUntilAborted(client, cancellation, () => run(text, values))
        : run;
      return {
        query: query as PostgresPoolClient['query'],
        release: (isDiscarded) => client.release(isDiscarded),
      };
    },
    end: () => pool.end(),
  });
}

/**
 * Runs a query and cancels it on the server if the signal is aborted. The connection stays in use until the
 * server has confirmed the cancellation.
 */
async function runUntilAborted<T>(
  client: pg.PoolClient,
  { signal, cancel }: Cancellation,
  run: () => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw new QueryCancelledError();
  let cancelled: Promise<void> | undefined;
  const abort = () => {
    const { processID } = client as pg.PoolClient & { processID: number };
    cancelled = cancel(processID).catch(() => undefined);
  };
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await run();
  } catch (error) {
    throw signal?.aborted ? new QueryCancelledError() : error;
  } finally {
    signal?.removeEventListener('abort', abort);
    await cancelled;
  }
}

/** Wraps a pool so that callers wait for a connection without a time limit, until the signal is aborted. */
function queueConnections(
  pool: PostgresPool,
  limiter: ReturnType<typeof limitConcurrency>,
  signal: AbortSignal | undefined,
): PostgresPool {
  return {
    ...pool,
    async connect() {
      const releaseSlot = await limiter.acquire(signal);
      try {
        const client = await pool.connect();
        return {
          query: client.query,
          release(isDiscarded) {
            client.release(isDiscarded);
            releaseSlot();
          },
        };
      } catch (error) {
        releaseSlot();
        throw error;
      }
    },
  };
}

/** Interval of checks of the listening connection, in ms: a silently cut connection raises no event. */
const checkIntervalMs = 10_000;

/**
 * Opens the connection for LISTEN. It isn't reopened automatically, because notifications sent while it was
 * closed are lost.
 */
function openChannel(config: pg.ClientConfig, schema = 'public'): Channel & { close(): Promise<void> } {
  const name = `${channelName}_${schema}`;
  const openClients = new Set<pg.Client>();

  return {
    async notify(tx, payloads) {
      await sql`select pg_notify(${name}, payload)
        from unnest(${payloads}::text[]) with ordinality as payloads (payload, position) order by position`.execute(
        tx,
      );
    },
    async listen({ onMessage, onLost }) {
      const client = new pg.Client({ ...config, query_timeout: connectTimeoutMs });
      let isListening = false;
      const checkTimer = setInterval(
        () => void client.query('select 1').catch(onDisconnect),
        checkIntervalMs,
      );
      checkTimer.unref();
      function onDisconnect(cause: unknown): void {
        clearInterval(checkTimer);
        if (!openClients.delete(client)) return;
        client.end().catch(() => undefined);
        if (isListening) onLost(cause);
      }
      openClients.add(client);
      client.on('notification', (message) => onMessage(message.payload ?? ''));
      client.on('error', onDisconnect);
      client.on('end', () => onDisconnect(new Error('Connection terminated')));
      try {
        await client.connect();
        await client.query(`listen ${pg.escapeIdentifier(name)}`);
        isListening = true;
      } catch (error) {
        onDisconnect(error);
        throw error;
      }
    },
    async close() {
      const clients = [...openClients];
      openClients.clear();
      await Promise.all(clients.map((client) => client.end()));
    },
  };
}
