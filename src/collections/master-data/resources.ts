import type { Resource } from '#contract/resources/define-resource.ts';
import { readBoolean, readId, type JsonRecord, readText } from '#contract/tolerant.ts';
import type { Collection } from '#domain/permissions.ts';
import type { CollectionKey } from '#src/lib/cache/keys.ts';
import { type Lifetime, getLifetimeMs } from '#src/lib/cache/lifetimes.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { currentProfile } from '#src/lib/session/session.ts';
import { everyPage } from '../every-page.ts';
import { readList, readOne, readQuery, type Search } from '../read-query.ts';

/** A row of master data: what every list needs, and all that the server sent. */
export interface ResourceRow {
  _id: string;
  /** In the language of the person, and in the other one; what is stored stands in `values`. */
  name: string;
  nameAlt?: string | null;
  isActive: boolean;
  values: JsonRecord;
}

/** Which collection is asked; a definition of `contract/resources` is one. */
export type ResourceSource = Pick<Resource, 'collection' | 'path'>;

/** What a page of a list is asked for; the names are those on the wire. */
export interface ResourceRequest {
  q?: string | undefined;
  sort?: string | undefined;
  active?: boolean | undefined;
  page?: number;
  limit?: number;
  /** Fields that can be compared, by name. */
  [filter: string]: string | number | boolean | undefined;
}

/** Names of the lists in the cache and how long they hold; what is not here is `units_data` and `other`. */
const kept: Partial<Record<Collection, [CollectionKey, Lifetime]>> = {
  branch: ['branches_data', 'branches'],
  sections: ['sections_data', 'sections'],
  items: ['items_data', 'items'],
  'item-categories': ['categories_data', 'categories'],
  'sub-categories': ['categories_data', 'categories'],
  'purchase-categories': ['categories_data', 'categories'],
  'branch-categories': ['categories_data', 'categories'],
};

/** Under which key the collection is kept, and how long. */
export function cacheSettings({ collection }: ResourceSource): [CollectionKey, Lifetime] {
  return kept[collection] ?? [`${collection.replaceAll('-', '_')}_data`, 'other'];
}

/** The path of a collection; two have another one for SPEC's second client. */
export function resourcePath({ collection, path }: ResourceSource): string {
  const { branches, itemCategories } = currentProfile().paths;
  const special: Partial<Record<Collection, string>> = {
    branch: branches,
    'item-categories': itemCategories,
  };
  return special[collection] ?? path.replace(/^\//, '');
}

/** One page of a collection. `total` is null where the server neither pages nor counts: then these are all rows. */
export function resourceQuery(source: ResourceSource, request: ResourceRequest) {
  const [collection, lifetime] = cacheSettings(source);
  return readQuery({
    collection,
    key: [source.collection, 'page', request],
    lifetime,
    path: resourcePath(source),
    search: request,
    read: (reply) => readList(reply, readRow),
  });
}

/** All rows of a collection that the server does not search in. */
export function allResourceQuery(source: ResourceSource, filter: Search = {}) {
  const [collection, lifetime] = cacheSettings(source);
  return {
    queryKey: [collection, source.collection, 'all', filter] as const,
    staleTime: getLifetimeMs(lifetime),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      everyPage(resourcePath(source), filter, signal, readRow),
  };
}

/** One row by its id. */
export function resourceRowQuery(source: ResourceSource, id: string) {
  const [collection, lifetime] = cacheSettings(source);
  return readQuery({
    collection,
    key: [source.collection, 'one', id],
    lifetime,
    path: `${resourcePath(source)}/${encodeURIComponent(id)}`,
    read: (reply) => readOne(reply, (row) => readRow(row) ?? notARow()),
  });
}

/** Reads a row of any collection; null for one without an id. */
export function readRow(values: JsonRecord): ResourceRow | null {
  const _id = readId(values);
  if (_id === null) return null;
  const names = shownNames(
    readText(values['name']) ?? readText(values['code']) ?? _id,
    readText(values['nameAlt']),
  );
  return { _id, ...names, isActive: readBoolean(values['isActive'], true), values };
}

function notARow(): never {
  throw new TypeError('The answer holds no row');
}
