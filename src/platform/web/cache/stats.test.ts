import { expect, test, vi } from 'vitest';
import { formatQueryKey, readCacheStats } from './stats.ts';
import { createClientWithPolicies, createCountedQuery, second, showQuery } from './testing.ts';
import { measureJsonBytes } from './json-size.ts';

function measure(data: unknown): number {
  const work = measureJsonBytes(data);
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

test.each([
  ['null', null],
  ['values of each type', { a: 1, b: -2.5, c: 'x', d: true, e: [] }],
  ['absent fields', { a: undefined, b: { c: undefined } }],
  ['Arabic, accents and an emoji', ['أرز بسمتي', 'crème brûlée', '🍎', '½ kg']],
  ['lists in lists', { rows: [{ _id: '1', items: [{ qty: 2 }, { qty: 3 }] }], total: 1 }],
])('the size of %s is the length of its JSON text', (_case, data) => {
  expect(measure(data)).toBe(new TextEncoder().encode(JSON.stringify(data)).length);
});

test('counts entries, measures them in idle time, and finds the most used entry', async () => {
  const queryClient = createClientWithPolicies();
  const orders = createCountedQuery(['orders_data', 'list', { status: 'Draft', page: undefined }]);
  for (let n = 0; n < 3; n++) (await showQuery(queryClient, orders)).leave();
  await showQuery(queryClient, createCountedQuery(['units_data', 'list']));
  queryClient.setQueryData(['items_data', 'list'], 'x'.repeat(2046));

  expect(readCacheStats(queryClient)).toMatchObject({ entries: 3, bytes: 0, isComplete: false });
  await vi.advanceTimersByTimeAsync(second);
  const stats = readCacheStats(queryClient);
  expect(stats).toMatchObject({ entries: 3, bytes: 2048 + 1 + 1, isComplete: true });
  expect(stats.mostRead?.accessCount).toBe(3);
  expect(formatQueryKey(stats.mostRead?.key ?? [])).toBe('orders_data list status=Draft');
});

test('a changed response is measured again; its old size is used until then', async () => {
  const queryClient = createClientWithPolicies();
  queryClient.setQueryData(['items_data', 'list'], ['abc']);
  readCacheStats(queryClient);
  await vi.advanceTimersByTimeAsync(second);
  queryClient.setQueryData(['items_data', 'list'], ['abcdef']);
  expect(readCacheStats(queryClient)).toMatchObject({ bytes: 7, isComplete: false });
  await vi.advanceTimersByTimeAsync(second);
  expect(readCacheStats(queryClient)).toMatchObject({ bytes: 10, isComplete: true });
});
