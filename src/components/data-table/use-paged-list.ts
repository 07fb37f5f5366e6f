import { keepPreviousData, usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TolerantList } from '#contract/tolerant.ts';
import type { FetchPage } from './collect-rows.ts';
import type { Column } from './column.ts';
import type { ListQuery } from './data-list.tsx';
import { localPage, localRows } from './local-page.ts';
import type { ListView } from './use-list-view.ts';

/** Query options of a list. */
export interface ListOptions<Row> {
  queryKey: readonly unknown[];
  staleTime: number;
  queryFn(context: { signal: AbortSignal }): Promise<TolerantList<Row>>;
}

interface PagedList<Row> {
  view: ListView;
  pageSize: number;
  /** The options for one page. `page` is left out of what a server without paging is asked for. */
  ask(request: { page: number; limit: number; sort: string | undefined }): ListOptions<Row>;
  /** The columns; a list that is sorted here can be sorted by more of them. */
  columnsOf(isLocal: boolean): readonly Column<Row>[];
  /** The order as the list comes, for lists that are sorted here. */
  usualSort: string;
  /** Whether a row passes the filters, for lists that are filtered here. */
  passes(row: Row): boolean;
}

/**
 * A list that the server pages, searches and sorts. One that does not count its rows (`total` null) is not known to
 * do any of that: what it sent are all rows, and the work is done here. What it answers is for `DataList` as it is.
 */
export function usePagedList<Row>({ view, pageSize, ask, columnsOf, usualSort, passes }: PagedList<Row>): {
  view: ListView;
  pageSize: number;
  columns: readonly Column<Row>[];
  usualSort: string;
  query: ListQuery<Row>;
  fetchPage: FetchPage<Row>;
} {
  const queryClient = useQueryClient();
  const bySort = (field: string | undefined) =>
    columnsOf(false).some(({ sort }) => sort !== undefined && sort === field);
  // An address may name what the server cannot sort by; the list then stands as it comes.
  const sort = bySort(view.sort?.replace('-', '')) ? view.sort : undefined;
  const asked = ask({ page: view.page, limit: pageSize, sort });
  // Asked while React still draws the shell around it: effects come when all of that stands.
  usePrefetchQuery<TolerantList<Row>>(asked);
  const { data: answer, ...rest } = useQuery<TolerantList<Row>>({
    ...asked,
    placeholderData: keepPreviousData,
  });
  const { error, isPlaceholderData, dataUpdatedAt, refetch } = rest;

  const isLocal = answer?.total === null;
  const columns = columnsOf(isLocal);
  const local = { q: view.q, sort: view.sort ?? usualSort, matches: passes };
  const data =
    answer && isLocal ? localPage(answer, columns, { ...local, page: view.page, pageSize }) : answer;
  return {
    view,
    pageSize,
    columns,
    usualSort,
    query: { data, error, isPlaceholderData, dataUpdatedAt, refetch },
    async fetchPage({ page, limit }, signal) {
      if (!isLocal) return ask({ page, limit, sort }).queryFn({ signal });
      const all = await queryClient.query(asked);
      const rows = localRows(all.rows, columns, local);
      return { ...all, rows, total: rows.length };
    },
  };
}
