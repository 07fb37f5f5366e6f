import { Worker } from 'node:worker_threads';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { ConnectionLostError } from '../failures.ts';
import { connectSqlite } from '../sqlite.ts';
import type { Reader } from '../types.ts';
import { namedBy, toInput } from './sqlite-reader.ts';
import type { Question, ThreadAnswer } from './sqlite-thread.ts';

/** So many are asked at the same time: a short question need not wait for a long one. */
const mostThreads = 2;

/**
 * Reads a database file on threads of their own, which begin with the first question. SQLite works in the thread that asks it, and the server's own
 * answers nobody else meanwhile: what takes seconds is asked here. What was committed before a question is part of its answer.
 */
export const readOnThreads = (path: string): Reader => connectSqlite(new ThreadsDriver(path));

class ThreadsDriver implements Driver {
  readonly #path: string;
  readonly #all = new Set<Thread>();
  readonly #idle: Thread[] = [];
  readonly #waiting: ((thread: Thread) => void)[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Thread> {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (!idle.hasEnded) return idle;
      this.#all.delete(idle);
    }
    if (this.#all.size >= mostThreads) return new Promise((resolve) => this.#waiting.push(resolve));
    return this.#begin();
  }

  #begin(): Thread {
    const thread = new Thread(this.#path);
    this.#all.add(thread);
    return thread;
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    let thread = connection as Thread;
    if (thread.hasEnded) {
      this.#all.delete(thread);
      if (this.#waiting.length === 0) return;
      thread = this.#begin();
    }
    const next = this.#waiting.shift();
    if (next) next(thread);
    else this.#idle.push(thread);
  }

  beginTransaction = readsAlone;
  commitTransaction = readsAlone;
  rollbackTransaction = readsAlone;

  async destroy(): Promise<void> {
    await Promise.all([...this.#all].map((thread) => thread.end()));
  }
}

async function readsAlone(): Promise<never> {
  throw new Error('A thread reads, and has no transactions.');
}

/** One thread with its connection, which is asked one thing at a time. */
class Thread implements DatabaseConnection {
  readonly #worker: Worker;
  #asked: PromiseWithResolvers<ThreadAnswer> | null = null;
  hasEnded = false;

  constructor(path: string) {
    // Whatever this process was started with is for the server, not for a thread that only reads.
    this.#worker = new Worker(new URL('./sqlite-thread.ts', import.meta.url), {
      workerData: path,
      execArgv: [],
    });
    this.#worker.unref();
    this.#worker.on('message', (answer: ThreadAnswer) => this.#asked?.resolve(answer));
    this.#worker.on('error', (error) => this.#lose(error));
    this.#worker.on('exit', () => this.#lose(new Error('The thread has ended.')));
  }

  #lose(cause: unknown): void {
    this.hasEnded = true;
    this.#asked?.reject(new ConnectionLostError(cause));
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const answer = await this.#ask({ text, values: parameters.map(toInput) });
    if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error);
    return { rows: answer.rows.map(namedBy(answer.names)) as R[] };
  }

  async #ask(question: Question): Promise<ThreadAnswer> {
    if (this.hasEnded) throw new ConnectionLostError(new Error('The thread has ended.'));
    this.#asked = Promise.withResolvers();
    // A question keeps the process alive, and a thread that waits for one does not.
    this.#worker.ref();
    try {
      this.#worker.postMessage(question);
      return await this.#asked.promise;
    } finally {
      this.#worker.unref();
      this.#asked = null;
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
