import type { TolerantList } from '#contract/tolerant.ts';

/** The most that the server answers at once. */
export const exportPageSize = 500;

/** One page of a list as its filters stand, for saving. `page` counts from 1. */
export type FetchPage<Row> = (
  request: { page: number; limit: number },
  signal: AbortSignal,
) => Promise<TolerantList<Row>>;

export interface Progress {
  done: number;
  /** Null where the server does not say, or counts no further. */
  total: number | null;
}

/**
 * All rows of a list, page by page. A server that answers everything at once, or the same page again, is asked no
 * further. Throws the signal's reason when it is aborted, and whatever a page throws.
 */
export async function collectRows<Row>(
  fetchPage: FetchPage<Row>,
  keyOf: (row: Row) => string,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Row[]> {
  const rows = new Map<string, Row>();
  for (let page = 1; ; page++) {
    const answer = await fetchPage({ page, limit: exportPageSize }, signal);
    signal.throwIfAborted();
    const before = rows.size;
    for (const row of answer.rows) rows.set(keyOf(row), row);
    const total = answer.totalCapped ? null : answer.total;
    onProgress({ done: rows.size, total });
    const got = answer.rows.length + answer.skipped;
    if (got !== exportPageSize || rows.size === before || (total !== null && rows.size >= total)) break;
  }
  return [...rows.values()];
}
