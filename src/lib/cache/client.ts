import { QueryClient } from '@tanstack/react-query';
import { errorPolicy } from './error-policy.ts';
import { observeCaches } from './observer.ts';

/**
 * The query client. Retry lives in ky alone; calls are made whatever `navigator.onLine` says, because liveness
 * is judged by their outcome. What was loaded is kept for half an hour, so that it can be shown, with its age,
 * while the connection is away.
 */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', gcTime: 30 * 60_000 },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  observeCaches(queryClient, [errorPolicy]);
  return queryClient;
}
