import { vi } from 'vitest';

/**
 * Waits until a check no longer throws, for 15 s like every wait of the tests; `vi.waitFor` gives up after one
 * second, which a busy machine exceeds.
 */
export function waitFor<T>(check: () => T | Promise<T>, options: { timeout?: number } = {}): Promise<T> {
  return vi.waitFor(check, { timeout: 15_000, ...options });
}
