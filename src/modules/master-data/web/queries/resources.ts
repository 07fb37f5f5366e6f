import type { Resource } from '#platform/collections/define-resource.ts';
import { readBoolean, readId, type JsonRecord, readText } from '#platform/shapes/tolerant.ts';
import type { Collection } from '#core/permissions.ts';
import type { CachedCollection } from '#platform/web/cache/keys.ts';
import { type Lifetime, getLifetimeMs } from '#platform/web/cache/lifetimes.ts';
import { getDisplayNames } from '#platform/web/i18n/display-names.ts';
import { currentProfile } from '#platform/web/session/session.ts';
import { fetchAllPages } from '#platform/web/queries/fetch-all-pages.ts';
import { readList, readOne, readQuery, type Search } from '#platform/web/queries/read-query.ts';

/** A row of master data: common fields, and all values sent by the server. */
export interface ResourceRow {
  _id: string;
  /** Name in the current language, then in the other one; `values` contains the stored names. */
  name: string;
  nameAlt?: string | null;
  isActive: boolean;
  values: JsonRecord;
}

/** The collection to query, such as a definition. */
export type ResourceSource = Pick<Resource, 'collection' | 'path'>;

/** Parameters of a list page, named as in the API. */
export interface ResourceRequest {
  q?: string | undefined;
  sort?: string | undefined;
  active?: boolean | undefined;
  page?: number;
  limit?: number;
  /** Filters, by field name. */
  [filter: string]: string | number | boolean | undefined;
}

/** Cache keys and lifetimes of lists; others use `units_data` and `other`. */
const cachedCollections: Partial<Record<Collection, [CachedCollection, Lifetime]>> = {
  branch: ['branches_data', 'branches'],
  sections: ['sections_data', 'sections'],
  items: ['items_data', 'items'],
  'item-categories': ['categories_data', 'categories'],
  'sub-categories': ['categories_data', 'categories'],
  'purchase-categories': ['categories_data', 'categories'],
  'branch-categories': ['categories_data', 'categories'],
};

/** Returns the cache key and lifetime of a collection. */
export function getCacheSettings({ collection }: ResourceSource): [CachedCollection, Lifetime] {
  return cachedCollections[collection] ?? [`${collection.replaceAll('-', '_')}_data`, 'other'];
}

/** Returns the path of a collection. Those of two collections are configurable for SPEC's second client. */
export function getResourcePath({ collection, path }: ResourceSource): string {
  const { branches, itemCategories } = currentProfile().paths;
  const special: Partial<Record<Collection, string>> = {
    branch: branches,
    'item-categories': itemCategories,
  };
  return special[collection] ?? path.replace(/^\//, '');
}

/**
 * Queries one page of a collection. `total` is null if the server neither paginates nor returns a count; the
 * page then contains all rows.
 */
export function resourceQuery(source: ResourceSource, request: ResourceRequest) {
  const [collection, lifetime] = getCacheSettings(source);
  return readQuery({
    collection,
    key: [source.collection, 'page', request],
    lifetime,
    path: getResourcePath(source),
    search: request,
    read: (reply) => readList(reply, readRow),
  });
}

/** Queries all rows of a collection, for search on the client. */
export function allResourceQuery(source: ResourceSource, filter: Search = {}) {
  const [collection, lifetime] = getCacheSettings(source);
  return {
    queryKey: [collection, source.collection, 'all', filter] as const,
    staleTime: getLifetimeMs(lifetime),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      fetchAllPages(getResourcePath(source), filter, signal, readRow),
  };
}

/** Queries one row by id. */
export function resourceRowQuery(source: ResourceSource, id: string) {
  const [collection, lifetime] = getCacheSettings(source);
  return readQuery({
    collection,
    key: [source.collection, 'one', id],
    lifetime,
    path: `${getResourcePath(source)}/${encodeURIComponent(id)}`,
    read: (reply) => readOne(reply, (row) => readRow(row) ?? throwMissingRow()),
  });
}

/** Reads a row of any collection; null without an id. */
export function readRow(values: JsonRecord): ResourceRow | null {
  const _id = readId(values);
  if (_id === null) return null;
  const names = getDisplayNames(
    readText(values['name']) ?? readText(values['code']) ?? _id,
    readText(values['nameAlt']),
  );
  return { _id, ...names, isActive: readBoolean(values['isActive'], true), values };
}

function throwMissingRow(): never {
  throw new TypeError('The response contains no row');
}
