import type { Query } from '@tanstack/react-query';
import type { CacheEvent } from './observer.ts';

const accessCounts = new WeakMap<Query, number>();

/** Counts how often components start using an entry during the entry's lifetime. */
export function countAccess(event: CacheEvent): void {
  if (event.kind === 'query-read') accessCounts.set(event.query, getAccessCount(event.query) + 1);
}

/** Returns how often components have started to use an entry. */
export function getAccessCount(query: Query): number {
  return accessCounts.get(query) ?? 0;
}
