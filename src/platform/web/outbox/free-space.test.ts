import { expect, test } from 'vitest';
import { ApiError } from '#platform/web/api/api-error.ts';
import { freeSpaceAndRetry } from './free-space.ts';

const full = new DOMException('No room', 'QuotaExceededError');

test('a full device deletes cached responses and retries', async () => {
  const tries: string[] = [];
  const write = async () => {
    tries.push('try');
    if (tries.length === 1) throw full;
    return 'kept';
  };
  expect(await freeSpaceAndRetry(write)).toBe('kept');
  expect(tries).toHaveLength(2);
});

test('a device that stays full has its own message, not that of a lost connection', async () => {
  const failure = await freeSpaceAndRetry(() => Promise.reject(full)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ code: 'NO_ROOM', isNetwork: false });
});

test('any other failure is unchanged', async () => {
  await expect(freeSpaceAndRetry(() => Promise.reject(new TypeError('wrong')))).rejects.toThrow('wrong');
});
