import type { Query, QueryClient } from '@tanstack/react-query';
import type { CacheListener } from './observer.ts';

/** SPEC section 9: at most 100 entries; when full the oldest 20% are removed. */
export const maxEntries = 100;
const evictedShare = 0.2;

/** Returns the queries that have data. */
export function listLoadedQueries(queryClient: QueryClient): Query[] {
  return queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.data !== undefined);
}

/** Returns a listener that evicts the oldest unused entries when the cache exceeds its limit. */
export function createEvictionPolicy(queryClient: QueryClient): CacheListener {
  return (event) => {
    if (event.kind !== 'query-succeeded') return;
    const entries = listLoadedQueries(queryClient);
    if (entries.length <= maxEntries) return;
    const unused = entries.filter((query) => query !== event.query && query.getObserversCount() === 0);
    const oldest = unused.toSorted((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt);
    for (const query of oldest.slice(0, maxEntries * evictedShare)) queryClient.getQueryCache().remove(query);
  };
}
