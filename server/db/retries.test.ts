import { expect, it } from 'vitest';
import { withRetries } from './retries.ts';

/** Fails so many times with a code, then answers how often it was called. */
function failing(times: number, code: string) {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls <= times) throw Object.assign(new Error(`call ${calls}`), { code });
    return calls;
  };
}

it.each(['40001', '40P01', '23505', '23503'])(
  'runs a transaction again after %s, five times at most',
  async (code) => {
    expect(await withRetries(failing(5, code), 0)).toBe(6);
    await expect(withRetries(failing(6, code), 0)).rejects.toThrow('call 6');
  },
);

it.each(['55P03', 'ECONNRESET'])('does not run again after %s', async (code) => {
  await expect(withRetries(failing(1, code), 0)).rejects.toThrow('call 1');
});
