import type { ExistingLot } from '../shapes.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { PackageSearch } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { findByGtin, readGs1 } from '#core/labels/gs1.ts';
import { compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { lotSearchQuery, type LotFilter, lotPageSize } from './queries/lots.ts';
import { SearchBox } from '#platform/web/form/search-box.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState, LoadFailed, NothingMatches } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { useScan } from '#platform/web/scanning/use-scan.ts';
import { missingValue, formatCount, formatDate } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { SearchParams } from '#platform/web/search.ts';
import { desktopQuery, useMedia } from '#platform/web/use-media.ts';
import { useDebouncedValue } from '#platform/web/use-debounced-value.ts';
import { useToday } from '#platform/web/use-today.ts';
import { LotPills } from './lot-hold.tsx';
import { lotPageMessages } from './messages.ts';
import type { lotsSearch } from './search.ts';

/**
 * Finds lots by code, item or scanned barcode, including used-up lots; `children` are rendered below the
 * list.
 */
export function LotFinder({ children }: { children?: ReactNode }) {
  const t = useMessages(lotPageMessages);
  const navigate = useNavigate();
  const search: SearchParams<typeof lotsSearch> = useSearch({ strict: false });
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState(search.q ?? '');
  const [isScanned, setScanned] = useState(false);
  const [page, setPage] = useState(1);
  const debouncedQuery = useDebouncedValue(query);
  const filterText = isScanned ? query : debouncedQuery;
  const isHeld = search.only === 'held';
  const filter = useLotFilter(filterText, isHeld);
  const results = useQuery({ ...lotSearchQuery(filter ?? {}, page), enabled: filter !== null });
  const lots = results.data;

  const updateSearch = (changes: SearchParams<typeof lotsSearch>, replace: boolean) =>
    void navigate({ to: '.', search: (old: object) => ({ ...old, ...changes }), replace });
  const changeQuery = (text: string) => {
    setScanned(false);
    setPage(1);
    setQuery(text);
  };
  const open = (lot: ExistingLot) => updateSearch({ item: lot.itemId, lot: lot.lot ?? '' }, false);

  useScan((code) => {
    setPage(1);
    setQuery(code);
    setScanned(true);
    return undefined;
  });
  const storeQueryInUrl = useEffectEvent((q: string) => updateSearch({ q: q || undefined }, true));
  useEffect(() => storeQueryInUrl(debouncedQuery), [debouncedQuery]);
  // Opens the lot directly if a scan matches only one.
  const onlyMatch = isScanned && lots?.length === 1 ? lots[0] : undefined;
  const openOnlyMatch = useEffectEvent(open);
  useEffect(() => {
    if (onlyMatch) openOnlyMatch(onlyMatch);
  }, [onlyMatch]);

  return (
    <Page>
      <PageHeader title={useMessages(pageMessages).lots} context={t.find.context} />
      <div role="search" className="flex flex-wrap items-center gap-2 pb-3">
        <SearchBox
          label={t.find.search}
          value={query}
          onValue={changeQuery}
          inputRef={input}
          onEnter={() => setScanned(true)}
          className="min-w-0 flex-1 basis-60"
        />
        <Button
          aria-pressed={isHeld}
          className={isHeld ? 'border-primary bg-selected' : ''}
          onClick={() => {
            setPage(1);
            updateSearch({ only: isHeld ? undefined : 'held' }, true);
          }}
        >
          {t.find.onHold}
        </Button>
      </div>
      {results.error ? (
        <LoadFailed title={t.find.failed} error={results.error} onRetry={() => void results.refetch()} />
      ) : lots === undefined ? (
        <SkeletonRows label={t.trace.loading} rows={8} />
      ) : lots.length === 0 && page === 1 ? (
        filterText === '' && !isHeld ? (
          <EmptyState icon={PackageSearch} title={t.find.none} text={t.find.noneText} />
        ) : (
          <NothingMatches
            title={t.find.nothingMatches}
            onClear={() => {
              changeQuery('');
              updateSearch({ only: undefined }, true);
              input.current?.focus();
            }}
          />
        )
      ) : (
        <>
          <LotResults lots={lots} />
          <div className="flex items-center justify-between gap-2 pt-3 text-muted-foreground text-xs">
            <p role="status">{t.find.shownCount(formatCount((page - 1) * lotPageSize + lots.length))}</p>
            {page > 1 || lots.length === lotPageSize ? (
              <div className="flex gap-2">
                <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
                  {t.find.newer}
                </Button>
                <Button disabled={lots.length < lotPageSize} onClick={() => setPage(page + 1)}>
                  {t.find.older}
                </Button>
              </div>
            ) : null}
          </div>
        </>
      )}
      {children}
    </Page>
  );
}

const barcodePattern = /^\d{8,14}$/;

/**
 * Converts entered or scanned text to a lot filter; null while the items that a barcode may refer to are
 * loading.
 */
function useLotFilter(text: string, isHeld: boolean): LotFilter | null {
  const today = useToday();
  const trimmed = text.trim();
  const gs1 = readGs1(trimmed, today);
  const gtin = gs1?.gtin ?? (barcodePattern.test(trimmed) ? trimmed : null);
  const items = useQuery({ ...compactItemsQuery(), enabled: gtin !== null });
  const state = isHeld ? ({ state: 'held' } as const) : {};
  if (gtin === null)
    return gs1?.lot ? { lot: gs1.lot, ...state } : { ...(trimmed && { q: trimmed }), ...state };
  if (items.isPending) return null;
  const item =
    items.data?.find(({ barcodes }) => barcodes.includes(gtin)) ??
    (gs1 ? findByGtin(gtin, items.data ?? []) : null);
  if (!item) return gs1?.lot ? { lot: gs1.lot, ...state } : { q: trimmed, ...state };
  return { itemId: item._id, ...(gs1?.lot && { lot: gs1.lot }), ...state };
}

function LotResults({ lots }: { lots: readonly ExistingLot[] }) {
  return useMedia(desktopQuery) ? <LotTable lots={lots} /> : <LotCards lots={lots} />;
}

const formatLotQty = (qty: number, { unitSymbol }: ExistingLot) =>
  qty === 0 ? missingValue : <bdi className="whitespace-nowrap">{formatAmount(qty, unitSymbol)}</bdi>;

/** Phone layout: the lot, with its quantity below. */
function LotCards({ lots }: { lots: readonly ExistingLot[] }) {
  const t = useMessages(lotPageMessages);
  const { totals } = t.trace;
  return (
    <ul aria-label={t.title} className="divide-y rounded-lg border bg-card">
      {lots.map((lot) => (
        <li key={`${lot.itemId} ${lot.lot}`} className="px-3 py-2.5 text-sm">
          <LotName lot={lot} />
          <p className="flex flex-wrap gap-x-3 pt-1 text-muted-foreground text-xs">
            {lot.placeCount === 0 ? <span>{t.find.noneLeft}</span> : null}
            {(['onHand', 'inTransit', 'onHold'] as const).map((key) =>
              lot[key] === 0 ? null : (
                <span key={key}>
                  {totals[key]} <span className="text-foreground">{formatLotQty(lot[key], lot)}</span>
                </span>
              ),
            )}
            {lot.expiry === null ? null : (
              <span>
                {t.find.useBy} <LotDate date={lot.expiry} />
              </span>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

function LotName({ lot }: { lot: ExistingLot }) {
  const t = useMessages(lotPageMessages);
  return (
    <span className="flex min-w-40 flex-wrap items-center gap-x-2 gap-y-1">
      <Link
        to="."
        search={(old: object) => ({ ...old, item: lot.itemId, lot: lot.lot ?? '' })}
        aria-label={t.traceLot(lot.lot ?? t.none)}
        className="touch:inline-flex touch:min-h-11 items-center font-medium text-primary underline-offset-4 hover:underline"
      >
        <bdi>{lot.lot}</bdi>
      </Link>
      <LotPills lot={lot} />
      <span className="basis-full text-muted-foreground text-xs">
        <bdi>{lot.itemName}</bdi> <bdi>{lot.itemCode}</bdi>
      </span>
    </span>
  );
}

function LotTable({ lots }: { lots: readonly ExistingLot[] }) {
  const t = useMessages(lotPageMessages);
  return (
    <FactTable
      label={t.title}
      rows={lots}
      getKey={({ itemId, lot }) => `${itemId} ${lot}`}
      columns={[
        { heading: t.find.lot, cell: (lot) => <LotName lot={lot} /> },
        { heading: t.find.received, cell: ({ receivedDay }) => <LotDate date={receivedDay} /> },
        { heading: t.find.useBy, cell: ({ expiry }) => <LotDate date={expiry} /> },
        {
          heading: t.find.places,
          isNumeric: true,
          cell: ({ placeCount }) => (placeCount === 0 ? t.find.noneLeft : formatCount(placeCount)),
        },
        { heading: t.trace.totals.onHand, isNumeric: true, cell: (lot) => formatLotQty(lot.onHand, lot) },
        {
          heading: t.trace.totals.inTransit,
          isNumeric: true,
          cell: (lot) => formatLotQty(lot.inTransit, lot),
        },
        { heading: t.trace.totals.onHold, isNumeric: true, cell: (lot) => formatLotQty(lot.onHold, lot) },
      ]}
    />
  );
}

const LotDate = ({ date }: { date: string | null }) => (
  <span className="whitespace-nowrap">{date === null ? missingValue : formatDate(date)}</span>
);
