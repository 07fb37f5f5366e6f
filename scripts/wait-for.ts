import { vi } from 'vitest';

/**
 * Waits until a check no longer throws, for up to 15 s, like every other wait in the tests. `vi.waitFor`
 * gives up after one second, which isn't enough on a busy machine.
 */
export function waitFor<T>(check: () => T | Promise<T>, options: { timeout?: number } = {}): Promise<T> {
  return vi.waitFor(check, { timeout: 15_000, ...options });
}
