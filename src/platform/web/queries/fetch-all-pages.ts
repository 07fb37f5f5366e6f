import type { JsonRecord, TolerantList } from '#platform/shapes/tolerant.ts';
import { api } from '#platform/web/api/api.ts';
import { readList, type Search } from './read-query.ts';

const pageSize = 500;

/** Fetches pages until one is not full; a server without pagination is called once. */
export async function fetchAllPages<T>(
  path: string,
  filter: Search,
  signal: AbortSignal,
  read: (row: JsonRecord) => T | null,
  maxPages = 40,
): Promise<TolerantList<T>> {
  const rows: T[] = [];
  let skipped = 0;
  for (let page = 1; page <= maxPages; page++) {
    const reply = await api.get(path, { signal, search: { ...filter, limit: pageSize, page } });
    const list = readList(reply, read);
    rows.push(...list.rows);
    skipped += list.skipped;
    if (list.rows.length + list.skipped !== pageSize) break;
  }
  return { rows, total: null, totalCapped: false, skipped };
}
