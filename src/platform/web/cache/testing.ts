import { type QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { onTestFinished, vi } from 'vitest';
import { connectionStore } from '#platform/web/api/connection.ts';
import { createQueryClient } from './client.ts';
import { attachPolicies } from './policies.ts';

export const second = 1000;
export const minute = 60 * second;

/** Creates a client with all policies, on fake timers. */
export function createClientWithPolicies(): QueryClient {
  vi.useFakeTimers({ now: new Date('2026-11-21T03:00:00Z') });
  const queryClient = createQueryClient();
  attachPolicies(queryClient);
  connectionStore.set({ isAlive: true, lastResponseAt: null });
  onTestFinished(() => {
    queryClient.clear();
    vi.useRealTimers();
  });
  return queryClient;
}

/** Creates a query that records its requests; each response is the request number, after 100 ms. */
export function createCountedQuery(queryKey: QueryKey, staleTime = 2 * minute) {
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

/**
 * Observes a query like a component, until the test ends or `leave` is called; `dataHistory` lists the data
 * it showed.
 */
export async function showQuery(
  queryClient: QueryClient,
  { options }: ReturnType<typeof createCountedQuery>,
): Promise<{ leave: () => void; dataHistory: unknown[]; refetch: () => Promise<unknown> }> {
  const dataHistory: unknown[] = [];
  const observer = new QueryObserver(queryClient, options);
  const leave = observer.subscribe(({ data }) => dataHistory.push(data));
  onTestFinished(leave);
  await vi.advanceTimersByTimeAsync(200);
  return { leave, dataHistory, refetch: () => observer.refetch() };
}
