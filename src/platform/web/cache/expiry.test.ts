import { expect, test, vi } from 'vitest';
import { connectionStore } from '#platform/web/api/connection.ts';
import { requestFetch, maxFetches, throttleMs } from './breaker.ts';
import { createClientWithPolicies, createCountedQuery, minute, showQuery } from './testing.ts';

test('treats an expired entry as missing and removes it; returns a current one', async () => {
  const queryClient = createClientWithPolicies();
  const items = createCountedQuery(['items_data', 'list'], 5 * minute);
  const first = queryClient.query(items.options);
  await vi.advanceTimersByTimeAsync(100);
  await first;

  await vi.advanceTimersByTimeAsync(5 * minute - 1);
  expect(queryClient.getQueryData(items.options.queryKey)).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(queryClient.getQueryCache().getAll()).toHaveLength(1);
  expect(queryClient.getQueryData(items.options.queryKey)).toBeUndefined();
  expect(queryClient.getQueryCache().getAll()).toHaveLength(0);
});

test('a screen opened after the lifetime has expired shows only the new response', async () => {
  const queryClient = createClientWithPolicies();
  const items = createCountedQuery(['items_data', 'list'], 5 * minute);
  (await showQuery(queryClient, items)).leave();
  await vi.advanceTimersByTimeAsync(6 * minute);
  const { dataHistory } = await showQuery(queryClient, items);
  expect(dataHistory.filter((data) => data !== undefined)).toEqual([2]);
});

test('data on screen does not disappear: it is refetched in place', async () => {
  const queryClient = createClientWithPolicies();
  const items = createCountedQuery(['items_data', 'list'], 5 * minute);
  const { dataHistory } = await showQuery(queryClient, items);
  await vi.advanceTimersByTimeAsync(6 * minute);
  expect(queryClient.getQueryData(items.options.queryKey)).toBe(1);
  const firstResponse = dataHistory.indexOf(1);
  await showQuery(queryClient, items);
  expect(dataHistory.slice(firstResponse)).not.toContain(undefined);
  expect(dataHistory.at(-1)).toBe(2);
});

test('while the server does not respond, lifetimes are suspended', async () => {
  const queryClient = createClientWithPolicies();
  queryClient.setQueryData(['branches_data', 'list'], 'branches');
  connectionStore.set({ isAlive: false, lastResponseAt: null });
  await vi.advanceTimersByTimeAsync(25 * minute);
  expect(queryClient.getQueryData(['branches_data', 'list'])).toBe('branches');
  connectionStore.set({ isAlive: true, lastResponseAt: null });
  expect(queryClient.getQueryData(['branches_data', 'list'])).toBeUndefined();
});

test('orders do not expire while their breaker is open, but other collections do', async () => {
  const queryClient = createClientWithPolicies();
  queryClient.setQueryData(['orders_data', 'one', '1'], 'order');
  queryClient.setQueryData(['items_data', 'list'], 'items');
  for (let n = 0; n <= maxFetches; n++) requestFetch('orders_data', Date.now() + n * throttleMs);
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(queryClient.getQueryData(['orders_data', 'one', '1'])).toBe('order');
  expect(queryClient.getQueryData(['items_data', 'list'])).toBeUndefined();
});

test.each([
  ['user_data', 10],
  ['items_data', 5],
  ['branches_data', 10],
  ['orders_data', 2],
  ['orders_submission_data', 1],
  ['orders_simple_data', 1],
  ['categories_data', 15],
  ['sections_data', 15],
  ['sections_active', 15],
  ['units_data', 5],
] as const)('%s without observers expires after %d minutes', async (collection, minutes) => {
  const queryClient = createClientWithPolicies();
  queryClient.setQueryData([collection, 'x'], 'data');
  await vi.advanceTimersByTimeAsync(minutes * minute - 1);
  expect(queryClient.getQueryData([collection, 'x'])).toBe('data');
  await vi.advanceTimersByTimeAsync(1);
  expect(queryClient.getQueryData([collection, 'x'])).toBeUndefined();
});
