import type { Mutation, MutationCache, Query, QueryCache, QueryClient } from '@tanstack/react-query';

/** Everything that happens in the two caches, as one union: what policies, monitors and counters read. */
export type CacheEvent =
  | { kind: 'query-succeeded'; query: Query }
  | { kind: 'query-failed'; query: Query; error: unknown }
  | { kind: 'query-removed'; query: Query }
  | { kind: 'mutation-failed'; mutation: Mutation; error: unknown };

export type CacheListener = (event: CacheEvent) => void;

/**
 * Follows both caches of a client and tells every listener, in order.
 *
 * @returns stops following
 */
export function observeCaches(queryClient: QueryClient, listeners: readonly CacheListener[]): () => void {
  const notify = (event: CacheEvent) => {
    for (const listener of listeners) listener(event);
  };
  const stops = [
    followQueries(queryClient.getQueryCache(), notify),
    followMutations(queryClient.getMutationCache(), notify),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function followQueries(cache: QueryCache, notify: CacheListener): () => void {
  return cache.subscribe((event) => {
    if (event.type === 'removed') notify({ kind: 'query-removed', query: event.query });
    if (event.type !== 'updated') return;
    if (event.action.type === 'success') notify({ kind: 'query-succeeded', query: event.query });
    if (event.action.type === 'error')
      notify({ kind: 'query-failed', query: event.query, error: event.action.error });
  });
}

function followMutations(cache: MutationCache, notify: CacheListener): () => void {
  return cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') {
      notify({ kind: 'mutation-failed', mutation: event.mutation, error: event.action.error });
    }
  });
}
