import type { QueryClient } from '@tanstack/react-query';
import {
  readId,
  type JsonRecord,
  readNumberValue,
  unwrapDocument,
  readRecord,
} from '#platform/shapes/tolerant.ts';
import { api } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { setQueryResponse } from '#platform/web/cache/set-query-response.ts';
import {
  getCacheSettings,
  getResourcePath,
  type ResourceRow,
  type ResourceSource,
  readRow,
  resourceRowQuery,
} from './resources.ts';

/** Returns the version of a row; null from a server without versions. */
export function readRowVersion(row: ResourceRow): number | null {
  return readNumberValue(row.values['version']);
}

/**
 * Creates a row, or changes the given fields of an existing one. Returns null if the change needs approval
 * (202). Throws `ApiError`.
 */
export async function sendRow(
  source: ResourceSource,
  id: string | null,
  values: JsonRecord,
  options: { idempotencyKey: string; ifMatch: number | null },
): Promise<ResourceRow | null> {
  const path = id === null ? getResourcePath(source) : getRowPath(source, id);
  const { data, status } = await api.send(id === null ? 'post' : 'put', path, { json: values, ...options });
  if (status === 202) return null;
  // Servers may respond to a successful write without returning the row.
  return readRow(unwrapDocument(data)) ?? (id === null ? null : readRow({ ...values, _id: id }));
}

/**
 * Deletes an unused row. Returns `proposed` if the deletion needs approval (202). Throws `ApiError`: 409
 * `IN_USE` with the uses of the row.
 */
export async function deleteRow(source: ResourceSource, row: ResourceRow): Promise<'deleted' | 'proposed'> {
  const { status } = await api.send('delete', getRowPath(source, row._id), { ifMatch: readRowVersion(row) });
  return status === 202 ? 'proposed' : 'deleted';
}

/** Returns the current row from a version conflict; null for any other failure. */
export function readCurrentRow(error: unknown): ResourceRow | null {
  if (!(error instanceof ApiError) || error.status !== 412) return null;
  const current = readRecord(error.details['current']);
  return readId(current) === null ? null : readRow(current);
}

/** Caches a written row, and invalidates everything that shows the collection. */
export function cacheWrittenRow(queryClient: QueryClient, source: ResourceSource, row: ResourceRow): void {
  setQueryResponse(queryClient, resourceRowQuery(source, row._id).queryKey, row);
  invalidateResource(queryClient, source);
}

/** Invalidates everything that shows the collection. */
export function invalidateResource(queryClient: QueryClient, source: ResourceSource): void {
  void queryClient.invalidateQueries({ queryKey: [getCacheSettings(source)[0]] });
  if (source.collection === 'sections') void queryClient.invalidateQueries({ queryKey: ['sections_active'] });
}

/** Removes a deleted row from the cache, so that components still on screen don't refetch it. */
export function removeCachedRow(queryClient: QueryClient, source: ResourceSource, id: string): void {
  void queryClient.invalidateQueries({
    queryKey: [getCacheSettings(source)[0]],
    predicate: ({ queryKey }) => !(queryKey[1] === source.collection && queryKey[3] === id),
  });
}

export function getRowPath(source: ResourceSource, id: string): string {
  return `${getResourcePath(source)}/${encodeURIComponent(id)}`;
}
