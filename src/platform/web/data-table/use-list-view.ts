import { useNavigate, useSearch } from '@tanstack/react-router';
import { searchReader } from '#platform/web/search.ts';

/** State of a list, as stored in the URL. */
export interface ListView<Filter extends string = string> {
  q: string | undefined;
  /** `field` or `-field`; undefined: the server's default. */
  sort: string | undefined;
  /** From 1. */
  page: number;
  filters: Readonly<Partial<Record<Filter, string>>>;
  /** The row with an open panel. */
  open: string | undefined;
  openParam: string;
  /** Whether a search or filter is active. */
  isFiltered: boolean;
  /** Changes the URL in place. Changing a filter or the sort returns to the first page. */
  set(change: ViewChange<Filter>): void;
  /** Removes search and filters. */
  clear(): void;
}

/** Changes to `q`, `sort`, `page` and filters; undefined removes a value. */
export type ViewChange<Filter extends string = string> = {
  [K in Filter | 'q' | 'sort' | 'page']?: string | number | undefined;
};

interface ListViewOptions {
  /** Search parameter of the open row; `row` by default. */
  openParam?: string;
}

/**
 * Manages a list's state in the URL: search, sort, page, one parameter per filter, and the open row.
 *
 * @param filterKeys names of the filters in the URL, and usually in the API
 */
export function useListView<const Filter extends string = never>(
  filterKeys: readonly Filter[] = [],
  { openParam = 'row' }: ListViewOptions = {},
): ListView<Filter> {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const params = searchReader(Object.fromEntries([...filterKeys, openParam].map((key) => [key, 'text'])))(
    search,
  );
  const { q, sort, page = 1 } = searchReader({ q: 'text', sort: 'text', page: 'number' })(search);
  const filters = Object.fromEntries(
    filterKeys.flatMap((key) => (typeof params[key] === 'string' ? [[key, params[key]] as const] : [])),
  ) as Partial<Record<Filter, string>>;

  const set = (change: Record<string, unknown>) =>
    void navigate({
      to: '.',
      search: (current: Record<string, unknown>) => ({ ...current, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    });
  return {
    q,
    sort,
    page: Math.max(1, Math.trunc(page)),
    filters,
    open: typeof params[openParam] === 'string' ? params[openParam] : undefined,
    openParam,
    isFiltered: q !== undefined || Object.keys(filters).length > 0,
    set,
    clear: () => set(Object.fromEntries(['q', ...filterKeys].map((key) => [key, undefined]))),
  };
}

/** Opens and closes a row's panel; each panel has its own URL. */
export function useOpenRow(openParam = 'row') {
  const navigate = useNavigate();
  return (key: string | undefined, { replace = false }: { replace?: boolean } = {}) =>
    void navigate({
      to: '.',
      search: (current: Record<string, unknown>) => ({ ...current, [openParam]: key }),
      replace,
      resetScroll: false,
    });
}
