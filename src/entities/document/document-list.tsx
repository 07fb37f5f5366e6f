import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import type { TolerantList } from '#contract/tolerant.ts';
import { isOwnLocation } from '#domain/permissions.ts';
import { branchesQuery } from '#src/collections/places/branches.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { DataList, type DataListProps } from '#src/components/data-table/data-list.tsx';
import { DateRange } from '#src/components/data-table/date-range.tsx';
import type { FilterSelect } from '#src/components/data-table/filter-bar.tsx';
import { type ListView, useListView, useOpenRow } from '#src/components/data-table/use-list-view.ts';
import { formatInstant } from '#src/lib/format/format.ts';
import { useUser } from '#src/lib/session/session.ts';

const pageSize = 100;

/** Query parameters of a list of documents, named as on the wire. */
export type DocumentFilters<More extends string = never> = Partial<
  Record<'status' | 'branch' | 'from' | 'to' | 'q' | 'sort' | More, string>
>;

interface Options<More extends string> {
  statuses: readonly string[];
  /** The fields by which it can be sorted. */
  sorts: readonly string[];
  /** Further filters with their allowed values. */
  more?: Readonly<Record<More, readonly string[]>>;
  /** Search parameter of the open document; `row` by default. */
  openParam?: string;
}

/**
 * Manages the state of a document list in the address and its query parameters; invalid values are ignored.
 */
export function useDocumentFilters<More extends string = never>({
  statuses,
  sorts,
  more,
  openParam = 'row',
}: Options<More>): { view: ListView; filters: DocumentFilters<More> } {
  const own = Object.entries<readonly string[]>(more ?? {});
  const view = useListView([...own.map(([name]) => name), 'status', 'branch', 'from', 'to'], { openParam });
  const { status, branch, from, to } = view.filters;
  const known = (value: string | undefined, values: readonly string[]) =>
    values.find((each) => each === value);
  const day = (text: string | undefined) =>
    text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined;
  const filters = {
    ...Object.fromEntries(own.map(([name, values]) => [name, known(view.filters[name], values)])),
    status: known(status, statuses),
    branch,
    from: day(from),
    to: day(to),
    q: view.q,
    sort: known(
      view.sort,
      sorts.flatMap((field) => [field, `-${field}`]),
    ),
  };
  return { view, filters: filters as DocumentFilters<More> };
}

/** Returns the locations where the user sees and creates documents, by name; null until known. */
export function useDocumentLocations(): { id: string; name: string }[] | null {
  const user = useUser();
  const { data, isPending } = useQuery(branchesQuery());
  if (isPending) return null;
  return (data ?? [])
    .filter(({ _id, isActive }) => isActive && isOwnLocation(user, _id))
    .map(({ _id, name }) => ({ id: _id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

interface ListWords extends Record<'loading' | 'failed' | 'nothingMatches' | 'search' | 'label', string> {
  status: string;
  allStatuses: string;
  statuses: Readonly<Record<string, string>>;
  place: string;
  allPlaces: string;
  days: string;
  from: string;
  to: string;
}

interface DocumentListProps<D, More extends string>
  extends Pick<DataListProps<D>, 'name' | 'columns' | 'empty' | 'bulk' | 'usualSort'> {
  t: ListWords;
  state: ReturnType<typeof useDocumentFilters<More>>;
  statuses: readonly string[];
  /** Filters before the status filter. */
  filters?: readonly FilterSelect[];
  /** Queries one page of documents. */
  list(filters: DocumentFilters<More> & { page: number; limit: number }): {
    queryKey: readonly unknown[];
    queryFn(context: { signal: AbortSignal }): Promise<TolerantList<D>>;
  };
  numberOf(document: D): string;
  /** Whether to show the location and day filters; both by default. */
  hasPlaces?: boolean;
  hasDays?: boolean;
  /** Panel of one document. */
  panel: ComponentType<{ id: string; onClose(): void }>;
}

/**
 * List of a document kind with filters by status, location and day, and the panel of the document in the
 * address.
 */
export function DocumentList<D extends { _id: string }, More extends string = never>({
  t,
  state: { view, filters },
  statuses,
  filters: ownFilters = [],
  list,
  numberOf,
  hasPlaces = true,
  hasDays = true,
  panel: Panel,
  ...rest
}: DocumentListProps<D, More>): ReactNode {
  const openRow = useOpenRow(view.openParam);
  const places = useDocumentLocations() ?? [];
  const query = useQuery({
    ...list({ ...filters, page: view.page, limit: pageSize }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  return (
    <>
      <DataList<D>
        {...rest}
        label={t.label}
        texts={t}
        query={query}
        view={view}
        pageSize={pageSize}
        keyOf={(document) => document._id}
        nameOf={numberOf}
        filters={[
          ...ownFilters,
          {
            key: 'status',
            label: t.status,
            all: t.allStatuses,
            choices: statuses.map((id) => ({ id, name: t.statuses[id] ?? id })),
          },
          ...(hasPlaces ? [{ key: 'branch', label: t.place, all: t.allPlaces, choices: places }] : []),
        ]}
        moreFilters={
          hasDays ? <DateRange view={view} label={t.days} fromLabel={t.from} toLabel={t.to} /> : undefined
        }
        fetchPage={({ page, limit }, signal) => list({ ...filters, page, limit }).queryFn({ signal })}
      />
      {view.open === undefined ? null : (
        <Suspense>
          <Panel key={view.open} id={view.open} onClose={() => openRow(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** Columns that every document kind has, with its own labels. */
export function documentColumns<D extends { number: string; status: string; branchName: string }>(
  t: Readonly<Record<'number' | 'place' | 'status', string>>,
  status: (document: D) => ReactNode,
): Record<'number' | 'place' | 'status', Column<D>> {
  return {
    number: {
      key: 'number',
      label: t.number,
      sort: 'number',
      className: 'whitespace-nowrap',
      cell: ({ number }) => number,
      value: ({ number }) => number,
    },
    place: {
      key: 'place',
      label: t.place,
      cell: ({ branchName }) => branchName,
      value: ({ branchName }) => branchName,
    },
    status: {
      key: 'status',
      label: t.status,
      card: 'corner',
      cell: status,
      value: (document) => document.status,
    },
  };
}

/** Column of the time of an event or of creation. */
export function momentColumn<D>(key: string, label: string, at: (document: D) => string): Column<D> {
  return {
    key,
    label,
    sort: key,
    className: 'whitespace-nowrap',
    cell: (document) => formatInstant(at(document)),
    value: at,
  };
}

/** Column of a location, supplier or item name, on at most two lines. */
export function nameColumn<D>(key: string, label: string, of: (document: D) => string | null): Column<D> {
  return textColumn(key, label, of, { className: 'min-w-32' });
}

/** Text column that wraps if there is no room. */
export function textColumn<D>(
  key: string,
  label: string,
  of: (document: D) => string | null,
  more: Pick<Column<D>, 'className' | 'isOff'> = {},
): Column<D> {
  return { key, label, cell: of, value: of, ...more };
}
