import { focusManager, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { getIdleMs } from '#platform/web/user-activity.ts';
import { throttleMs } from './breaker.ts';
import { anyCollection } from './keys.ts';

/** Collections that several users edit concurrently; changes appear for other users within two seconds. */
const sharedCollections = new Set([
  'stock',
  'stock-counts',
  'transfers',
  'discrepancies',
  'wastage',
  'purchase-orders',
  'goods-receipts',
  'supplier-invoices',
  'production-batches',
  'safety-checks',
]);

/** Collections with their own screens, which are refetched as a whole. */
const wholeCollections = new Set(
  [...sharedCollections, 'reviews', 'gallery', 'users', 'roles', 'jobs', 'reports'].map(
    (name) => `${name}_data`,
  ),
);

/**
 * Key parts that `modules/master-data/web/queries` uses for every collection, as `[key, collection, part,
 * ...]`.
 */
const rowParts = new Set<unknown>(['page', 'all', 'one', 'usage', 'history']);

/**
 * Large queries derived from a collection, by the second part of their keys, with their minimum refetch
 * interval: the order guide, stock position details (daily usage, lots, expiry), and the production plan.
 */
const largeQueryIntervalMs: Readonly<Record<string, number>> = {
  suggestions: throttleMs,
  shelves: 30_000,
  plan: throttleMs,
};
export const largeRelatedParts: Readonly<Record<string, readonly string[]>> = {
  orders: ['suggestions', 'plan'],
  stock: ['suggestions', 'shelves', 'plan'],
  'purchase-orders': ['suggestions', 'shelves', 'plan'],
  'production-batches': ['plan'],
};

/**
 * Queries that are refetched (entirely or in part) together with a different collection: accruals with
 * invoices, and batch labels, which item changes can make outdated.
 */
const relatedQueries: Readonly<Record<string, readonly [key: string, part?: string]>> = {
  'goods-receipts': ['supplier-invoices_data'],
  items: ['production-batches_data', 'outdated-labels'],
};

/** Key parts of figures, which aren't refetched while users compare them; the screen shows that they are outdated. */
const figureParts = new Set<unknown>(['report', 'compare', 'as-at']);

/** Alternative cache keys that screens use for a collection. */
const cacheKeyAliases: Readonly<Record<string, readonly string[]>> = {
  branch: ['branches_data'],
  sections: ['sections_data', 'sections_active'],
};

/** Changes announced within this time are refetched together. */
const debounceMs = 100;
/** Random spread, so that clients do not all refetch at the same moment. */
const spreadMs = 300;
/**
 * Rows are added and removed once the user has been idle this long, or at the latest `intervalMs` after the
 * change.
 */
const idleAfterMs = 700;

/**
 * Minimum refetch interval of a collection, and how long rows stay in place while the user points or types.
 */
const sharedIntervalMs = 1500;
/** Changed orders are sent with their rows, so writing them to the lists doesn't require a fetch. */
const ordersIntervalMs = 1000;
const getIntervalMs = (collection: string): number => {
  if (collection === 'orders') return ordersIntervalMs;
  return sharedCollections.has(collection)
    ? sharedIntervalMs
    : (largeQueryIntervalMs[collection] ?? throttleMs);
};

/** Per client: collections waiting to be refetched, and when each was last refetched (epoch ms). */
const pending = new WeakMap<QueryClient, { waiting: Set<string>; refetchedAt: Map<string, number> }>();

/**
 * Schedules `refetch` after a change to a collection (its API name): at most once per 5 s (collections edited
 * concurrently 1.5 s, orders 1 s), and not while the user points or types, so that no row moves under a
 * click.
 */
export function scheduleRowRefetch(queryClient: QueryClient, collection: string, refetch: () => void): void {
  const { waiting, refetchedAt } = pending.get(queryClient) ?? { waiting: new Set(), refetchedAt: new Map() };
  pending.set(queryClient, { waiting, refetchedAt });
  if (waiting.has(collection)) return;
  waiting.add(collection);
  const announcedAt = Date.now();
  const minWaitMs = debounceMs + Math.random() * spreadMs;
  const refetchWhenDue = () => {
    const waitMs = getWaitMs({
      minWaitMs,
      intervalMs: getIntervalMs(collection),
      refetchedAt: refetchedAt.get(collection),
      sinceMs: Date.now() - announcedAt,
    });
    if (waitMs > 0) return void setTimeout(refetchWhenDue, waitMs);
    waiting.delete(collection);
    refetchedAt.set(collection, Date.now());
    refetch();
  };
  refetchWhenDue();
}

function getWaitMs({
  minWaitMs,
  intervalMs,
  refetchedAt = Number.NEGATIVE_INFINITY,
  sinceMs,
}: {
  minWaitMs: number;
  intervalMs: number;
  refetchedAt: number | undefined;
  sinceMs: number;
}): number {
  const nowMs = Date.now();
  const untilIntervalMs = intervalMs - (nowMs - refetchedAt);
  // After the clock was set back the wait is not extended.
  if (sinceMs < 0 || untilIntervalMs > intervalMs) return 0;
  const idleLeftMs = Math.min(idleAfterMs - getIdleMs(nowMs), intervalMs - sinceMs);
  return Math.max(minWaitMs - sinceMs, untilIntervalMs, idleLeftMs);
}

/**
 * Refetches a collection's visible lists, open rows and names in place. Other cached data is marked stale and
 * fetched when next shown; figures are only marked. A form adopts new values only while it has no unsaved
 * input.
 */
export function refetchRows(queryClient: QueryClient, collection: string): void {
  // A hidden tab refetches stale queries when it becomes visible.
  const refetchType = focusManager.isFocused() ? 'active' : 'none';
  void queryClient.invalidateQueries({ refetchType, predicate: (query) => isRefetched(query, collection) });
  const markedKeys = [`${collection}_data`, ...(cacheKeyAliases[collection] ?? [])];
  void queryClient.invalidateQueries({
    refetchType: 'none',
    predicate: ({ queryKey: [cacheKey, part] }: { queryKey: QueryKey }) =>
      markedKeys.includes(String(cacheKey)) || (collection === anyCollection && figureParts.has(part)),
  });
}

function isRefetched({ queryKey: [cacheKey, name, part] }: Query, collection: string): boolean {
  if (figureParts.has(name)) return false;
  if (largeQueryIntervalMs[String(name)] !== undefined)
    return collection === name || collection === anyCollection;
  if (wholeCollections.has(String(cacheKey)))
    return (
      collection === anyCollection ||
      cacheKey === `${collection}_data` ||
      isRelated(collection, cacheKey, name)
    );
  return rowParts.has(part) && (collection === anyCollection || name === collection);
}

function isRelated(collection: string, cacheKey: unknown, name: unknown): boolean {
  const [relatedKey, part = name] = relatedQueries[collection] ?? [];
  return cacheKey === relatedKey && name === part;
}
