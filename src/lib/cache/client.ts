import { type DefaultError, type Query, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { errorPolicy } from './error-policy.ts';
import { listenToCaches } from './observer.ts';

/** A cache in which an entry that has expired reads as empty, and is gone (SPEC section 9). */
export class ReadThroughCache extends QueryCache {
  /** Put in by the policies, which come with the shell. */
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

/** SPEC section 9: a session ends after 8 h. Within it the cache's own rules decide what goes. */
const keptMs = 8 * 60 * 60_000;

/**
 * The query client. Retry lives in ky alone; calls are made whatever `navigator.onLine` says, because liveness
 * is judged by their outcome. What was loaded is kept as long as a session lasts, so that it can be shown, with its
 * age, while the connection is away; what has expired is gone with the next read.
 */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    queryCache: new ReadThroughCache(),
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', gcTime: keptMs },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  listenToCaches(queryClient, errorPolicy);
  return queryClient;
}
