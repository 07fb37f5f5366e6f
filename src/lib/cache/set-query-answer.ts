import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Keeps what a write was answered with as what is known of one thing. A fetch of it that is under way was asked before
 * the write: its answer would come after this one, and be older, so it is given up.
 */
export function setQueryAnswer(queryClient: QueryClient, queryKey: QueryKey, answer: unknown): void {
  void queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData(queryKey, answer);
}
