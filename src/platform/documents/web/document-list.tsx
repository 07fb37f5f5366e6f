import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { type ListFilters, type ListSpec, sortValues } from '../document-list.ts';
import type { TolerantList } from '#platform/shapes/tolerant.ts';
import { isOwnLocation } from '#core/permissions.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { DataList, type DataListProps } from '#platform/web/data-table/data-list.tsx';
import { DateRange } from '#platform/web/data-table/date-range.tsx';
import type { FilterSelect } from '#platform/web/data-table/filter-bar.tsx';
import { type ListView, useListView, useOpenRow } from '#platform/web/data-table/use-list-view.ts';
import { useUser } from '#platform/web/session/session.ts';

const pageSize = 100;

/** Display of a list filter: its label, the label for "all", and its options. */
type DisplayedFilter = Pick<FilterSelect, 'label' | 'all'> &
  ({ choices: FilterSelect['choices'] } | { labels: Readonly<Record<string, string>> });

type OwnFilter<L extends ListSpec> = keyof L['filters'] | keyof NonNullable<L['conditions']>;

interface Options {
  /** Statuses to choose from; all by default. */
  statuses?: readonly string[];
  /** Search parameter that identifies the open document; `row` by default. */
  openParam?: string;
}

interface DocumentListState<L extends ListSpec> {
  spec: L;
  view: ListView;
  filters: ListFilters<L>;
  selects: readonly FilterSelect[];
  statuses: readonly string[];
}

/**
 * Stores a document list's state in the URL and derives its query parameters from it; invalid values are
 * ignored.
 *
 * @param displayedFilters filters displayed before the status filter, in order; those with fixed values need
 *   only labels
 */
export function useDocumentFilters<const L extends ListSpec>(
  spec: L,
  displayedFilters: Partial<Record<OwnFilter<L>, DisplayedFilter>> = {},
  { statuses = spec.statuses, openParam = 'row' }: Options = {},
): DocumentListState<L> {
  const entries = Object.entries(displayedFilters as Record<string, DisplayedFilter>);
  const selects = entries.map(([key, filter]) => ({
    key,
    label: filter.label,
    all: filter.all,
    choices: 'choices' in filter ? filter.choices : listChoices(spec, key, filter.labels),
  }));
  const dayFilters = spec.days === null ? [] : ['from', 'to'];
  const locationFilter = 'branch' in spec.filters ? ['branch'] : [];
  const view = useListView([...selects.map(({ key }) => key), 'status', ...locationFilter, ...dayFilters], {
    openParam,
  });
  const findAllowed = (value: string | undefined, values: readonly string[]) =>
    values.find((candidate) => candidate === value);
  const parseDay = (text: string | undefined) =>
    text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined;
  const filters = {
    branch: view.filters['branch'],
    from: parseDay(view.filters['from']),
    to: parseDay(view.filters['to']),
    ...Object.fromEntries(
      selects.map(({ key, choices }) => [
        key,
        findAllowed(
          view.filters[key],
          choices.map(({ id }) => id),
        ),
      ]),
    ),
    status: findAllowed(view.filters['status'], statuses),
    q: view.q,
    sort: findAllowed(view.sort, sortValues(spec)),
  };
  return { spec, view, filters: filters as ListFilters<L>, selects, statuses };
}

/** Returns a filter's values with their labels. */
function listChoices(
  spec: ListSpec,
  key: string,
  labels: Readonly<Record<string, string>>,
): FilterSelect['choices'] {
  const values = spec.filters[key] ?? spec.conditions?.[key] ?? [];
  return values === 'id' ? [] : values.map((id) => ({ id, name: labels[id] ?? id }));
}

/** Returns the locations whose documents the user can see and create, by name; null until loaded. */
export function useDocumentLocations(): { id: string; name: string }[] | null {
  const user = useUser();
  const { data, isPending } = useQuery(branchesQuery());
  if (isPending) return null;
  return (data ?? [])
    .filter(({ _id, isActive }) => isActive && isOwnLocation(user, _id))
    .map(({ _id, name }) => ({ id: _id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

interface ListLabels extends Record<'loading' | 'failed' | 'nothingMatches' | 'search' | 'label', string> {
  status: string;
  allStatuses: string;
  statuses: Readonly<Record<string, string>>;
  place: string;
  allPlaces: string;
  days: string;
  from: string;
  to: string;
}

interface DocumentListProps<D, L extends ListSpec>
  extends Pick<DataListProps<D>, 'name' | 'columns' | 'empty' | 'bulk' | 'defaultSort'> {
  t: ListLabels;
  state: DocumentListState<L>;
  /** Queries one page of documents. */
  list(filters: ListFilters<L>): {
    queryKey: readonly unknown[];
    queryFn(context: { signal: AbortSignal }): Promise<TolerantList<D>>;
  };
  getNumber(document: D): string;
  /** Panel of one document. */
  panel: ComponentType<{ id: string; onClose(): void }>;
}

/**
 * List of a document kind with status, location and date filters, and the panel of the document in the URL.
 */
export function DocumentList<D extends { _id: string }, const L extends ListSpec>({
  t,
  state: { spec, view, filters, selects, statuses },
  list,
  getNumber,
  panel: Panel,
  ...listProps
}: DocumentListProps<D, L>): ReactNode {
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
        {...listProps}
        label={t.label}
        texts={t}
        query={query}
        view={view}
        pageSize={pageSize}
        getKey={(document) => document._id}
        getName={getNumber}
        filters={[
          ...selects,
          {
            key: 'status',
            label: t.status,
            all: t.allStatuses,
            choices: statuses.map((id) => ({ id, name: t.statuses[id] ?? id })),
          },
          ...('branch' in spec.filters
            ? [{ key: 'branch', label: t.place, all: t.allPlaces, choices: places }]
            : []),
        ]}
        moreFilters={
          spec.days === null ? undefined : (
            <DateRange view={view} label={t.days} fromLabel={t.from} toLabel={t.to} />
          )
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
