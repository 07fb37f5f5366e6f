import { sqlState } from './failures.ts';

/**
 * What PostgreSQL undid because others came in between. Serialization failures and deadlocks come and go by themselves;
 * where somebody took a key or deleted a row meanwhile, the next attempt's own check finds that, and says so in words.
 */
const retried: ReadonlySet<string | null> = new Set(['40001', '40P01', '23505', '23503']);
const maxRetries = 5;

/** Runs `attempt` again, at most five times and after a growing pause, while others came in between. */
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
