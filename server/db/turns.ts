import { DatabaseBusyError } from './failures.ts';

/** One at a time, in the order of arrival; who waits longer than `waitMs` is told that the database is busy. */
export class Turns {
  #taken = false;
  #waiting: (() => void)[] = [];
  readonly #waitMs: number;

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  async take(): Promise<void> {
    if (!this.#taken) {
      this.#taken = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== turn);
        reject(new DatabaseBusyError());
      }, this.#waitMs);
      this.#waiting.push(turn);
    });
  }

  /** Hands the turn to whoever waits longest. */
  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken = false;
  }
}
