import type { Query } from '@tanstack/react-query';
import type { CacheEvent } from './observer.ts';

const accessCounts = new WeakMap<Query, number>();

/** Counts how often parts of screens begin to use an entry. It lives as long as the entry. */
export function countAccess(event: CacheEvent): void {
  if (event.kind === 'query-read') accessCounts.set(event.query, getAccessCount(event.query) + 1);
}

/** How often parts of screens have begun to use an entry. */
export function getAccessCount(query: Query): number {
  return accessCounts.get(query) ?? 0;
}
