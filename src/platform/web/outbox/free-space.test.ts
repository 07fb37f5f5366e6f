import { expect, test } from 'vitest';
import { ApiError } from '#platform/web/api/api-error.ts';
import { freeSpaceAndRetry } from './free-space.ts';

const quotaError = new DOMException('The disk is full', 'QuotaExceededError');

test('on a full device, cached responses are deleted and the write is retried', async () => {
  const attempts: string[] = [];
  const write = async () => {
    attempts.push('write');
    if (attempts.length === 1) throw quotaError;
    return 'stored';
  };
  expect(await freeSpaceAndRetry(write)).toBe('stored');
  expect(attempts).toHaveLength(2);
});

test('a device that stays full reports a lack of space, not a lost connection', async () => {
  const failure = await freeSpaceAndRetry(() => Promise.reject(quotaError)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ code: 'NO_ROOM', isNetwork: false });
});

test('rethrows any other error unchanged', async () => {
  await expect(freeSpaceAndRetry(() => Promise.reject(new TypeError('wrong')))).rejects.toThrow('wrong');
});
