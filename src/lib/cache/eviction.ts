import type { Query, QueryClient } from '@tanstack/react-query';
import type { CacheListener } from './observer.ts';

/** SPEC section 9: at most 100 entries; when full the oldest 20 % go. */
export const maxEntries = 100;
const dropped = 0.2;

/** What is in the cache: queries that hold an answer. */
export function listAnsweredQueries(queryClient: QueryClient): Query[] {
  return queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.data !== undefined);
}

/** Makes room when one entry too many comes: the oldest answers go, among those that no screen uses. */
export function evictionPolicy(queryClient: QueryClient): CacheListener {
  return (event) => {
    if (event.kind !== 'query-succeeded') return;
    const entries = listAnsweredQueries(queryClient);
    if (entries.length <= maxEntries) return;
    const unused = entries.filter((query) => query !== event.query && query.getObserversCount() === 0);
    const oldest = unused.toSorted((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt);
    for (const query of oldest.slice(0, maxEntries * dropped)) queryClient.getQueryCache().remove(query);
  };
}
