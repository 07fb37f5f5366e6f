import type { Mutation, Query, QueryClient } from '@tanstack/react-query';

/** Events of the query and mutation caches as one union, for policies, monitors and counters. */
export type CacheEvent =
  | {
      /** `read`: a component starts using the query. `fetching`: a request is sent. */
      kind: 'query-added' | 'query-read' | 'query-fetching' | 'query-removed';
      query: Query;
    }
  | {
      kind: 'query-succeeded';
      query: Query;
      /** Whether the data was written with `setQueryData` (such as the response to a change) instead of fetched. */
      isLocalWrite: boolean;
    }
  | { kind: 'query-failed'; query: Query; error: unknown }
  | { kind: 'mutation-failed'; mutation: Mutation; error: unknown };

export type CacheListener = (event: CacheEvent) => void;

const listenersByClient = new WeakMap<QueryClient, Set<CacheListener>>();

/**
 * Calls a listener for every event of a client's two caches. One observer per client calls all listeners in
 * the order in which they were added. Events may occur during rendering, so a listener must not set state.
 *
 * @returns a function that removes the listener
 */
export function listenToCaches(queryClient: QueryClient, listener: CacheListener): () => void {
  const listeners = listenersByClient.get(queryClient) ?? observe(queryClient);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function observe(queryClient: QueryClient): Set<CacheListener> {
  const listeners = new Set<CacheListener>();
  const notify: CacheListener = (event) => {
    for (const listener of listeners) listener(event);
  };
  listenersByClient.set(queryClient, listeners);
  queryClient.getQueryCache().subscribe((event) => {
    const { type, query } = event;
    if (type === 'added') notify({ kind: 'query-added', query });
    if (type === 'removed') notify({ kind: 'query-removed', query });
    if (type === 'observerAdded') notify({ kind: 'query-read', query });
    if (type !== 'updated') return;
    const { action } = event;
    if (action.type === 'fetch') notify({ kind: 'query-fetching', query });
    if (action.type === 'error') notify({ kind: 'query-failed', query, error: action.error });
    if (action.type === 'success')
      notify({ kind: 'query-succeeded', query, isLocalWrite: action.manual === true });
  });
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error')
      notify({ kind: 'mutation-failed', mutation: event.mutation, error: event.action.error });
  });
  return listeners;
}
