import { DatabaseBusyError } from './failures.ts';

/** FIFO mutex; a waiter fails with `DatabaseBusyError` after `waitMs`. */
export class Mutex {
  #isHeld = false;
  #waiting: (() => void)[] = [];
  readonly #waitMs: number;

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  async acquire(): Promise<void> {
    if (!this.#isHeld) {
      this.#isHeld = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const acquire = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== acquire);
        reject(new DatabaseBusyError());
      }, this.#waitMs);
      this.#waiting.push(acquire);
    });
  }

  /** Passes the lock to the longest waiter. */
  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isHeld = false;
  }
}
