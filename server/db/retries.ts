import { sqlState } from './failures.ts';

/** Serialization failure and deadlock: PostgreSQL undid the transaction, and it may simply be run again. */
const retried: ReadonlySet<string | null> = new Set(['40001', '40P01']);
const maxRetries = 5;

/** Runs `attempt` again, at most five times and after a growing pause, while PostgreSQL says 40001 or 40P01. */
export async function withRetries<T>(attempt: () => Promise<T>, pauseMs = 10): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await attempt();
    } catch (error) {
      if (retries >= maxRetries || !retried.has(sqlState(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * pauseMs * 2 ** (retries + 1)));
    }
  }
}
