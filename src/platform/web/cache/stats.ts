import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { getAccessCount } from './accesses.ts';
import { listLoadedQueries } from './eviction.ts';
import { measureJsonBytes } from './json-size.ts';

/** SPEC section 3, cache stats. */
export interface CacheStats {
  entries: number;
  /** Total size in bytes of everything measured so far. */
  bytes: number;
  /** The entry used most often; null when none was used. */
  mostRead: { key: QueryKey; accessCount: number } | null;
  /** Whether every entry is measured; otherwise measuring continues in idle time. */
  isComplete: boolean;
}

/** Size of each entry and the data it was measured for; measured once per response. */
const sizes = new WeakMap<Query, { data: unknown; bytes: number }>();

/** Returns statistics of the cache. It visits each entry; new data is measured later, in idle time. */
export function readCacheStats(queryClient: QueryClient): CacheStats {
  const entries = listLoadedQueries(queryClient);
  let mostRead: Query | null = null;
  let bytes = 0;
  let isComplete = true;
  for (const query of entries) {
    const size = sizes.get(query);
    bytes += size?.bytes ?? 0;
    if (size?.data !== query.state.data) {
      isComplete = false;
      measureLater(query);
    }
    if (getAccessCount(query) > (mostRead ? getAccessCount(mostRead) : 0)) mostRead = query;
  }
  return {
    entries: entries.length,
    bytes,
    mostRead: mostRead && { key: mostRead.queryKey, accessCount: getAccessCount(mostRead) },
    isComplete,
  };
}

/** Formats a key readably: `orders_data list status=Shipped limit=200`. */
export function formatQueryKey(key: QueryKey): string {
  return key.map(formatKeyPart).filter(Boolean).join(' ');
}

function formatKeyPart(part: unknown): string {
  if (typeof part !== 'object' || part === null) return part == null ? '' : String(part);
  return Object.entries(part)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(' ');
}

const unmeasured = new Set<Query>();
let isMeasuring = false;

function measureLater(query: Query): void {
  unmeasured.add(query);
  if (isMeasuring) return;
  isMeasuring = true;
  whenIdle(measureAll(unmeasured));
}

/** Measures pending entries one after another, yielding after every slice. */
function* measureAll(queries: Set<Query>): Generator<undefined, void> {
  for (const query of queries) {
    queries.delete(query);
    const { data } = query.state;
    sizes.set(query, { data, bytes: yield* measureJsonBytes(data) });
    yield;
  }
  isMeasuring = false;
}

/** Length of a step in browsers without idle callbacks; there are pauses between steps. */
const stepMs = 4;
const pauseMs = 50;

function whenIdle(work: Generator<undefined, void>): void {
  const runStep = (remainingMs: () => number) => {
    do {
      if (work.next().done === true) return;
    } while (remainingMs() > 1);
    whenIdle(work);
  };
  if (typeof requestIdleCallback === 'function')
    requestIdleCallback((deadline) => runStep(() => deadline.timeRemaining()));
  else {
    setTimeout(() => {
      const endMs = performance.now() + stepMs;
      runStep(() => endMs - performance.now());
    }, pauseMs);
  }
}
