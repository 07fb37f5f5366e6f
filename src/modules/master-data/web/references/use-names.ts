import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query';
import { readReference, readText } from '#platform/shapes/tolerant.ts';
import type { Collection } from '#core/permissions.ts';
import { type ReferenceName, namesQuery } from '../queries/names.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { missingValue } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { referenceMessages } from './messages.ts';

export interface ReferenceNames {
  /** Whether some of the requested names are still loading. */
  isPending: boolean;
  /** Returns the name of a reference; a name sent along with it takes precedence. */
  getName(collection: Collection, value: unknown): string;
  /** Returns the referenced row of a requested collection; undefined while unknown. */
  getRow(collection: Collection, value: unknown): ReferenceName | undefined;
  /** Returns all rows of a requested collection, sorted by name. */
  listRows(collection: Collection): readonly ReferenceName[];
  /**
   * Loads the names of additional collections, which `getName` then returns; used by exports. Names of a
   * collection that fails to load stay unknown.
   */
  load(collections: readonly Collection[]): Promise<unknown>;
}

/**
 * Resolves references to names. Shows a placeholder for collections that the user may not see, and an
 * ellipsis while loading.
 */
export function useNames(collections: readonly Collection[]): ReferenceNames {
  const t = useMessages(referenceMessages);
  const queryClient = useQueryClient();
  const uniqueCollections = [...new Set(collections)];
  const results = useQueries({ queries: uniqueCollections.map(namesQuery) });
  const resultsByCollection = new Map(
    uniqueCollections.map((collection, index) => [collection, results[index]]),
  );
  return {
    isPending: results.some(({ isPending }) => isPending),
    getName(collection, value) {
      const reference = readReference(value);
      if (reference === null) return readText(value) ?? missingValue;
      const name = reference.name ?? index(getCachedRows(queryClient, collection)).get(reference.id)?.name;
      if (name !== undefined) return name;
      const { error, isPending = true } = resultsByCollection.get(collection) ?? {};
      if (error instanceof ApiError && error.status === 403) return t.notVisible;
      return isPending ? '…' : t.unknown;
    },
    getRow(collection, value) {
      const id = readReference(value)?.id;
      return id === undefined ? undefined : index(getCachedRows(queryClient, collection)).get(id);
    },
    listRows: (collection) =>
      (resultsByCollection.get(collection)?.data ?? []).toSorted((a, b) => a.name.localeCompare(b.name)),
    load: (additionalCollections) =>
      Promise.allSettled(
        additionalCollections.map((collection) => queryClient.query(namesQuery(collection))),
      ),
  };
}

const noRows: readonly ReferenceName[] = [];

/** Returns the cached names of a collection. */
function getCachedRows(queryClient: QueryClient, collection: Collection): readonly ReferenceName[] {
  const { queryKey, getRows } = namesQuery(collection);
  const data = queryClient.getQueryData(queryKey);
  return data === undefined ? noRows : getRows(data);
}

/** Lists in the cache are immutable, so each is indexed once. */
const indexes = new WeakMap<readonly ReferenceName[], ReadonlyMap<string, ReferenceName>>();

function index(rows: readonly ReferenceName[]): ReadonlyMap<string, ReferenceName> {
  const index = indexes.get(rows) ?? new Map(rows.map((row) => [row._id, row]));
  indexes.set(rows, index);
  return index;
}
