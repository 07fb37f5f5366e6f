import type { LinkProps } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import type { TolerantList } from '#platform/shapes/tolerant.ts';
import { NothingMatches, SavedDataNote, SkippedNote } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { useConnection } from '#platform/web/api/connection.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { desktopQuery, useMedia } from '#platform/web/use-media.ts';
import { BulkBar } from './bulk-bar.tsx';
import type { FetchPage } from './collect-rows.ts';
import { type Column, visibleColumns } from './column.ts';
import { type Density, useColumnChoice, useDensity } from './device-settings.ts';
import { FilterBar, type FilterSelect } from './filter-bar.tsx';
import { ListFailed, PageOutOfRange } from './list-states.tsx';
import { ExportMenu, ExportProgress, ViewMenu } from './list-menus.tsx';
import { tableMessages } from './messages.ts';
import { Pager } from './pager.tsx';
import { maxNarrowColumns, RowTable, SkeletonTable } from './row-table.tsx';
import { useExport } from './use-export.ts';
import { type ListView, useOpenRow } from './use-list-view.ts';
import { usePanelKeys } from './use-panel-keys.ts';
import { useRowLinks } from './use-row-links.ts';
import { useSelection } from './use-selection.ts';

/** The parts of a query that a list uses; any list's `useQuery` result fits. */
export interface ListQuery<Row> {
  data: TolerantList<Row> | undefined;
  error: Error | null;
  /** Whether `data` is the previous page, shown until the requested one arrives. */
  isPlaceholderData: boolean;
  dataUpdatedAt: number;
  refetch(): unknown;
}

export interface DataListProps<Row> {
  /** Identifies the list in stored settings (columns) and file names: `branches`. */
  name: string;
  /** Accessible name: `Branches`. */
  label: string;
  texts: {
    loading: string;
    failed: string;
    nothingMatches: string;
    /** Search placeholder. If omitted, there is no search. */
    search?: string;
  };
  /** The first column is the row's title and links to it. */
  columns: readonly Column<Row>[];
  /** One page of rows, filtered and sorted as in `view`. */
  query: ListQuery<Row>;
  /** Default sort, `field` or `-field`; omitted if it is not a column. */
  defaultSort?: string;
  view: ListView;
  /** 50 for orders, 100 otherwise. */
  pageSize: number;
  getKey(row: Row): string;
  getName(row: Row): string;
  /** Link of a row; defaults to its panel on the list page. */
  getLink?(row: Row): LinkProps;
  filters?: readonly FilterSelect[];
  moreFilters?: ReactNode;
  /** Shown while there are no rows at all, with the first action to take. */
  empty: ReactNode;
  /** Fetches any page with the current filters, for exports. */
  fetchPage: FetchPage<Row>;
  /** Bulk actions other than export. */
  bulk?: ((rows: readonly Row[], clear: () => void) => ReactNode) | undefined;
}

/** Loaded on narrow screens only. */
const RowCards = lazyView(async () => (await import('./row-cards.tsx')).RowCards);
const SortChoice = lazyView(async () => (await import('./sort-choice.tsx')).SortChoice);

/**
 * On a tablet, touch scrolling would push many columns out of view, so rows are cards there, as on a phone.
 */
const tableQuery = `(min-width: 1200px), (min-width: 768px) and (pointer: fine)`;

const rowHeightClasses: Record<Exclude<Density, null> | 'auto', string> = {
  auto: 'h-9 touch:h-12',
  compact: 'h-9 touch:h-11',
  comfortable: 'h-12',
};

/**
 * The common list layout: search, filters, columns, export, rows, selection, pages, and states without rows.
 */
export function DataList<Row>(props: DataListProps<Row>) {
  const { name, label, texts, columns, query, view, pageSize, getKey, getName, fetchPage } = props;
  const t = useMessages(tableMessages);
  const { isAlive } = useConnection();
  const heightClass = rowHeightClasses[useDensity() ?? 'auto'];
  const visible = visibleColumns(columns, useColumnChoice(name));
  const isWide = useMedia(visible.length >= maxNarrowColumns ? tableQuery : desktopQuery);
  const { data } = query;
  const rows = data?.rows ?? [];
  const selection = useSelection(rows, getKey, JSON.stringify([view.q, view.filters]));
  const selectedRows = [...selection.rows.values()];
  const rowExport = useExport({ name, columns, getKey, fetchPage });
  const openRow = useOpenRow(view.openParam);
  usePanelKeys(rows.map(getKey), view.open, (key) => openRow(key, { replace: true }));
  const rowsProps = {
    label,
    columns: visible,
    rows,
    getKey,
    getName,
    links: useRowLinks(view.openParam, getKey, props.getLink),
    openKey: view.open,
    selection,
    isBusy: query.isPlaceholderData,
    heightClass,
  };
  const skeleton = (
    <SkeletonTable label={texts.loading} columns={visible} heightClass={heightClass} isCards={!isWide} />
  );
  const { defaultSort } = props;
  const sortProps = {
    sort: view.sort,
    defaultSort,
    onSort: (next: string | undefined) => view.set({ sort: next }),
  };

  return (
    <div className="flex flex-col">
      <FilterBar
        view={view}
        searchLabel={texts.search}
        filters={props.filters ?? []}
        more={
          isWide ? (
            props.moreFilters
          ) : (
            <>
              {props.moreFilters}
              <Suspense>
                <SortChoice columns={visible} {...sortProps} />
              </Suspense>
            </>
          )
        }
        tools={
          <>
            <ViewMenu list={name} columns={columns} />
            <ExportMenu
              isBusy={rowExport.progress !== null || !data}
              onSave={(kind) => void rowExport.save(kind)}
            />
          </>
        }
      />
      <ExportProgress progress={rowExport.progress} onCancel={rowExport.cancel} />
      {data && (query.error || !isAlive) ? <SavedDataNote loadedAt={query.dataUpdatedAt} /> : null}
      <SkippedNote count={data?.skipped ?? 0} />
      {!data && query.error ? (
        <ListFailed title={texts.failed} error={query.error} onRetry={query.refetch} />
      ) : !data ? (
        skeleton
      ) : rows.length === 0 && view.page > 1 ? (
        <PageOutOfRange onOpenFirstPage={() => view.set({ page: undefined })} />
      ) : rows.length === 0 && view.isFiltered ? (
        <NothingMatches title={texts.nothingMatches} onClear={view.clear} />
      ) : rows.length === 0 ? (
        props.empty
      ) : (
        // The pager loads with the cards above it.
        <Suspense fallback={skeleton}>
          {isWide ? <RowTable {...rowsProps} {...sortProps} /> : <RowCards {...rowsProps} />}
          <Pager
            page={view.page}
            pageSize={pageSize}
            rowCount={rows.length}
            total={data.total}
            isCapped={data.totalCapped}
            onPage={(page) => view.set({ page: page === 1 ? undefined : page })}
          />
        </Suspense>
      )}
      <BulkBar count={selectedRows.length} onClear={selection.clear}>
        <Button onClick={() => void rowExport.save('csv', selectedRows)}>{t.export.selectedCsv}</Button>
        {props.bulk?.(selectedRows, selection.clear)}
      </BulkBar>
    </div>
  );
}
