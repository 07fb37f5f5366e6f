import { getSqlState } from './failures.ts';

/**
 * Serialization failures and deadlocks are transient. After a duplicate key or a deleted row, the next
 * attempt's validation finds the conflict and reports it.
 */
const retriedStates: ReadonlySet<string | null> = new Set(['40001', '40P01', '23505', '23503']);
const maxRetries = 5;

/** Retries `attempt` up to five times, with growing pauses, if it fails because of concurrent changes. */
export async function withRetries<T>(attempt: () => Promise<T>, pauseMs = 10): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await attempt();
    } catch (error) {
      if (retries >= maxRetries || !retriedStates.has(getSqlState(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * pauseMs * 2 ** (retries + 1)));
    }
  }
}
