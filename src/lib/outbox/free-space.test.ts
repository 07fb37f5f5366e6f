import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { freeSpaceAndRetry } from './free-space.ts';

const full = new DOMException('No room', 'QuotaExceededError');

test('a full device makes room of what can be had again, and tries once more', async () => {
  const tries: string[] = [];
  const write = async () => {
    tries.push('try');
    if (tries.length === 1) throw full;
    return 'kept';
  };
  expect(await freeSpaceAndRetry(write)).toBe('kept');
  expect(tries).toHaveLength(2);
});

test('one that stays full says so, in words that are no lost connection', async () => {
  const failure = await freeSpaceAndRetry(() => Promise.reject(full)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ code: 'NO_ROOM', isNetwork: false });
});

test('any other failure is told as it is', async () => {
  await expect(freeSpaceAndRetry(() => Promise.reject(new TypeError('wrong')))).rejects.toThrow('wrong');
});
