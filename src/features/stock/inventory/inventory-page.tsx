import { getRouteApi, Link } from '@tanstack/react-router';
import { ClipboardCheck, ClipboardPen, Download, PackageOpen, RotateCw, X } from 'lucide-react';
import {
  type RefObject,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { canOpenPage, mayRead, mayWrite } from '#domain/permissions.ts';
import { isStockState, type StockState, stockStates } from '#domain/stock/standing.ts';
import { SearchBox } from '#src/components/form/search-box.tsx';
import { SecondaryAction } from '#src/components/layout/actions.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { Page } from '#src/components/layout/page.tsx';
import {
  EmptyState,
  LoadFailed,
  NothingMatches,
  SavedDataNote,
  SkippedNote,
} from '#src/components/layout/states.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Select } from '#src/components/ui/input.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { useConnection } from '#src/lib/api/connection.ts';
import { cn } from '#src/lib/cn.ts';
import { download } from '#src/lib/format/csv.ts';
import { formatAge, formatCount } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { lazyModule, lazyView, useLazyModuleWhen } from '#src/lib/lazy-module.ts';
import { useUser } from '#src/lib/session/session.ts';
import { baseCurrency } from '#src/lib/session/use-money.ts';
import { toast } from '#src/lib/toast.ts';
import { useNow } from '#src/lib/use-now.ts';
import { ImportLink, ImportPage, mayImport, useIsImporting } from '#src/master-data/import-page.tsx';
import { stockMessages } from './messages.ts';
import { stateStyles } from './state-pill.tsx';
import { filterStock, sortStock, stockCsv, type StockFilter, type StockLine } from './stock-rows.ts';
import { StockTable } from './stock-table.tsx';
import { type Stock, useStock } from './use-stock.ts';

/** The card of a row, fetched when the table stands. */
const card = lazyModule(() => import('./stock-card-panel.tsx'));

/** The sheet comes with its first use. */
const OpeningPage = lazyView(async () => (await import('../opening/opening-page.tsx')).OpeningPage);

const route = getRouteApi('/_shell/inventory');
/** The address follows the typing after a pause: it is for going back to, not for every key. */
const addressPauseMs = 400;

/** A lot comes with the first one that is traced. */
const LotPage = lazyView(async () => (await import('../lots/lot-page.tsx')).LotPage);

/** The inventory, one lot of an item, the import of opening stock, or the sheet to type it into: by the address. */
export function InventoryPage() {
  const t = useMessages(stockMessages);
  const user = useUser();
  const { opening, place, item, lot } = route.useSearch();
  const navigate = route.useNavigate();
  const isImporting = useIsImporting('stock');
  if (isImporting) return <ImportPage kind="opening-stock" />;
  const isTracing = item !== undefined && lot !== undefined;
  if (!isTracing && (opening !== true || !mayImport(user, 'stock'))) return <StockPage />;
  return (
    <Suspense
      fallback={
        <Page>
          <SkeletonRows label={t.loading} rows={12} />
        </Page>
      }
    >
      {isTracing ? (
        <LotPage key={`${item} ${lot}`} itemId={item} lot={lot} />
      ) : (
        <OpeningPage
          place={place}
          onPlace={(id) => void navigate({ search: (old) => ({ ...old, place: id }), replace: true })}
        />
      )}
    </Suspense>
  );
}

/** Leads to the sheet; not there for whoever may not enter opening stock. */
function OpeningLink({ variant }: { variant?: 'primary' }) {
  const t = useMessages(stockMessages);
  if (!mayImport(useUser(), 'stock')) return null;
  return (
    <SecondaryAction asChild {...(variant && { variant })}>
      <Link to="/inventory" search={({ place }) => ({ place, opening: true as const })}>
        <ClipboardPen aria-hidden="true" />
        {t.enterOpening}
      </Link>
    </SecondaryAction>
  );
}

/** The way to a stock count of a branch, for who may begin one. */
function CountLink() {
  const t = useMessages(stockMessages);
  const user = useUser();
  if (!canOpenPage(user, countPage) || !mayWrite(user, 'stock-counts', 'canCreate')) return null;
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

/** What is where: every item at every place, filtered as one types. */
function StockPage() {
  const t = useMessages(stockMessages);
  const stock = useStock();
  const { isAlive } = useConnection();
  const now = useNow();
  const { lines, loadedAt } = stock;
  return (
    <Page isWide>
      {lines === null ? (
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
          context={t.context(formatCount(lines.length), formatAge(loadedAt, now))}
          note={
            <>
              {isAlive ? null : <SavedDataNote loadedAt={loadedAt} />}
              <SkippedNote count={stock.skipped} />
            </>
          }
        />
      )}
    </Page>
  );
}

interface InventoryProps {
  lines: readonly StockLine[];
  stock: Stock;
  context: string;
  note: React.ReactNode;
}

function Inventory({ lines, stock, context, note }: InventoryProps) {
  const t = useMessages(stockMessages);
  const user = useUser();
  const showsCosts = mayRead(user, 'costs');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState(search.q ?? '');
  const typed = useDeferredValue(query);
  const { place, section, category, sort, item, at } = search;
  const state = isStockState(search.state) ? search.state : undefined;

  const opened = useLazyModuleWhen(item !== undefined, card);

  const sorted = useMemo(() => sortStock(lines, sort), [lines, sort]);
  const { shown, counts } = useMemo(
    () => filterStock(sorted, { q: typed, place, section, category, state }),
    [sorted, typed, place, section, category, state],
  );

  useEffect(() => {
    const timer = setTimeout(() => {
      const q = query || undefined;
      void navigate({ search: (old) => (old.q === q ? old : { ...old, q }), replace: true });
    }, addressPauseMs);
    return () => clearTimeout(timer);
  }, [query, navigate]);

  const filterBy = (change: StockFilter) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  const clear = () => {
    setQuery('');
    filterBy({ q: undefined, place: undefined, section: undefined, category: undefined, state: undefined });
    input.current?.focus();
  };
  const open = useCallback(
    (line: StockLine) =>
      void navigate({
        search: (old) => ({ ...old, item: line.itemId, at: line.placeId }),
        resetScroll: false,
      }),
    [navigate],
  );
  const save = () => {
    const names = new Map([...stock.sections, ...stock.categories].map(({ _id, name }) => [_id, name]));
    download(
      `inventory-${new Date().toISOString().slice(0, 10)}.csv`,
      stockCsv(shown, names, showsCosts ? baseCurrency() : undefined),
    );
    toast(t.csvSaved(formatCount(shown.length)));
  };

  return (
    <>
      <PageHeader
        title={t.title}
        context={context}
        more={
          <>
            <CountLink />
            <OpeningLink />
            <ImportLink collection="stock" />
            <SecondaryAction onSelect={stock.refresh}>
              <RotateCw aria-hidden="true" />
              {t.refresh}
            </SecondaryAction>
            <SecondaryAction onSelect={save}>
              <Download aria-hidden="true" />
              {t.csv}
            </SecondaryAction>
          </>
        }
      />
      {note}
      <div className="flex flex-col gap-3 pb-3">
        <StockFilters
          filter={{ place, section, category, state }}
          query={query}
          onQuery={setQuery}
          onFilter={filterBy}
          onClear={clear}
          places={placesOf(lines)}
          sections={stock.sections.map(({ _id, name }) => ({ id: _id, name }))}
          categories={stock.categories.map(({ _id, name }) => ({ id: _id, name }))}
          input={input}
        />
        <div className="flex flex-col justify-between gap-2 lg:flex-row lg:items-center">
          <StateChips counts={counts} state={state} onState={(next) => filterBy({ state: next })} />
          <p role="status" className="text-muted-foreground text-xs tabular-nums">
            {t.shown(formatCount(shown.length), formatCount(lines.length))}
            {sort === undefined ? ` · ${t.walkOrder}` : null}
          </p>
        </div>
      </div>
      {lines.length === 0 ? (
        <EmptyState
          icon={PackageOpen}
          title={t.empty}
          text={t.emptyText}
          action={<OpeningLink variant="primary" />}
        />
      ) : shown.length === 0 ? (
        <NothingMatches title={t.nothingMatches} onClear={clear} />
      ) : (
        <StockTable
          lines={shown}
          sort={sort}
          onSort={(next) => void navigate({ search: (old) => ({ ...old, sort: next }), replace: true })}
          openKey={item && at ? `${at}|${item}` : null}
          onOpen={open}
          showsCosts={showsCosts}
        />
      )}
      {item === undefined || opened === null ? null : (
        <opened.StockCardPanel
          itemId={item}
          placeId={at}
          lines={lines}
          onPlace={(id) =>
            void navigate({ search: (old) => ({ ...old, at: id }), replace: true, resetScroll: false })
          }
          onClose={() =>
            void navigate({ search: ({ item: _item, at: _at, ...rest }) => rest, resetScroll: false })
          }
        />
      )}
    </>
  );
}

function placesOf(lines: readonly StockLine[]): Choice[] {
  const names = new Map(lines.map((line) => [line.placeId, line.placeName]));
  return [...names].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name));
}

