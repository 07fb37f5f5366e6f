import { type JsonRecord, parseList, readRecord, readText } from '#contract/tolerant.ts';
import { readQuery } from '../read-query.ts';
import { rowPath } from './resource-writes.ts';
import { cacheSettings, type ResourceSource } from './resources.ts';

/** One change of a row with user, time and changed fields. */
export interface RowChange {
  key: string;
  at: string | null;
  who: string | null;
  /** create, edit, archive, restore, delete. */
  action: string;
  /** Value before and after by field; a new row has no `before`. */
  before: JsonRecord;
  after: JsonRecord;
}

/** Queries the changes of a row, newest first. */
export function rowHistoryQuery(source: ResourceSource, id: string, limit = 100) {
  return readQuery({
    collection: cacheSettings(source)[0],
    key: [source.collection, 'history', id, limit],
    lifetime: 'orders',
    path: `${rowPath(source, id)}/history`,
    search: { limit },
    read: (reply) => parseList(reply.data, readChange).rows,
  });
}

/** Queries the last change of a row; null if the server has no history. */
export function lastChangeQuery(source: ResourceSource, id: string) {
  return { ...rowHistoryQuery(source, id, 1), select: (changes: RowChange[]) => changes[0]?.who ?? null };
}

function readChange(row: JsonRecord): RowChange {
  return {
    key: readText(row['seq']) ?? `${readText(row['at'])} ${readText(row['action'])}`,
    at: readText(row['at']),
    who: readText(row['userName']),
    action: readText(row['action']) ?? '',
    before: readRecord(row['before']),
    after: readRecord(row['after']),
  };
}
