import type { CacheEvent } from './observer.ts';

let reads = 0;
let hits = 0;

/** Counts cache hits and misses of components since page load. */
export function countHits(event: CacheEvent): void {
  if (event.kind !== 'query-read') return;
  reads += 1;
  if (event.query.state.data !== undefined) hits += 1;
}

/** `rate` from 0 to 1; null before the first read. */
export function getCacheHits(): { reads: number; hits: number; rate: number | null } {
  return { reads, hits, rate: reads === 0 ? null : hits / reads };
}
