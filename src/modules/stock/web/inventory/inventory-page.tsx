import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { ClipboardCheck, ClipboardPen, Download, PackageOpen, Printer, RotateCw } from 'lucide-react';
import { Suspense, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { canOpenPage, canRead, canWrite } from '#core/permissions.ts';
import { isStockSubset } from '../../stock-subsets.ts';
import { isStockState } from '../../stock-state.ts';
import { SecondaryAction } from '#platform/web/layout/actions.tsx';
import { useDebouncedInput } from '#platform/web/data-table/use-debounced-input.ts';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { Page } from '#platform/web/layout/page.tsx';
import {
  EmptyState,
  LoadFailed,
  NothingMatches,
  SavedDataNote,
  SkippedNote,
} from '#platform/web/layout/states.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useConnection } from '#platform/web/api/connection.ts';
import { downloadFile } from '#platform/web/format/download-file.ts';
import { formatAge, formatCount } from '#platform/web/format/format.ts';
import { type Translation, useMessages } from '#platform/web/i18n/messages.ts';
import { lazyModule, lazyView, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { getBaseCurrency, useMoney } from '#platform/web/session/use-money.ts';
import { toast } from '#platform/web/toast.ts';
import { useNow } from '#platform/web/use-now.ts';
import { useToday } from '#platform/web/use-today.ts';
import { useWhenReady } from '#platform/web/use-when-ready.ts';
import { ImportLink, ImportPage, canImport, useIsImporting } from '#modules/master-data/web/import-page.tsx';
import { toUtcDay } from '#core/day.ts';
import { stockMessages } from './messages.ts';
import { StockAsAtNote } from './stock-as-at-note.tsx';
import { locationOptions, StateChips, StockFilters } from './stock-filters.tsx';
import {
  type PastStockDay,
  buildStockCsv,
  type StockFilter,
  type StockLine,
  totalStockValue,
} from './stock-rows.ts';
import { StockTable } from './stock-table.tsx';
import { useShownStock } from './use-shown-stock.ts';
import { type Stock, useStock } from './use-stock.ts';

/** Stock card, prefetched after the table. */
const card = lazyModule(() => import('./stock-card-panel.tsx'));

/** Printout, loaded with the first print. */
const StockPrintout = lazyView(async () => (await import('./stock-printout.tsx')).StockPrintout);

/** Opening stock sheet, loaded on first use. */
const OpeningPage = lazyView(async () => (await import('../opening/opening-page.tsx')).OpeningPage);

const route = getRouteApi('/_shell/inventory');

/** Inventory, import of opening stock, or the opening stock sheet, depending on the URL. */
export function InventoryPage() {
  const t = useMessages(stockMessages);
  const user = useUser();
  const { opening, place, item, lot } = route.useSearch();
  const navigate = route.useNavigate();
  const isImporting = useIsImporting('stock');
  if (isImporting) return <ImportPage kind="opening-stock" />;
  const isTracing = item !== undefined && lot !== undefined;
  // Redirects old links: lots used to be traced on this page.
  if (isTracing) return <Navigate to="/inventory/lots" search={{ item, lot }} replace />;
  if (opening !== true || !canImport(user, 'stock')) return <StockPage />;
  return (
    <Suspense
      fallback={
        <Page>
          <SkeletonRows label={t.loading} rows={12} />
        </Page>
      }
    >
      <OpeningPage
        place={place}
        onPlace={(id) => void navigate({ search: (old) => ({ ...old, place: id }), replace: true })}
      />
    </Suspense>
  );
}

/** Link to the opening stock sheet; hidden from users who can't enter opening stock. */
function OpeningLink({ variant }: { variant?: 'primary' }) {
  const t = useMessages(stockMessages);
  if (!canImport(useUser(), 'stock')) return null;
  return (
    <SecondaryAction asChild {...(variant && { variant })}>
      <Link to="/inventory" search={({ place }: { place?: string }) => ({ place, opening: true as const })}>
        <ClipboardPen aria-hidden="true" />
        {t.enterOpening}
      </Link>
    </SecondaryAction>
  );
}

/** Link to a stock count of a branch, for users who may start one. */
function CountLink() {
  const t = useMessages(stockMessages);
  const user = useUser();
  if (!canOpenPage(user, countPage) || !canWrite(user, 'stock-counts', 'canCreate')) return null;
  return (
    <SecondaryAction asChild>
      <Link to={countPage} search={{ row: 'new' }}>
        <ClipboardCheck aria-hidden="true" />
        {t.count}
      </Link>
    </SecondaryAction>
  );
}
const countPage = '/branch-order/stock-count';

/** Stock of every item at every location, with filters. */
function StockPage() {
  const t = useMessages(stockMessages);
  const stock = useStock(useStockAsAt(), route.useSearch().place);
  const { isAlive } = useConnection();
  const now = useNow();
  const { lines, loadedAt } = stock;
  return (
    <Page isWide>
      {lines === null && stock.currentLines === null ? (
        <>
          <PageHeader title={t.title} context={' '} />
          {stock.error ? (
            <LoadFailed title={t.failed} error={stock.error} onRetry={stock.refresh} />
          ) : (
            <SkeletonRows label={t.loading} rows={12} />
          )}
        </>
      ) : (
        <Inventory
          lines={lines}
          stock={stock}
          context={lines === null ? ' ' : formatStockContext(t, lines, formatAge(loadedAt, now))}
          note={
            <>
              {isAlive ? null : <SavedDataNote loadedAt={loadedAt} />}
              <SkippedNote count={stock.skipped} />
              {stock.omittedCount > 0 ? (
                <p role="note" className="pb-3 text-sm">
                  {t.unlistedBalances(formatCount(stock.omittedCount))}{' '}
                  {stock.past === undefined ? t.choosePlace : null}
                </p>
              ) : null}
            </>
          }
        />
      )}
    </Page>
  );
}

/** Returns the past day and its basis from the URL; undefined for current stock. */
function useStockAsAt(): PastStockDay | undefined {
  const { day, by } = route.useSearch();
  const today = useToday();
  const isPast = day !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(day) && day < today;
  return isPast ? { day, by: by === 'posted' ? 'posted' : 'effective' } : undefined;
}

/** Formats the number of rows, their age, and the location if there is only one. */
function formatStockContext(
  t: Translation<typeof stockMessages.en>,
  lines: readonly StockLine[],
  age: string,
): string {
  const text = t.context(formatCount(lines.length), age);
  const [place, ...others] = locationOptions(lines);
  return place && others.length === 0 ? t.atLocation(place.name, text) : text;
}

interface InventoryProps {
  /** Null while another day is loading. */
  lines: readonly StockLine[] | null;
  stock: Stock;
  context: string;
  note: React.ReactNode;
}

const noLines: readonly StockLine[] = [];

function Inventory({ lines: loaded, stock, context, note }: InventoryProps) {
  const lines = loaded ?? noLines;
  const t = useMessages(stockMessages);
  const user = useUser();
  const showsCosts = canRead(user, 'costs');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useDebouncedInput(
    search.q ?? '',
    (q) => void navigate({ search: (old) => ({ ...old, q: q || undefined }), replace: true }),
  );
  const searchText = useDeferredValue(query);
  const { place, section, category, sort, item, at } = search;
  const past = useStockAsAt();
  const day = past?.day;
  // Levels, lots and movement are available only for today.
  const state = day === undefined && isStockState(search.state) ? search.state : undefined;
  const subset = day === undefined && isStockSubset(search.subset) ? search.subset : undefined;
  const [isPrinting, setPrinting] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const { places } = stock;
  const { shownLines, counts, itemLines, unlistedCount, isComplete, ...positionState } = useShownStock(
    loaded,
    stock,
    {
      filter: { q: searchText, place, section, category, state, subset },
      sort,
      item,
      isCurrent: day === undefined,
      isExporting: isSaving || isPrinting,
    },
  );
  // There is nothing to search, filter or total.
  const isFirstUse = day === undefined && loaded?.length === 0;

  const cardModule = useLazyModuleWhen(item !== undefined, card);

  const money = useMoney();
  const stockValue = useMemo(() => totalStockValue(shownLines), [shownLines]);

  const filterBy = (change: StockFilter) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  const clear = () => {
    setQuery('');
    filterBy({
      q: undefined,
      place: undefined,
      section: undefined,
      category: undefined,
      state: undefined,
      subset: undefined,
    });
    input.current?.focus();
  };
  const open = useCallback(
    (line: StockLine, part?: 'lots') =>
      void navigate({
        search: (old) => ({ ...old, item: line.itemId, at: line.placeId, part }),
        resetScroll: false,
      }),
    [navigate],
  );
  const save = useWhenReady(isComplete, () => {
    setSaving(false);
    const names = new Map([...stock.sections, ...stock.categories].map(({ _id, name }) => [_id, name]));
    downloadFile(
      `inventory-${day ?? toUtcDay(Date.now())}${past?.by === 'posted' ? '-posted' : ''}.csv`,
      buildStockCsv(shownLines, {
        names,
        currency: showsCosts ? getBaseCurrency() : undefined,
        past: stock.past,
      }),
    );
    toast(t.csvSaved(formatCount(shownLines.length)));
  });

  return (
    <>
      <PageHeader
        title={t.title}
        context={context}
        secondaryActions={
          <>
            <CountLink />
            <OpeningLink />
            <ImportLink collection="stock" />
            <SecondaryAction
              onSelect={() => {
                stock.refresh();
                positionState.refresh();
              }}
            >
              <RotateCw aria-hidden="true" />
              {t.refresh}
            </SecondaryAction>
            <SecondaryAction
              onSelect={() => {
                setSaving(true);
                save();
              }}
            >
              <Download aria-hidden="true" />
              {t.csv}
            </SecondaryAction>
            <SecondaryAction onSelect={() => setPrinting(true)}>
              <Printer aria-hidden="true" />
              {t.print}
            </SecondaryAction>
          </>
        }
      />
      {note}
      {unlistedCount > 0 && isComplete ? (
        <p role="note" className="pb-3 text-sm">
          {t.unlistedRows(formatCount(unlistedCount))} {t.choosePlace}
        </p>
      ) : null}
      {isFirstUse ? null : (
        <div className="flex flex-col gap-3 pb-3">
          <StockFilters
            filter={{ place, section, category, state, subset }}
            day={day}
            onDay={(next) =>
              void navigate({ search: (old) => ({ ...old, day: next, sort: undefined }), replace: true })
            }
            hasPositions={!positionState.isUnsupported}
            query={query}
            onQuery={setQuery}
            onFilter={filterBy}
            onClear={clear}
            places={places}
            sections={stock.sections.map(({ _id, name }) => ({ id: _id, name }))}
            categories={stock.categories.map(({ _id, name }) => ({ id: _id, name }))}
            input={input}
          />
          {past === undefined ? null : (
            <StockAsAtNote
              requested={past}
              past={stock.past}
              onBasisChange={(by) =>
                void navigate({
                  search: (old) => ({ ...old, by: by === 'posted' ? by : undefined }),
                  replace: true,
                })
              }
              onShowCurrent={() =>
                void navigate({ search: (old) => ({ ...old, day: undefined, by: undefined }), replace: true })
              }
            />
          )}
          <div className="flex flex-col justify-between gap-2 lg:flex-row lg:items-center">
            {day === undefined ? (
              <StateChips counts={counts} state={state} onState={(next) => filterBy({ state: next })} />
            ) : (
              <span />
            )}
            <p role="status" className="text-muted-foreground text-xs tabular-nums lg:text-end">
              {t.shown(formatCount(shownLines.length), formatCount(lines.length))}
              {sort === undefined ? ` · ${t.sortedBySection}` : null}
              {showsCosts ? (
                <span className="block">
                  {t.worth(money(stockValue.onHand), money(stockValue.onHand + stockValue.inTransitOrOnHold))}
                </span>
              ) : null}
            </p>
          </div>
        </div>
      )}
      {loaded === null || (subset !== undefined && !isComplete) ? (
        stock.error ? (
          <LoadFailed title={t.failed} error={stock.error} onRetry={stock.refresh} />
        ) : (
          <SkeletonRows label={t.loading} rows={12} />
        )
      ) : lines.length === 0 ? (
        <EmptyState
          icon={PackageOpen}
          title={day === undefined ? t.empty : t.asAtEmpty}
          text={day === undefined ? t.emptyText : ''}
          action={day === undefined ? <OpeningLink variant="primary" /> : null}
        />
      ) : shownLines.length === 0 ? (
        <NothingMatches title={t.nothingMatches} onClear={clear} />
      ) : (
        <>
          <StockTable
            lines={shownLines}
            showsPlace={place === undefined && places.length > 1}
            sort={sort}
            onSort={(next) => void navigate({ search: (old) => ({ ...old, sort: next }), replace: true })}
            openKey={item && at ? `${at}|${item}` : null}
            onOpen={open}
            showsCosts={showsCosts}
            isPast={day !== undefined}
            onVisible={positionState.reportVisible}
          />
          {day === undefined ? <p className="pt-3 text-muted-foreground text-xs">{t.coverRule}</p> : null}
        </>
      )}
      {isPrinting && isComplete ? (
        <Suspense>
          <StockPrintout
            lines={shownLines}
            totalCount={lines.length}
            past={stock.past}
            showsCosts={showsCosts}
            onDone={() => setPrinting(false)}
          />
        </Suspense>
      ) : null}
      {item === undefined || cardModule === null ? null : (
        <cardModule.StockCardPanel
          itemId={item}
          placeId={at}
          part={search.part}
          lines={itemLines}
          onPlace={(id) =>
            void navigate({ search: (old) => ({ ...old, at: id }), replace: true, resetScroll: false })
          }
          onClose={() =>
            void navigate({
              search: ({ item: _item, at: _at, part: _part, ...rest }) => rest,
              resetScroll: false,
            })
          }
        />
      )}
    </>
  );
}
