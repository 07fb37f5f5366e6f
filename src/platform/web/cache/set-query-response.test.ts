import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { setQueryResponse } from './set-query-response.ts';

const queryKey = ['thing', 1];

test("a response requested before a write does not replace the write's response", async () => {
  const client = new QueryClient();
  client.setQueryData(queryKey, 'before the write');
  const { promise, resolve } = Promise.withResolvers<string>();
  const fetching = client.fetchQuery({ queryKey, queryFn: () => promise, staleTime: 0 }).catch(() => null);
  setQueryResponse(client, queryKey, 'from the write');
  resolve('before the write');
  await fetching;
  expect(client.getQueryData(queryKey)).toBe('from the write');
});

test('a response requested after the write replaces the write’s response', async () => {
  const client = new QueryClient();
  setQueryResponse(client, queryKey, 'from the write');
  await client.fetchQuery({ queryKey, queryFn: () => Promise.resolve('newer'), staleTime: 0 });
  expect(client.getQueryData(queryKey)).toBe('newer');
});
