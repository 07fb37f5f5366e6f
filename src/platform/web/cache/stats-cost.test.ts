import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { waitFor } from '#scripts/wait-for.ts';
import { readCacheStats } from './stats.ts';
import { measureJsonBytes } from './json-size.ts';

/** Data that counts how often it is accessed. */
function watched(name: string): { data: object; looks(): number } {
  let looks = 0;
  const data = new Proxy(
    { name },
    {
      ownKeys(target) {
        looks += 1;
        return Reflect.ownKeys(target);
      },
    },
  );
  return { data, looks: () => looks };
}

test('a response is measured once: later statistics do not access it', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { structuralSharing: false } } });
  const first = watched('rice');
  queryClient.setQueryData(['items_data', 1], first.data);
  await waitFor(() => expect(readCacheStats(queryClient).isComplete).toBe(true));
  expect(first.looks()).toBe(1);
  for (let n = 0; n < 100; n++) readCacheStats(queryClient);
  expect(first.looks()).toBe(1);

  const second = watched('flour');
  queryClient.setQueryData(['items_data', 2], second.data);
  await waitFor(() => expect(readCacheStats(queryClient).isComplete).toBe(true));
  expect([first.looks(), second.looks()]).toEqual([1, 1]);
});

test('measuring is split into slices of a thousand values', () => {
  const work = measureJsonBytes(Array.from({ length: 10_000 }, (_, n) => n));
  let turns = 1;
  while (work.next().done !== true) turns += 1;
  expect(turns).toBe(11);
});
