import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { getAccessCount } from './accesses.ts';
import { listAnsweredQueries } from './eviction.ts';
import { measureJsonBytes } from './json-size.ts';

/** SPEC section 3, cache stats. */
export interface CacheStats {
  entries: number;
  /** Bytes of everything measured so far. */
  bytes: number;
  /** The entry used most often; null when none was used. */
  mostRead: { key: QueryKey; accessCount: number } | null;
  /** Whether every entry is measured; otherwise measuring continues in idle time. */
  isComplete: boolean;
}

/** Size of each entry and the data it was measured for; measured once per response. */
const weights = new WeakMap<Query, { data: unknown; bytes: number }>();

/** Returns statistics of the cache. It visits each entry; new data is measured later, in idle time. */
export function readCacheStats(queryClient: QueryClient): CacheStats {
  const entries = listAnsweredQueries(queryClient);
  let mostRead: Query | null = null;
  let bytes = 0;
  let isComplete = true;
  for (const query of entries) {
    const weight = weights.get(query);
    bytes += weight?.bytes ?? 0;
    if (weight?.data !== query.state.data) {
      isComplete = false;
      weighLater(query);
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
export function keyText(key: QueryKey): string {
  return key.map(partText).filter(Boolean).join(' ');
}

function partText(part: unknown): string {
  if (typeof part !== 'object' || part === null) return part == null ? '' : String(part);
  return Object.entries(part)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(' ');
}

const toWeigh = new Set<Query>();
let isWeighing = false;

function weighLater(query: Query): void {
  toWeigh.add(query);
  if (isWeighing) return;
  isWeighing = true;
  whenIdle(weighOn(toWeigh));
}

/** Measures pending entries one after another, yielding after every slice. */
function* weighOn(queries: Set<Query>): Generator<undefined, void> {
  for (const query of queries) {
    queries.delete(query);
    const { data } = query.state;
    weights.set(query, { data, bytes: yield* measureJsonBytes(data) });
    yield;
  }
  isWeighing = false;
}

/** Browsers without idle callbacks get short steps with pauses between them. */
const turnMs = 4;
const pauseMs = 50;

function whenIdle(work: Generator<undefined, void>): void {
  const turn = (remainingMs: () => number) => {
    do {
      if (work.next().done === true) return;
    } while (remainingMs() > 1);
    whenIdle(work);
  };
  if (typeof requestIdleCallback === 'function')
    requestIdleCallback((deadline) => turn(() => deadline.timeRemaining()));
  else {
    setTimeout(() => {
      const until = performance.now() + turnMs;
      turn(() => until - performance.now());
    }, pauseMs);
  }
}
