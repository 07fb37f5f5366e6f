import { focusManager, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { idleMs } from '../user-activity.ts';
import { throttleMs } from './breaker.ts';
import { anyCollection } from './keys.ts';

/** What several people work on at the same time: what one of them does, the others see within two seconds. */
const workedOn = new Set([
  'stock',
  'stock-counts',
  'transfers',
  'discrepancies',
  'wastage',
  'purchase-orders',
  'goods-receipts',
  'supplier-invoices',
  'production-batches',
]);

/** Collections with screens of their own, which are read again as a whole. */
const wholeCollections = new Set(
  [...workedOn, 'reviews', 'gallery', 'users', 'roles', 'jobs', 'reports'].map((name) => `${name}_data`),
);

/** What `collections/master-data/resources.ts` keeps of every collection, under `[kept, collection, part, ...]`. */
const rowParts = new Set<unknown>(['page', 'all', 'one', 'usage', 'history']);

/**
 * What is large and tells of a collection beside its rows, by the second part of its keys, with how far apart it is read:
 * the order guide, what is known of shelves beside what is on them (use per day, lots, expiry), and the plan of a kitchen.
 */
const largeApartMs: Readonly<Record<string, number>> = {
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
 * What is read again with another collection, as a whole or a part of it: what was received and is not billed stands with the invoices,
 * and items outdate the labels of batches.
 */
const readWith: Readonly<Record<string, readonly [kept: string, part?: string]>> = {
  'goods-receipts': ['supplier-invoices_data'],
  items: ['production-batches_data', 'outdated-labels'],
};

/** Figures that somebody reads and compares: they stand still, and the screen says that something has changed since. */
const figureParts = new Set<unknown>(['report', 'compare', 'as-at']);

/** What screens of other kinds keep of a collection under another name. */
const keptAs: Readonly<Record<string, readonly string[]>> = {
  branch: ['branches_data'],
  sections: ['sections_data', 'sections_active'],
};

/** Many rows may change at once: what is pending within this is read once. */
const togetherMs = 100;
/** Everybody hears of a change in the same moment; not everybody asks in the same one. */
const spreadMs = 300;
/** Rows come and go when the person has been idle this long, and no later than `apartMs` after they were pending. */
const idleAfterMs = 700;

/** How far apart a collection is read at least, and how long its rows stay where they are while somebody points or types. */
const workedOnApartMs = 1500;
/** Orders arrive with their rows, so that writing them into the lists costs no fetch. */
const ordersApartMs = 1000;
const apartFor = (collection: string): number => {
  if (collection === 'orders') return ordersApartMs;
  return workedOn.has(collection) ? workedOnApartMs : (largeApartMs[collection] ?? throttleMs);
};

/** By client: what waits to be read, and when it was read last (epoch ms). */
const pending = new WeakMap<QueryClient, { waiting: Set<string>; readAt: Map<string, number> }>();

/**
 * The server says that rows of a collection (its name on the wire) have changed. `read` follows: once per 5 s (what several
 * work on at once: 1.5 s, orders: 1 s), and not while somebody points or types, so that no row moves away from under a click.
 */
export function scheduleRowRefetch(queryClient: QueryClient, collection: string, read: () => void): void {
  const { waiting, readAt } = pending.get(queryClient) ?? { waiting: new Set(), readAt: new Map() };
  pending.set(queryClient, { waiting, readAt });
  if (waiting.has(collection)) return;
  waiting.add(collection);
  const toldAt = Date.now();
  const leastMs = togetherMs + Math.random() * spreadMs;
  const turn = () => {
    const waitMs = timeToWait({
      leastMs,
      mostMs: apartFor(collection),
      readAt: readAt.get(collection),
      sinceMs: Date.now() - toldAt,
    });
    if (waitMs > 0) return void setTimeout(turn, waitMs);
    waiting.delete(collection);
    readAt.set(collection, Date.now());
    read();
  };
  turn();
}

function timeToWait({
  leastMs,
  mostMs,
  readAt = Number.NEGATIVE_INFINITY,
  sinceMs,
}: {
  leastMs: number;
  mostMs: number;
  readAt: number | undefined;
  sinceMs: number;
}): number {
  const nowMs = Date.now();
  const apartMs = mostMs - (nowMs - readAt);
  // A clock that was set back makes nobody wait for longer.
  if (sinceMs < 0 || apartMs > mostMs) return 0;
  const idleLeftMs = Math.min(idleAfterMs - idleMs(nowMs), mostMs - sinceMs);
  return Math.max(leastMs - sinceMs, apartMs, idleLeftMs);
}

/**
 * Lists, open rows and names of a collection that are on screen are read again in place. What is not on screen, and what
 * other screens keep of it (an item's names in the guide), is read when it is next shown; figures are marked alone. A form
 * takes in what is read only while nothing is typed in it.
 */
export function refetchRows(queryClient: QueryClient, collection: string): void {
  // A tab that nobody looks at reads what is marked here when it is looked at again.
  const refetchType = focusManager.isFocused() ? 'active' : 'none';
  void queryClient.invalidateQueries({ refetchType, predicate: (query) => isRead(query, collection) });
  const marked = [`${collection}_data`, ...(keptAs[collection] ?? [])];
  void queryClient.invalidateQueries({
    refetchType: 'none',
    predicate: ({ queryKey: [kept, part] }: { queryKey: QueryKey }) =>
      marked.includes(String(kept)) || (collection === anyCollection && figureParts.has(part)),
  });
}

function isRead({ queryKey: [kept, of, part] }: Query, collection: string): boolean {
  if (figureParts.has(of)) return false;
  if (largeApartMs[String(of)] !== undefined) return collection === of || collection === anyCollection;
  if (wholeCollections.has(String(kept)))
    return collection === anyCollection || kept === `${collection}_data` || isReadWith(collection, kept, of);
  return rowParts.has(part) && (collection === anyCollection || of === collection);
}

function isReadWith(collection: string, kept: unknown, of: unknown): boolean {
  const [other, part = of] = readWith[collection] ?? [];
  return kept === other && of === part;
}
