import { whenIdle } from './user-activity.ts';

/**
 * Maximum code prefetched in idle time, in bytes after compression (row 30 of the performance goals). The
 * service worker stores all code once it is installed; without one (plain HTTP), more is prefetched, so that
 * pages open offline.
 */
const maxBytes = 'serviceWorker' in navigator ? 300_000 : Infinity;

/** The browser's network information; Safari and Firefox have none, which counts as fast. */
interface NetworkInfo {
  saveData?: boolean;
  effectiveType?: string;
}

/** Returns whether prefetching is acceptable: no data saver and no slow connection. */
export function canPrefetch(network: NetworkInfo | undefined): boolean {
  return network?.saveData !== true && !/2g|3g/.test(network?.effectiveType ?? '');
}

const queue: (() => Promise<unknown>)[] = [];
let isRunning = false;
/** Start of the first prefetch, in ms since navigation. */
let startedMs: number | null = null;

/**
 * Loads code in idle time, in the order of the calls and one at a time, until the limit is reached. Browsers
 * that don't report idle time, such as Safari, prefetch nothing.
 *
 * @returns a function that cancels it
 */
export function prefetch(load: () => Promise<unknown>): () => void {
  if (typeof requestIdleCallback !== 'function') return () => undefined;
  queue.push(load);
  if (!isRunning) runNext();
  return () => {
    const index = queue.indexOf(load);
    if (index >= 0) queue.splice(index, 1);
  };
}

function runNext(): void {
  isRunning = queue.length > 0;
  if (!isRunning) return;
  whenIdle(() => {
    startedMs ??= performance.now();
    const load = isAllowed(startedMs) ? queue.shift() : undefined;
    if (load === undefined) isRunning = false;
    else void load().then(runNext, runNext);
  });
}

function isAllowed(sinceMs: number): boolean {
  const network = 'connection' in navigator ? (navigator.connection as NetworkInfo) : undefined;
  return canPrefetch(network) && bytesLoaded(sinceMs) < maxBytes;
}

function bytesLoaded(sinceMs: number): number {
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return files
    .filter(({ name, startTime }) => startTime >= sinceMs && new URL(name).pathname.endsWith('.js'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}
