import { type QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { onTestFinished, vi } from 'vitest';
import { connectionStore } from '#platform/web/api/connection.ts';
import { createQueryClient } from './client.ts';
import { attachPolicies } from './policies.ts';

export const second = 1000;
export const minute = 60 * second;

/** Creates a client with all policies, on fake timers. */
export function clientWithPolicies(): QueryClient {
  vi.useFakeTimers({ now: new Date('2026-11-21T03:00:00Z') });
  const queryClient = createQueryClient();
  attachPolicies(queryClient);
  connectionStore.set({ isAlive: true, lastHeardAt: null });
  onTestFinished(() => {
    queryClient.clear();
    vi.useRealTimers();
  });
  return queryClient;
}

/** Creates a query that counts its calls; each response contains the call number, after a second. */
export function countedQuery(queryKey: QueryKey, staleTime = 2 * minute) {
  const calls: number[] = [];
  return {
    calls,
    options: {
      queryKey,
      staleTime,
      async queryFn() {
        calls.push(Date.now());
        const n = calls.length;
        await new Promise((resolve) => setTimeout(resolve, 100));
        return n;
      },
    },
  };
}

/** Renders a component that uses the query, until the test ends or the returned function is called. */
export async function showQuery(
  queryClient: QueryClient,
  { options }: ReturnType<typeof countedQuery>,
): Promise<{ leave: () => void; seen: unknown[]; refetch: () => Promise<unknown> }> {
  const seen: unknown[] = [];
  const observer = new QueryObserver(queryClient, options);
  const leave = observer.subscribe(({ data }) => seen.push(data));
  onTestFinished(leave);
  await vi.advanceTimersByTimeAsync(200);
  return { leave, seen, refetch: () => observer.refetch() };
}
