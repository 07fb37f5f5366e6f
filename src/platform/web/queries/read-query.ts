import { type JsonRecord, parseList, unwrapDocument, type TolerantList } from '#platform/shapes/tolerant.ts';
import { api } from '#platform/web/api/api.ts';
import type { Reply } from '#platform/web/api/call.ts';
import type { CachedCollection } from '#platform/web/cache/keys.ts';
import { type Lifetime, getLifetimeMs } from '#platform/web/cache/lifetimes.ts';

export type Search = Record<string, string | number | boolean | undefined>;

interface ReadQuery<T> {
  collection: CachedCollection;
  /** Key of this query within the collection: `['list', filters]`, `['one', id]`. */
  key: readonly unknown[];
  lifetime: Lifetime;
  path: string;
  search?: Search;
  read(reply: Reply): T;
}

/** Creates the query options of one GET request, with its key, lifetime and reader in one place. */
export function readQuery<T>({ collection, key, lifetime, path, search, read }: ReadQuery<T>) {
  return {
    queryKey: [collection, ...key] as const,
    staleTime: getLifetimeMs(lifetime),
    initialData: () => readPrefetched(path, search, read),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<T> => {
      const reply = await api.get(path, { signal, ...(search ? { search } : {}) });
      return read(reply);
    },
  };
}

/**
 * Returns the prefetched response if it has arrived, for the first render. Unreadable data is ignored; the
 * query then fetches it.
 */
export function readPrefetched<T>(
  path: string,
  search: Search | undefined,
  read: (reply: Reply) => T,
): T | undefined {
  const reply = api.takePrefetched(path, search);
  try {
    return reply === null ? undefined : read(reply);
  } catch {
    return undefined;
  }
}

/** Reads a list response; unreadable rows are dropped, counted in `skipped` and logged. */
export function readList<T>(reply: Reply, read: (row: JsonRecord) => T | null): TolerantList<T> {
  const list = parseList(reply.data, read, reply.headers.get('x-total-count'), (row, error) => {
    console.warn('Could not read a row of a list; it is omitted', row, error);
  });
  return reply.headers.get('x-total-capped') === 'true' ? { ...list, totalCapped: true } : list;
}

/** Reads a single document, whether or not it is wrapped in an envelope. */
export function readOne<T>(reply: Reply, read: (row: JsonRecord) => T): T {
  return read(unwrapDocument(reply.data));
}
