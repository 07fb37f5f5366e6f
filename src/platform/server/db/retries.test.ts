import { expect, it } from 'vitest';
import { withRetries } from './retries.ts';

/**
 * Returns a function that fails the given number of times with a code, and then returns the number of calls.
 */
function createFailingCall(times: number, code: string) {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls <= times) throw Object.assign(new Error(`call ${calls}`), { code });
    return calls;
  };
}

it.each(['40001', '40P01', '23505', '23503'])(
  'retries a transaction after %s, at most five times',
  async (code) => {
    expect(await withRetries(createFailingCall(5, code), 0)).toBe(6);
    await expect(withRetries(createFailingCall(6, code), 0)).rejects.toThrow('call 6');
  },
);

it.each(['55P03', 'ECONNRESET'])('does not retry after %s', async (code) => {
  await expect(withRetries(createFailingCall(1, code), 0)).rejects.toThrow('call 1');
});
