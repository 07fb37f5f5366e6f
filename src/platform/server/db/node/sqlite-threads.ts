import { Worker } from 'node:worker_threads';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { limitConcurrency } from '../limit-concurrency.ts';
import { ConnectionLostError } from '../failures.ts';
import { connectSqlite } from '../sqlite.ts';
import type { Reader } from '../types.ts';
import { createRowMapper, toInput } from './sqlite-reader.ts';
import type { ThreadQuery, ThreadResult } from './sqlite-thread.ts';

/** Two threads, so that a short query doesn't wait for a long one. */
const maxThreads = 2;

/**
 * Creates reader threads for a database file, started by the first query. SQLite runs on the calling thread
 * and would block the server, so queries that take seconds run here. A query sees everything committed before
 * it.
 */
export function createReaderThreads(path: string) {
  const threads = new Threads(path);
  return {
    /**
     * Returns a reader that starts no query after the signal is aborted. A running statement finishes first:
     * SQLite can't be interrupted from another thread.
     */
    reader: (signal?: AbortSignal): Reader => connectSqlite(new ThreadsDriver(threads, signal)),
    end: () => threads.end(),
  };
}

class ThreadsDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(threads: Threads, signal: AbortSignal | undefined) {
    this.#connection = {
      executeQuery: (query) => threads.execute(query, signal),
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

/** The threads of one database file. Queries queue for a free thread. */
class Threads {
  readonly #path: string;
  readonly #threads = new Set<Thread>();
  readonly #limiter = limitConcurrency(maxThreads);

  constructor(path: string) {
    this.#path = path;
  }

  async end(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  async execute<R>(
    { sql: text, parameters }: CompiledQuery,
    signal: AbortSignal | undefined,
  ): Promise<QueryResult<R>> {
    const query = { text, values: parameters.map(toInput) };
    const result = await this.#limiter.run(() => this.#idle().query(query), signal);
    if ('error' in result) throw Object.assign(new Error(result.error.message), result.error);
    return { rows: result.rows.map(createRowMapper(result.names)) as R[] };
  }

  #idle(): Thread {
    const idle = [...this.#threads].find(({ isBusy }) => !isBusy);
    if (idle) return idle;
    const thread = new Thread(this.#path, () => this.#threads.delete(thread));
    this.#threads.add(thread);
    return thread;
  }
}

async function rejectTransaction(): Promise<never> {
  throw new Error('Reader threads do not support transactions.');
}

/** One thread with its connection, running one query at a time. */
class Thread {
  readonly #worker: Worker;
  #pending: PromiseWithResolvers<ThreadResult> | null = null;

  constructor(path: string, onEnd: () => void) {
    // The process's own arguments are for the server, not for a thread that only reads.
    this.#worker = new Worker(new URL('./sqlite-thread.ts', import.meta.url), {
      workerData: path,
      execArgv: [],
    });
    this.#worker.unref();
    const onExit = (cause: unknown) => {
      onEnd();
      this.#pending?.reject(new ConnectionLostError(cause));
    };
    this.#worker.on('message', (result: ThreadResult) => this.#pending?.resolve(result));
    this.#worker.on('error', onExit);
    this.#worker.on('exit', () => onExit(new Error('The thread has ended.')));
  }

  get isBusy(): boolean {
    return this.#pending !== null;
  }

  async query(query: ThreadQuery): Promise<ThreadResult> {
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
