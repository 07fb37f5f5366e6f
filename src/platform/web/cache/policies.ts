import type { QueryClient } from '@tanstack/react-query';
import { startOrderRefresh } from './background.ts';
import { ReadThroughCache } from './client.ts';
import { createEvictionPolicy } from './eviction.ts';
import { isExpired } from './expiry.ts';
import { countAccess } from './accesses.ts';
import { countHits } from './hits.ts';
import { listenToCaches } from './observer.ts';

let detachPolicies: () => void = () => undefined;

/**
 * Installs the cache policies: expiry, eviction, access counts, order throttle and breaker. They are loaded
 * with the shell, because the sign-in page caches nothing. Calling it again replaces the previous
 * installation.
 */
export function attachPolicies(queryClient: QueryClient): void {
  detachPolicies();
  const cache = queryClient.getQueryCache();
  if (cache instanceof ReadThroughCache) cache.isExpired = isExpired;
  const stops = [
    listenToCaches(queryClient, createEvictionPolicy(queryClient)),
    listenToCaches(queryClient, countAccess),
    listenToCaches(queryClient, countHits),
    startOrderRefresh(queryClient),
  ];
  detachPolicies = () => {
    for (const stop of stops) stop();
  };
}
