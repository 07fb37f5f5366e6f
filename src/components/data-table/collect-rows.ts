import type { TolerantList } from '#contract/tolerant.ts';

/** The most that the server answers at once. */
export const exportPageSize = 500;

/** One page of a list as its filters stand, for saving. `page` counts from 1. */
export type FetchPage<Row> = (
  request: { page: number; limit: number },
  signal: AbortSignal,
) => Promise<TolerantList<Row>>;

export interface CollectProgress {
  done: number;
  /** Null where the server does not say, or counts no further. */
  total: number | null;
}

/** So often a list is read that changes meanwhile; the last time it is taken as it comes. */
const mostReadings = 3;

/**
 * All rows of a list, page by page. Where it becomes longer or shorter meanwhile, pages have moved and a row may have slipped between
 * two of them: it is read once more. A server that answers everything at once, or the same page again, is asked no
 * further. Throws the signal's reason when it is aborted, and whatever a page throws.
 */
export async function collectRows<Row>(
  fetchPage: FetchPage<Row>,
  keyOf: (row: Row) => string,
  signal: AbortSignal,
  onProgress: (progress: CollectProgress) => void,
): Promise<Row[]> {
  for (let reading = 1; ; reading++) {
    const rows = await readThrough(fetchPage, keyOf, signal, onProgress, reading < mostReadings);
    if (rows !== null) return rows;
  }
}

/** All rows; null where the list's length changed and that is to end it. */
async function readThrough<Row>(
  fetchPage: FetchPage<Row>,
  keyOf: (row: Row) => string,
  signal: AbortSignal,
  onProgress: (progress: CollectProgress) => void,
  endsByChange: boolean,
): Promise<Row[] | null> {
  const rows = new Map<string, Row>();
  let totalBefore: number | null = null;
  for (let page = 1; ; page++) {
    const answer = await fetchPage({ page, limit: exportPageSize }, signal);
    signal.throwIfAborted();
    const before = rows.size;
    for (const row of answer.rows) rows.set(keyOf(row), row);
    const total = answer.totalCapped ? null : answer.total;
    if (endsByChange && totalBefore !== null && total !== null && total !== totalBefore) return null;
    totalBefore = total;
    onProgress({ done: rows.size, total });
    const got = answer.rows.length + answer.skipped;
    if (got !== exportPageSize || rows.size === before || (total !== null && rows.size >= total)) break;
  }
  return [...rows.values()];
}
