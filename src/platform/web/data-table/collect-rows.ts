import type { TolerantList } from '#platform/shapes/tolerant.ts';

/** Maximum rows that the server returns per request. */
export const exportPageSize = 500;

/** Fetches one page of the filtered list for an export. `page` counts from 1. */
export type FetchPage<Row> = (
  request: { page: number; limit: number },
  signal: AbortSignal,
) => Promise<TolerantList<Row>>;

export interface CollectProgress {
  loadedRows: number;
  /** Null if unknown or capped. */
  total: number | null;
}

/** Maximum number of attempts if the list changes during the export; the last one is accepted as it is. */
const maxAttempts = 3;

/**
 * Loads all rows of a list, page by page. If the list's length changes while loading, a row may have moved
 * between pages, so it starts over. Stops if the server returns all rows at once or the same page twice.
 * Throws the signal's reason if aborted, and any page's error.
 */
export async function collectRows<Row>(
  fetchPage: FetchPage<Row>,
  getKey: (row: Row) => string,
  signal: AbortSignal,
  onProgress: (progress: CollectProgress) => void,
): Promise<Row[]> {
  for (let attempt = 1; ; attempt++) {
    const rows = await collectOnce(fetchPage, getKey, signal, onProgress, attempt < maxAttempts);
    if (rows !== null) return rows;
  }
}

/** Returns all rows; null if the list's length changed and `stopsOnChange` is set. */
async function collectOnce<Row>(
  fetchPage: FetchPage<Row>,
  getKey: (row: Row) => string,
  signal: AbortSignal,
  onProgress: (progress: CollectProgress) => void,
  stopsOnChange: boolean,
): Promise<Row[] | null> {
  const rows = new Map<string, Row>();
  let totalBefore: number | null = null;
  for (let page = 1; ; page++) {
    const fetched = await fetchPage({ page, limit: exportPageSize }, signal);
    signal.throwIfAborted();
    const sizeBefore = rows.size;
    for (const row of fetched.rows) rows.set(getKey(row), row);
    const total = fetched.totalCapped ? null : fetched.total;
    if (stopsOnChange && totalBefore !== null && total !== null && total !== totalBefore) return null;
    totalBefore = total;
    onProgress({ loadedRows: rows.size, total });
    const rowCount = fetched.rows.length + fetched.skipped;
    if (rowCount !== exportPageSize || rows.size === sizeBefore || (total !== null && rows.size >= total))
      break;
  }
  return [...rows.values()];
}
