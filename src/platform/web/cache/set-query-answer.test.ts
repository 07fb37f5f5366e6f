import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { setQueryAnswer } from './set-query-answer.ts';

const queryKey = ['thing', 1];

test("a response requested before a write does not replace the write's response", async () => {
  const client = new QueryClient();
  client.setQueryData(queryKey, 'as it was');
  const { promise, resolve } = Promise.withResolvers<string>();
  const fetching = client.fetchQuery({ queryKey, queryFn: () => promise, staleTime: 0 }).catch(() => null);
  setQueryAnswer(client, queryKey, 'as written');
  resolve('as it was');
  await fetching;
  expect(client.getQueryData(queryKey)).toBe('as written');
});

test('a response requested after the write does', async () => {
  const client = new QueryClient();
  setQueryAnswer(client, queryKey, 'as written');
  await client.fetchQuery({ queryKey, queryFn: () => Promise.resolve('newer'), staleTime: 0 });
  expect(client.getQueryData(queryKey)).toBe('newer');
});
