import { keepPreviousData, usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TolerantList } from '#platform/shapes/tolerant.ts';
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
  /** Query options for one page. `page` is ignored for servers without paging. */
  ask(request: { page: number; limit: number; sort: string | undefined }): ListOptions<Row>;
  /** Returns the columns; a list sorted on the client can be sorted by more of them. */
  columnsOf(isLocal: boolean): readonly Column<Row>[];
  /** Default sort, for lists sorted on the client. */
  usualSort: string;
  /** Whether a row passes the filters, for client-side filtering. */
  passes(row: Row): boolean;
}

/**
 * Queries a list that the server pages, searches and sorts. A server without a row count (`total` null) is
 * assumed to return all rows, and the work is done on the client. The result is for `DataList`.
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
  // Sorts that the server does not support are ignored.
  const sort = bySort(view.sort?.replace('-', '')) ? view.sort : undefined;
  const pageQuery = ask({ page: view.page, limit: pageSize, sort });
  // Requested while React still renders the shell; effects run only afterwards.
  usePrefetchQuery<TolerantList<Row>>(pageQuery);
  const { data: list, ...rest } = useQuery<TolerantList<Row>>({
    ...pageQuery,
    placeholderData: keepPreviousData,
  });
  const { error, isPlaceholderData, dataUpdatedAt, refetch } = rest;

  const isLocal = list?.total === null;
  const columns = columnsOf(isLocal);
  const local = { q: view.q, sort: view.sort ?? usualSort, matches: passes };
  const data = list && isLocal ? localPage(list, columns, { ...local, page: view.page, pageSize }) : list;
  return {
    view,
    pageSize,
    columns,
    usualSort,
    query: { data, error, isPlaceholderData, dataUpdatedAt, refetch },
    async fetchPage({ page, limit }, signal) {
      if (!isLocal) return ask({ page, limit, sort }).queryFn({ signal });
      const all = await queryClient.query(pageQuery);
      const rows = localRows(all.rows, columns, local);
      return { ...all, rows, total: rows.length };
    },
  };
}
