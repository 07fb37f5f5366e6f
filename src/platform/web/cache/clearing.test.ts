import { expect, test, vi } from 'vitest';
import { type ClearOperation, clearCache, clearOperations } from './clearing.ts';
import { listLoadedQueries } from './eviction.ts';
import { createClientWithPolicies, createCountedQuery, showQuery } from './testing.ts';

const collections = [
  'user_data',
  'items_data',
  'orders_data',
  'orders_submission_data',
  'orders_simple_data',
  'sections_data',
  'sections_active',
  'branches_data',
];

/** The collections that each operation drops (SPEC section 9). */
const droppedCollections: Record<ClearOperation, string[]> = {
  user: ['user_data'],
  items: ['items_data'],
  orders: ['orders_data', 'orders_submission_data', 'orders_simple_data'],
  sections: ['sections_data', 'sections_active'],
  everything: collections,
};

test.each(Object.keys(clearOperations) as ClearOperation[])(
  'clearing %s drops exactly its collections',
  async (operation) => {
    const queryClient = createClientWithPolicies();
    for (const collection of collections) queryClient.setQueryData([collection, 'list'], collection);
    await clearCache(queryClient, operation);
    expect(listLoadedQueries(queryClient).map(({ queryKey }) => queryKey[0])).toEqual(
      collections.filter((collection) => !droppedCollections[operation].includes(collection)),
    );
  },
);

test('a screen refetches cleared data while still showing it', async () => {
  const queryClient = createClientWithPolicies();
  const [items, units] = [
    createCountedQuery(['items_data', 'list']),
    createCountedQuery(['units_data', 'list']),
  ];
  const screen = await showQuery(queryClient, items);
  await showQuery(queryClient, units);
  const firstResponse = screen.dataHistory.indexOf(1);
  void clearCache(queryClient, 'items');
  await vi.advanceTimersByTimeAsync(200);
  expect(screen.dataHistory.at(-1)).toBe(2);
  expect(screen.dataHistory.slice(firstResponse)).not.toContain(undefined);
  expect(units.calls).toHaveLength(1);
});
