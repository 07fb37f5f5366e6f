import { Worker } from 'node:worker_threads';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { limitConcurrency } from '../limit-concurrency.ts';
import { ConnectionLostError } from '../failures.ts';
import { connectSqlite } from '../sqlite.ts';
import type { Reader } from '../types.ts';
import { createRowMapper, toInput } from './sqlite-reader.ts';
import type { ReaderQuery, ReaderResult } from './sqlite-reader-worker.ts';

/** Two workers, so that a short query doesn't wait for a long one. */
const maxWorkers = 2;

/**
 * Creates reader threads for a database file, started by the first query. SQLite runs on the calling thread
 * and would block the server, so queries that take seconds run here. A query sees everything committed before
 * it.
 */
export function createReaderPool(path: string) {
  const pool = new ReaderPool(path);
  return {
    /**
     * Returns a reader that starts no query after the signal is aborted. A running statement finishes first:
     * SQLite can't be interrupted from another thread.
     */
    reader: (signal?: AbortSignal): Reader => connectSqlite(new ReaderPoolDriver(pool, signal)),
    end: () => pool.end(),
  };
}

class ReaderPoolDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(pool: ReaderPool, signal: AbortSignal | undefined) {
    this.#connection = {
      executeQuery: (query) => pool.execute(query, signal),
      streamQuery: () => {
        throw new Error('Reader threads do not support streaming.');
      },
    };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {}

  beginTransaction = rejectTransaction;
  commitTransaction = rejectTransaction;
  rollbackTransaction = rejectTransaction;

  async destroy(): Promise<void> {}
}

/** Pool of reader workers of one database file. Queries queue for an idle worker. */
class ReaderPool {
  readonly #path: string;
  readonly #workers = new Set<ReaderWorker>();
  readonly #limiter = limitConcurrency(maxWorkers);

  constructor(path: string) {
    this.#path = path;
  }

  async end(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => worker.end()));
  }

  async execute<R>(
    { sql: text, parameters }: CompiledQuery,
    signal: AbortSignal | undefined,
  ): Promise<QueryResult<R>> {
    const query = { text, values: parameters.map(toInput) };
    const result = await this.#limiter.run(() => this.#acquireWorker().query(query), signal);
    if ('error' in result) throw Object.assign(new Error(result.error.message), result.error);
    return { rows: result.rows.map(createRowMapper(result.names)) as R[] };
  }

  /** Returns an idle worker; starts one if all are busy. */
  #acquireWorker(): ReaderWorker {
    const idleWorker = [...this.#workers].find(({ isBusy }) => !isBusy);
    if (idleWorker) return idleWorker;
    const worker = new ReaderWorker(this.#path, () => this.#workers.delete(worker));
    this.#workers.add(worker);
    return worker;
  }
}

async function rejectTransaction(): Promise<never> {
  throw new Error('Reader threads do not support transactions.');
}

/** A worker thread with its own connection, running one query at a time. */
class ReaderWorker {
  readonly #worker: Worker;
  #pending: PromiseWithResolvers<ReaderResult> | null = null;

  constructor(path: string, onEnd: () => void) {
    // Don't inherit the server's Node.js options.
    this.#worker = new Worker(new URL('./sqlite-reader-worker.ts', import.meta.url), {
      workerData: path,
      execArgv: [],
    });
    this.#worker.unref();
    const onExit = (cause: unknown) => {
      onEnd();
      this.#pending?.reject(new ConnectionLostError(cause));
    };
    this.#worker.on('message', (result: ReaderResult) => this.#pending?.resolve(result));
    this.#worker.on('error', onExit);
    this.#worker.on('exit', () => onExit(new Error('The thread has ended.')));
  }

  get isBusy(): boolean {
    return this.#pending !== null;
  }

  async query(query: ReaderQuery): Promise<ReaderResult> {
    this.#pending = Promise.withResolvers();
    // A pending query keeps the process alive; an idle thread doesn't.
    this.#worker.ref();
    try {
      this.#worker.postMessage(query);
      return await this.#pending.promise;
    } finally {
      this.#worker.unref();
      this.#pending = null;
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
