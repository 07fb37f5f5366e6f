import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query';
import { readReference, readText } from '#contract/tolerant.ts';
import type { Collection } from '#domain/permissions.ts';
import { type ReferenceName, namesQuery } from '#src/collections/master-data/names.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { missingValue } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { referenceMessages } from './messages.ts';

export interface ReferenceNames {
  /** Some of what was asked for is still on its way. */
  isPending: boolean;
  /** What a reference is called; the name that came with it counts first. */
  of(collection: Collection, value: unknown): string;
  /** The row that a reference leads to, of those that were asked for; undefined while it is not known. */
  row(collection: Collection, value: unknown): ReferenceName | undefined;
  /** All rows of a collection that was asked for, by name. */
  all(collection: Collection): readonly ReferenceName[];
  /** Loads the names of further collections, for a file; `of` knows them then. One that is refused stays unknown. */
  load(collections: readonly Collection[]): Promise<unknown>;
}

/** Turns references into names. A collection that the person may not see says so; one on its way shows dots. */
export function useNames(collections: readonly Collection[]): ReferenceNames {
  const t = useMessages(referenceMessages);
  const queryClient = useQueryClient();
  const wanted = [...new Set(collections)];
  const answers = useQueries({ queries: wanted.map(namesQuery) });
  const asked = new Map(wanted.map((collection, index) => [collection, answers[index]]));
  return {
    isPending: answers.some(({ isPending }) => isPending),
    of(collection, value) {
      const referred = readReference(value);
      if (referred === null) return readText(value) ?? missingValue;
      const name = referred.name ?? index(known(queryClient, collection)).get(referred.id)?.name;
      if (name !== undefined) return name;
      const { error, isPending = true } = asked.get(collection) ?? {};
      if (error instanceof ApiError && error.status === 403) return t.notVisible;
      return isPending ? '…' : t.unknown;
    },
    row(collection, value) {
      const id = readReference(value)?.id;
      return id === undefined ? undefined : index(known(queryClient, collection)).get(id);
    },
    all: (collection) => (asked.get(collection)?.data ?? []).toSorted((a, b) => a.name.localeCompare(b.name)),
    load: (further) =>
      Promise.allSettled(further.map((collection) => queryClient.query(namesQuery(collection)))),
  };
}

const nothing: readonly ReferenceName[] = [];

/** What the cache holds of a collection's names. */
function known(queryClient: QueryClient, collection: Collection): readonly ReferenceName[] {
  const { queryKey, rowsIn } = namesQuery(collection);
  const data = queryClient.getQueryData(queryKey);
  return data === undefined ? nothing : rowsIn(data);
}

/** Lists in the cache never change, so each is indexed once. */
const indexes = new WeakMap<readonly ReferenceName[], ReadonlyMap<string, ReferenceName>>();

function index(rows: readonly ReferenceName[]): ReadonlyMap<string, ReferenceName> {
  const made = indexes.get(rows) ?? new Map(rows.map((row) => [row._id, row]));
  indexes.set(rows, made);
  return made;
}
