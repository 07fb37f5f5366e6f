import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { waitFor } from '#scripts/wait-for.ts';
import { readCacheStats } from './stats.ts';
import { measureJsonBytes } from './json-size.ts';

/** Creates data that counts how often it is accessed. */
function createCountedData(name: string): { data: object; getAccessCount(): number } {
  let accessCount = 0;
  const data = new Proxy(
    { name },
    {
      ownKeys(target) {
        accessCount += 1;
        return Reflect.ownKeys(target);
      },
    },
  );
  return { data, getAccessCount: () => accessCount };
}

test('a response is measured once: later statistics don’t access its data', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { structuralSharing: false } } });
  const first = createCountedData('rice');
  queryClient.setQueryData(['items_data', 1], first.data);
  await waitFor(() => expect(readCacheStats(queryClient).isComplete).toBe(true));
  expect(first.getAccessCount()).toBe(1);
  for (let n = 0; n < 100; n++) readCacheStats(queryClient);
  expect(first.getAccessCount()).toBe(1);

  const second = createCountedData('flour');
  queryClient.setQueryData(['items_data', 2], second.data);
  await waitFor(() => expect(readCacheStats(queryClient).isComplete).toBe(true));
  expect([first.getAccessCount(), second.getAccessCount()]).toEqual([1, 1]);
});

test('measuring is split into slices of a thousand values', () => {
  const work = measureJsonBytes(Array.from({ length: 10_000 }, (_, n) => n));
  let steps = 1;
  while (work.next().done !== true) steps += 1;
  expect(steps).toBe(11);
});
