import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Caches a write's response as the query's current data. A fetch in progress was requested before the write
 * and is cancelled, because its response would be older.
 */
export function setQueryResponse(queryClient: QueryClient, queryKey: QueryKey, response: unknown): void {
  void queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData(queryKey, response);
}