interface Choice {
  id: string;
  name: string;
}

interface StockFiltersProps {
  filter: StockFilter;
  /** What stands in the search now, ahead of what is shown. */
  query: string;
  onQuery(query: string): void;
  onFilter(change: StockFilter): void;
  onClear(): void;
  places: readonly Choice[];
  sections: readonly Choice[];
  categories: readonly Choice[];
  input: RefObject<HTMLInputElement | null>;
}

/** Search and filters of the inventory. `/` comes to the search from anywhere, Esc empties it. */
function StockFilters(props: StockFiltersProps) {
  const { filter, query, onQuery, onFilter, onClear, places, sections, categories, input } = props;
  const t = useMessages(stockMessages);
  const isFiltered = Object.values({ ...filter, q: query }).some(Boolean);
  const selects = [
    { key: 'place', label: t.place, all: t.allPlaces, choices: places },
    { key: 'section', label: t.section, all: t.allSections, choices: sections },
    { key: 'category', label: t.category, all: t.allCategories, choices: categories },
  ] as const;

  return (
    <div role="search" className="grid grid-cols-2 gap-2 sm:grid-cols-4 lg:flex print:hidden">
      <SearchBox
        label={t.search}
        value={query}
        onValue={onQuery}
        input={input}
        className="col-span-full lg:flex-1"
      />
      {selects.map(({ key, label, all, choices }) =>
        choices.length > 1 ? (
          <Select
            key={key}
            aria-label={label}
            value={filter[key] ?? ''}
            onChange={(event) => onFilter({ [key]: event.currentTarget.value || undefined })}
            className="min-w-0 lg:w-44"
          >
            <option value="">{all}</option>
            {choices.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        ) : null,
      )}
      <Button variant="ghost" className={isFiltered ? '' : 'invisible'} onClick={onClear}>
        <X aria-hidden="true" />
        {t.clear}
      </Button>
    </div>
  );
}

interface StateChipsProps {
  counts: Record<StockState, number>;
  state: StockState | undefined;
  onState(state: StockState | undefined): void;
}

/** One chip per state with how many rows stand in it; the one chosen filters. */
function StateChips({ counts, state, onState }: StateChipsProps) {
  const t = useMessages(stockMessages);
  return (
    <div
      role="group"
      aria-label={t.stateLabel}
      className="-mx-3 flex gap-2 overflow-x-auto px-3 py-1 md:-mx-6 md:px-6 lg:mx-0 lg:flex-wrap lg:px-0 print:hidden"
    >
      {stockStates.map((name) => {
        const { icon: Icon } = stateStyles[name];
        const isOn = name === state;
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isOn}
            onClick={() => onState(isOn ? undefined : name)}
            className={cn(
              'inline-flex h-8 shrink-0 items-center gap-1.5 whitespace-pre rounded-full border px-3 text-xs tabular-nums hover:bg-accent touch:h-11',
              isOn && 'border-primary bg-selected font-medium',
              counts[name] === 0 && !isOn && 'text-muted-foreground',
            )}
          >
            <Icon className="size-3.5" aria-hidden="true" />
            {t.states[name]} {formatCount(counts[name])}
          </button>
        );
      })}
    </div>
  );
}
