import { type Attempt, createOrderWithKey, RefusedError, type WriterSession } from './writers.ts';

/**
 * Performs one attempt and records its acknowledgement. It is called again after a failure and must reuse the
 * same keys.
 */
export type WriterWork = (url: string, session: WriterSession, attempt: Attempt) => Promise<void>;

/**
 * Writers that create orders (or do other work) in a loop. Each request is retried with its key, on the
 * current server, until it is acknowledged.
 */
export class WriterFleet {
  readonly attempts: Attempt[] = [];
  readonly #name: string;
  readonly #session: WriterSession;
  #url: string | null;
  #isFinishing = false;
  #waiting: (() => void)[] = [];

  readonly #work: WriterWork;

  constructor(name: string, url: string, session: WriterSession, work: WriterWork = createOrderWithKey) {
    this.#work = work;
    this.#name = name;
    this.#url = url;
    this.#session = session;
  }

  /** Runs `count` writers; resolves when all have finished. */
  async run(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#writeUntilFinished()));
  }

  /**
   * Call before the server is killed: writers whose request fails wait until `resumeAt` sets the next server.
   */
  pause(): void {
    this.#url = null;
  }

  resumeAt(url: string): void {
    this.#url = url;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Lets every writer finish its current order. */
  async finish(running: Promise<void>): Promise<void> {
    this.#isFinishing = true;
    await running;
  }

  async #writeUntilFinished(): Promise<void> {
    while (!this.#isFinishing) {
      const attempt: Attempt = {
        key: `${this.#name}-${this.attempts.length}`,
        acknowledgedId: null,
        requestCount: 0,
      };
      this.attempts.push(attempt);
      while (attempt.acknowledgedId === null) await this.#try(attempt);
    }
  }

  async #try(attempt: Attempt): Promise<void> {
    const url = this.#url ?? (await this.#waitForUrl());
    try {
      await this.#work(url, this.#session, attempt);
    } catch (error) {
      if (error instanceof RefusedError && !error.isRetryable) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async #waitForUrl(): Promise<string> {
    while (this.#url === null) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.#url;
  }
}
