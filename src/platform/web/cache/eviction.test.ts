import type { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { maxEntries, listLoadedQueries } from './eviction.ts';
import { createClientWithPolicies, createCountedQuery, second, showQuery } from './testing.ts';

async function fill(queryClient: QueryClient, count: number, from = 0): Promise<void> {
  for (let n = from; n < from + count; n++) {
    queryClient.setQueryData(['items_data', n], n);
    await vi.advanceTimersByTimeAsync(second);
  }
}

test('a hundred entries stay; with one more the oldest twenty are evicted', async () => {
  const queryClient = createClientWithPolicies();
  await fill(queryClient, maxEntries);
  expect(listLoadedQueries(queryClient)).toHaveLength(100);
  await fill(queryClient, 1, maxEntries);
  expect(listLoadedQueries(queryClient).map((query) => query.queryKey[1])).toEqual(
    Array.from({ length: 81 }, (_, n) => n + 20),
  );
});

test('entries on screen stay, however old; the next oldest are evicted instead', async () => {
  const queryClient = createClientWithPolicies();
  await showQuery(queryClient, createCountedQuery(['items_data', 'shown']));
  await fill(queryClient, maxEntries);
  const cachedKeys = listLoadedQueries(queryClient).map((query) => query.queryKey[1]);
  expect(cachedKeys).toHaveLength(81);
  expect(cachedKeys).toContain('shown');
  expect(cachedKeys).not.toContain(19);
  expect(cachedKeys).toContain(20);
});

test('a refetched entry counts as new', async () => {
  const queryClient = createClientWithPolicies();
  await fill(queryClient, maxEntries);
  queryClient.setQueryData(['items_data', 0], 'refetched');
  await fill(queryClient, 1, maxEntries);
  expect(queryClient.getQueryData(['items_data', 0])).toBe('refetched');
});
