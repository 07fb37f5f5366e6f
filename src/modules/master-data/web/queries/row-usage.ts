import { usageRow } from '#platform/collections/row-history-shape.ts';
import { api } from '#platform/web/api/api.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readRows } from '#platform/web/queries/read-shape.ts';
import { getRowPath } from './resource-writes.ts';
import { getCacheSettings, getResourcePath, type ResourceSource } from './resources.ts';

/** Queries the uses of a row. */
export function rowUsageQuery(source: ResourceSource, id: string) {
  return readQuery({
    collection: getCacheSettings(source)[0],
    key: [source.collection, 'usage', id],
    lifetime: 'orders',
    path: `${getRowPath(source, id)}/usage`,
    read: (reply) => readRows(reply, usageRow),
  });
}

const maxPerRequest = 500;

/**
 * Archives or restores rows in batches of five hundred, each all or nothing. Returns true if the change needs
 * approval (202). Throws `ApiError`; `details.id` identifies the row.
 */
export async function archiveRows(
  source: ResourceSource,
  ids: readonly string[],
  isActive: boolean,
): Promise<boolean> {
  let isProposed = false;
  for (let offset = 0; offset < ids.length; offset += maxPerRequest) {
    const json = { ids: ids.slice(offset, offset + maxPerRequest), isActive };
    const { status } = await api.send('post', `${getResourcePath(source)}/archive`, { json });
    isProposed ||= status === 202;
  }
  return isProposed;
}
