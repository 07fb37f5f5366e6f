import { type RowChange, rowChange } from '#platform/collections/row-history-shape.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readRows } from '#platform/web/queries/read-shape.ts';
import { getRowPath } from './resource-writes.ts';
import { getCacheSettings, type ResourceSource } from './resources.ts';

/** Queries the changes of a row, newest first. */
export function rowHistoryQuery(source: ResourceSource, id: string, limit = 100) {
  return readQuery({
    collection: getCacheSettings(source)[0],
    key: [source.collection, 'history', id, limit],
    lifetime: 'orders',
    path: `${getRowPath(source, id)}/history`,
    search: { limit },
    read: (reply) => readRows(reply, rowChange),
  });
}

/** Queries the last change of a row; null if the server has no history. */
export function lastChangeQuery(source: ResourceSource, id: string) {
  return {
    ...rowHistoryQuery(source, id, 1),
    select: (changes: RowChange[]) => changes[0]?.userName ?? null,
  };
}
