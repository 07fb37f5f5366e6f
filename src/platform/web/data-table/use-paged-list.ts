import { keepPreviousData, usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TolerantList } from '#platform/shapes/tolerant.ts';
import type { FetchPage } from './collect-rows.ts';
import type { Column } from './column.ts';
import type { ListQuery } from './data-list.tsx';
import { getLocalPage, getLocalRows } from './local-page.ts';
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
  buildQuery(request: { page: number; limit: number; sort: string | undefined }): ListOptions<Row>;
  /** Returns the columns; more of them are sortable if the list is sorted on the client. */
  getColumns(isLocal: boolean): readonly Column<Row>[];
  /** Default sort, for lists sorted on the client. */
  defaultSort: string;
  /** Whether a row passes the filters, for client-side filtering. */
  matches(row: Row): boolean;
}

/**
 * Queries a list that the server pages, searches and sorts. If the server sends no row count (`total` is
 * null), it is assumed to return all rows, and paging, search and sorting are done on the client. The result
 * is for `DataList`.
 */
export function usePagedList<Row>({
  view,
  pageSize,
  buildQuery,
  getColumns,
  defaultSort,
  matches,
}: PagedList<Row>): {
  view: ListView;
  pageSize: number;
  columns: readonly Column<Row>[];
  defaultSort: string;
  query: ListQuery<Row>;
  fetchPage: FetchPage<Row>;
} {
  const queryClient = useQueryClient();
  const isSortable = (field: string | undefined) =>
    getColumns(false).some(({ sort }) => sort !== undefined && sort === field);
  // Sorts that the server does not support are ignored.
  const sort = isSortable(view.sort?.replace('-', '')) ? view.sort : undefined;
  const pageQuery = buildQuery({ page: view.page, limit: pageSize, sort });
  // Sends the request while React is still rendering the shell; effects run only afterwards.
  usePrefetchQuery<TolerantList<Row>>(pageQuery);
  const {
    data: list,
    error,
    isPlaceholderData,
    dataUpdatedAt,
    refetch,
  } = useQuery<TolerantList<Row>>({
    ...pageQuery,
    placeholderData: keepPreviousData,
  });

  const isLocal = list?.total === null;
  const columns = getColumns(isLocal);
  const localView = { q: view.q, sort: view.sort ?? defaultSort, matches };
  const data =
    list && isLocal ? getLocalPage(list, columns, { ...localView, page: view.page, pageSize }) : list;
  return {
    view,
    pageSize,
    columns,
    defaultSort,
    query: { data, error, isPlaceholderData, dataUpdatedAt, refetch },
    async fetchPage({ page, limit }, signal) {
      if (!isLocal) return buildQuery({ page, limit, sort }).queryFn({ signal });
      const allRows = await queryClient.query(pageQuery);
      const rows = getLocalRows(allRows.rows, columns, localView);
      return { ...allRows, rows, total: rows.length };
    },
  };
}
