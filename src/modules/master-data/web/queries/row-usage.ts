import { usageRow } from '#platform/collections/row-history-shape.ts';
import { api } from '#platform/web/api/api.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readRows } from '#platform/web/queries/read-shape.ts';
import { rowPath } from './resource-writes.ts';
import { cacheSettings, resourcePath, type ResourceSource } from './resources.ts';

/** Queries the uses of a row. */
export function rowUsageQuery(source: ResourceSource, id: string) {
  return readQuery({
    collection: cacheSettings(source)[0],
    key: [source.collection, 'usage', id],
    lifetime: 'orders',
    path: `${rowPath(source, id)}/usage`,
    read: (reply) => readRows(reply, usageRow),
  });
}

const idsPerCall = 500;

/**
 * Archives or restores rows, all or none of each batch of five hundred. True if the change needs approval
 * (202). Throws `ApiError`; `details.id` names the row.
 */
export async function archiveRows(
  source: ResourceSource,
  ids: readonly string[],
  isActive: boolean,
): Promise<boolean> {
  let isHeld = false;
  for (let at = 0; at < ids.length; at += idsPerCall) {
    const json = { ids: ids.slice(at, at + idsPerCall), isActive };
    const { status } = await api.send('post', `${resourcePath(source)}/archive`, { json });
    isHeld ||= status === 202;
  }
  return isHeld;
}
