import { type JsonRecord, parseList, one, type TolerantList } from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import type { Reply } from '#src/lib/api/call.ts';
import type { CollectionKey } from '#src/lib/cache/keys.ts';
import { type Lifetime, getLifetimeMs } from '#src/lib/cache/lifetimes.ts';

export type Search = Record<string, string | number | boolean | undefined>;

interface ReadQuery<T> {
  collection: CollectionKey;
  /** What tells this query from others of the collection: `['list', filters]`, `['one', id]`. */
  key: readonly unknown[];
  lifetime: Lifetime;
  path: string;
  search?: Search;
  read(reply: Reply): T;
}

/** Query options for one GET call: key, lifetime and reader together, so that no key is typed twice. */
export function readQuery<T>({ collection, key, lifetime, path, search, read }: ReadQuery<T>) {
  return {
    queryKey: [collection, ...key] as const,
    staleTime: getLifetimeMs(lifetime),
    initialData: () => readAhead(path, search, read),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<T> => {
      const reply = await api.get(path, { signal, ...(search ? { search } : {}) });
      return read(reply);
    },
  };
}

/**
 * What was asked ahead for the first screen and is there when it is drawn: it need not be drawn without it first. What
 * cannot be read is asked for again, by the query itself.
 */
export function readAhead<T>(
  path: string,
  search: Search | undefined,
  read: (reply: Reply) => T,
): T | undefined {
  const reply = api.ahead(path, search);
  try {
    return reply === null ? undefined : read(reply);
  } catch {
    return undefined;
  }
}

/** Reads a list answer; rows that cannot be read are left out, counted in `skipped` and told to the developer. */
export function readList<T>(reply: Reply, read: (row: JsonRecord) => T | null): TolerantList<T> {
  const answer = parseList(reply.data, read, reply.headers.get('x-total-count'), (row, problem) => {
    console.warn('A row of a list could not be read and is left out', row, problem);
  });
  return reply.headers.get('x-total-capped') === 'true' ? { ...answer, totalCapped: true } : answer;
}

/** Reads one document, wrapped or not. */
export function readOne<T>(reply: Reply, read: (row: JsonRecord) => T): T {
  return read(one(reply.data));
}
