import {
  readBoolean,
  type JsonRecord,
  parseList,
  readNumberValue,
  readRecord,
  readText,
  readTexts,
} from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import { readQuery } from '../read-query.ts';
import { rowPath } from './resource-writes.ts';
import { cacheSettings, resourcePath, type ResourceSource } from './resources.ts';

/** A collection that uses a row. */
export interface RowUse {
  collection: string;
  /** Null if the user may not see all of them. */
  count: number | null;
  isCapped: boolean;
  /** Whether this use prevents deleting the row. */
  blocks: boolean;
  fields: string[];
  /** The first rows by name. */
  rows: { _id: string; name: string }[];
}

/** Queries the uses of a row. */
export function rowUsageQuery(source: ResourceSource, id: string) {
  return readQuery({
    collection: cacheSettings(source)[0],
    key: [source.collection, 'usage', id],
    lifetime: 'orders',
    path: `${rowPath(source, id)}/usage`,
    read: (reply) => parseList(reply.data, readUse).rows,
  });
}

const mostAtOnce = 500;

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
  for (let at = 0; at < ids.length; at += mostAtOnce) {
    const json = { ids: ids.slice(at, at + mostAtOnce), isActive };
    const { status } = await api.send('post', `${resourcePath(source)}/archive`, { json });
    isHeld ||= status === 202;
  }
  return isHeld;
}

function readUse(row: JsonRecord): RowUse | null {
  const collection = readText(row['collection']);
  if (collection === null) return null;
  const rows = Array.isArray(row['rows']) ? row['rows'].map(readRecord) : [];
  return {
    collection,
    count: readNumberValue(row['count']),
    isCapped: readBoolean(row['capped']),
    blocks: readBoolean(row['blocks'], true),
    fields: readTexts(row['fields']),
    rows: rows.flatMap((each) => {
      const _id = readText(each['_id']);
      return _id === null ? [] : [{ _id, name: readText(each['name']) ?? _id }];
    }),
  };
}
