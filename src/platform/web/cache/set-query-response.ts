import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Caches the response of a write as the current data of a query. A fetch in flight was requested before the
 * write and is cancelled, because its response would be older.
 */
export function setQueryResponse(queryClient: QueryClient, queryKey: QueryKey, response: unknown): void {
  void queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData(queryKey, response);
}
