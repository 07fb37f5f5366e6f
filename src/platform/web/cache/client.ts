import { type DefaultError, type Query, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { createErrorPolicy } from './error-policy.ts';
import { listenToCaches } from './observer.ts';

/** A query cache that treats expired entries as missing and removes them (SPEC section 9). */
export class ReadThroughCache extends QueryCache {
  /** Set by the cache policies, which load with the shell. */
  isExpired: (query: Query) => boolean = () => false;

  override get<
    TQueryFnData = unknown,
    TError = DefaultError,
    TData = TQueryFnData,
    TQueryKey extends QueryKey = QueryKey,
  >(queryHash: string): Query<TQueryFnData, TError, TData, TQueryKey> | undefined {
    const query = super.get(queryHash);
    if (query && this.isExpired(query)) this.remove(query);
    return super.get<TQueryFnData, TError, TData, TQueryKey>(queryHash);
  }
}

/** SPEC section 9: a session ends after 8 h. Within it, the cache policies decide what is removed. */
const sessionLengthMs = 8 * 60 * 60_000;

/**
 * Creates the query client. Only ky retries; `navigator.onLine` is ignored, because liveness is determined by
 * the outcome of requests. Entries are retained for a session, so that they can be shown with their age while
 * offline; expired ones are removed on the next read.
 */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    queryCache: new ReadThroughCache(),
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', gcTime: sessionLengthMs },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  listenToCaches(queryClient, createErrorPolicy);
  return queryClient;
}
