import { useQuery } from '@tanstack/react-query';
import { Check, ListFilter, Plus } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { CountEvent } from '../input.ts';
import type { CountProgress } from '../shapes.ts';
import { foldText } from '#core/text.ts';
import type { CountSheet } from './queries.ts';
import { compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { packBarcodesQuery } from '#modules/packagings/web/queries.ts';
import { activeSectionsQuery } from '#modules/sections/web/queries.ts';
import { CellGrid } from '#platform/web/form/cell-grid.tsx';
import { useNumberPad } from '#platform/web/form/use-number-pad.ts';
import { SearchBox } from '#platform/web/form/search-box.tsx';
import { NothingMatches } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { announceScan, type ScanResult } from '#platform/web/scanning/scan-listeners.ts';
import { useScan } from '#platform/web/scanning/use-scan.ts';
import { useScanRules } from '#platform/web/scanning/use-scan-rules.ts';
import { pendingCells } from '#platform/web/drafts/pending-cells.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { createSearch } from '#platform/web/rank.ts';
import { useUser } from '#platform/web/session/session.ts';
import { touchQuery, useMedia } from '#platform/web/use-media.ts';
import type { CountDialogRequest } from './count-dialogs.tsx';
import {
  formatLineAmount,
  CountRow,
  getCountGridKey,
  type CountRowHandlers,
  commitPendingLine,
} from './count-row.tsx';
import { type LineFinder, LineList } from './line-list.tsx';
import { countMessages } from './messages.ts';
import {
  type CodedQuantity,
  getScannedAmount,
  type ScanSources,
  convertPacksToBaseUnits,
  type Scannable,
  parseScanCount,
  resolveScan,
} from './resolve-scan.ts';
import { createLineComparator, noSection, getSectionProgress } from './sheet-progress.ts';
import { SectionHeader, SectionList } from './sheet-sections.tsx';
import type { SheetLine } from './merge-entries.ts';

/** Notices above the sheet; loaded later, because they aren't needed for counting. */
const SheetNotes = lazyView(async () => (await import('./sheet-notes.tsx')).SheetNotes);
/** Dialogs used while counting, loaded when the first one opens. */
const CountDialogs = lazyView(async () => (await import('./count-dialogs.tsx')).CountDialogs);

interface CountSheetProps {
  count: CountSheet;
  lines: readonly SheetLine[];
  progress: CountProgress | undefined;
  /** The section in the URL; undefined for the list of sections. */
  section: string | undefined;
  /** Reason why entry is disabled; null if it isn't. */
  lockedReason: string | null;
  onEnter(entry: Pick<CountEvent, 'mode'> & Partial<CountEvent>, line: SheetLine | null): void;
}

/** A scannable line, with the barcodes of its item. */
interface ScanLine extends Scannable {
  line: SheetLine;
}

/** Height of a row before it is measured. */
const rowPx = 61;
/** Height of the top bar (56 px) plus the search row (56 px). */
const topInsetPx = 112;

const search = createSearch<SheetLine>(({ itemName, itemNameAlt, itemCode, lot }) => ({
  names: [itemName, itemNameAlt],
  codes: [itemCode, lot],
}));

/** Sheet of an open count: one section at a time, with keypad, keyboard and scanner. */
export function CountSheetView({
  count,
  lines,
  progress,
  section: requestedSection,
  lockedReason,
  onEnter,
}: CountSheetProps) {
  const t = useMessages(countMessages).sheet;
  const user = useUser();
  const rules = useScanRules();
  const items = useQuery(compactItemsQuery()).data;
  const packs = useQuery(packBarcodesQuery()).data;
  const [query, setQuery] = useState('');
  const [showsUncountedOnly, setShowsUncountedOnly] = useState(false);
  const [dialog, setDialog] = useState<CountDialogRequest | null>(null);
  const [lastScan, setLastScan] = useState<string | null>(null);
  const scannedLineIds = useRef(new Set<string>());
  const scanInput = useRef<HTMLInputElement>(null);
  const list = useRef<LineFinder>(null);
  const hasPad = useNumberPad() !== null;
  const isTouch = useMedia(touchQuery);

  const isRecount = count.status === 'Recount';
  const sorted = useMemo(
    () =>
      lines
        .filter(({ isMarkedForRecount, round }) => !isRecount || isMarkedForRecount || round > 0)
        .toSorted(createLineComparator(count.items)),
    [lines, count.items, isRecount],
  );
  const activeSections = useQuery(activeSectionsQuery()).data;
  const sections = useMemo(() => {
    const sectionNames = new Map(activeSections?.map(({ _id, name }) => [_id, name]));
    return getSectionProgress(sorted, progress, t.none, sectionNames);
  }, [sorted, progress, t.none, activeSections]);
  const section =
    sections.find(({ id }) => id === requestedSection) ?? (sections.length === 1 ? sections[0] : undefined);
  const matches = useMemo(() => {
    const words = foldText(query).split(' ').filter(Boolean);
    const candidates =
      words.length > 0 ? sorted : sorted.filter((line) => getSectionId(line) === section?.id);
    return candidates.filter(
      (line) =>
        (!showsUncountedOnly || isUncounted(line)) &&
        words.every((word) =>
          foldText(`${line.itemName} ${line.itemNameAlt ?? ''} ${line.itemCode} ${line.lot ?? ''}`).includes(
            word,
          ),
        ),
    );
  }, [sorted, query, showsUncountedOnly, section?.id]);
  const showsList = section !== undefined || query.trim() !== '';

  // Focuses the scan field, so that a scanner works immediately; not on touch devices, where that would open
  // the keyboard.
  useEffect(() => {
    if (!isTouch) scanInput.current?.focus({ preventScroll: true });
  }, [isTouch, section?.id]);

  const handlers = useMemo((): CountRowHandlers => {
    const submitEntry = (
      line: SheetLine,
      mode: 'set' | 'add',
      parts: { unit: string; qty: number }[],
      pieces: number | null,
    ) => onEnter({ mode, parts, ...(pieces !== null && { pieces }) }, line);
    return {
      onCount(line, { base, parts }, pieces) {
        scannedLineIds.current.delete(line.lineId);
        const isCountedByOther =
          line.countedQty !== null && line.countedBy !== user._id && line.countedQty !== base;
        if (!isCountedByOther) return submitEntry(line, 'set', parts, pieces);
        setDialog({
          kind: 'twice',
          line,
          ownQty: base,
          onAdd: () => submitEntry(line, 'add', parts, pieces),
          onUseOwn: () => submitEntry(line, 'set', parts, pieces),
          onUseOther: () => undefined,
        });
      },
      onClear: (line) => onEnter({ mode: 'set', qty: null }, line),
      onChoose: (line, qty) => onEnter({ mode: 'set', qty, unit: line.unit }, line),
    };
  }, [onEnter, user._id]);

  // Text left in cells when the page was closed is entered.
  const commitLeftoverText = useEffectEvent(() => {
    if (lockedReason !== null) return;
    const store = pendingCells.open(user._id, getCountGridKey(count._id));
    for (const line of sorted) commitPendingLine({ store }, line, handlers);
  });
  useEffect(() => commitLeftoverText(), []);

  /** Scrolls to a cell and focuses it, switching sections if needed. */
  function reveal(cell: string): boolean {
    const line = sorted.find(({ lineId }) => cell.startsWith(`${lineId} `));
    if (!line) return false;
    if (matches.includes(line)) list.current?.focus(line.lineId);
    else {
      setShowsUncountedOnly(false);
      setQuery(line.itemName);
    }
    return true;
  }

  const scanSources = useMemo((): ScanSources<ScanLine> => {
    const barcodesByItem = new Map(items?.map(({ _id, barcodes }) => [_id, barcodes]));
    const scannable = sorted.map(
      (line): ScanLine => ({
        lineId: line.lineId,
        itemId: line.itemId,
        itemCode: line.itemCode,
        lot: line.lot,
        isTrackedByLot: line.isTrackedByLot,
        barcodes: barcodesByItem.get(line.itemId) ?? [],
        line,
      }),
    );
    return { lines: scannable, items: items ?? [], packs: packs ?? [] };
  }, [sorted, items, packs]);

  function countScan(line: SheetLine, times: number, coded: CodedQuantity): ScanResult {
    const { qty, unit, symbol } = getScannedAmount(line, times, coded);
    const amount = formatAmount(qty, symbol);
    const addScan = (mode: 'set' | 'add') => {
      scannedLineIds.current.add(line.lineId);
      onEnter({ mode, qty, unit }, line);
      setLastScan(line.lineId);
    };
    if (line.countedQty === null || scannedLineIds.current.has(line.lineId)) {
      addScan('add');
      return { text: t.scanned(line.itemName, `+${amount}`), isOnPage: true };
    }
    setDialog({ kind: 'rescanned', line, amount, onAdd: () => addScan('add'), onSet: () => addScan('set') });
    return { text: t.rescanned(line.itemName), isOnPage: true };
  }

  /** @param times quantity multiplier */
  function scan(code: string, times: number): ScanResult {
    const match = resolveScan(code, scanSources, rules);
    if (match.kind === 'unknown') return { text: t.unknownCode(code), isRefused: true };
    if (match.kind === 'priced') return { text: t.priceWithoutWeight, isRefused: true };
    if (match.kind === 'line') return countScan(match.line.line, times, match);
    if (match.kind === 'lots') {
      setDialog({
        kind: 'lots',
        lines: match.lines.map(({ line }) => line),
        onLine: (line) => void countScan(line, times, match),
      });
      return { text: match.lines[0]?.line.itemName ?? code, isOnPage: true };
    }
    const name = items?.find(({ _id }) => _id === match.itemId)?.name ?? match.itemId;
    const sibling = sorted.find(({ itemId }) => itemId === match.itemId);
    setDialog({
      kind: 'add',
      itemId: match.itemId,
      itemName: name,
      lot: match.lot,
      expiry: match.expiry,
      qty: sibling
        ? getScannedAmount({ ...sibling, units: [] }, times, match).qty
        : convertPacksToBaseUnits(times, match.packQty),
      onAdd: addLine,
    });
    return { text: t.notListed(name), isOnPage: true };
  }

  function addLine(newLine: {
    itemId: string;
    lot: string | null;
    expiry: string | null;
    qty: number;
  }): void {
    const { itemId, lot, expiry, qty } = newLine;
    onEnter(
      { mode: 'add', itemId, qty, ...(lot !== null && { lot }), ...(expiry !== null && { expiry }) },
      null,
    );
  }

  function scanNext(code: string): ScanResult | undefined {
    if (lockedReason !== null) return undefined;
    const times = parseScanCount(scanInput.current?.value ?? '') ?? 1;
    setQuery('');
    const result = scan(code, times);
    // Blurring applies the text entered in other fields, so that the next number applies to the next scan.
    if (isTouch) blurField();
    else scanInput.current?.focus({ preventScroll: true });
    return result;
  }
  useScan(scanNext, { isContinuous: true });

  /** Handles Enter in the scan field: resolves an entered code, otherwise focuses the best match. */
  function submitScanInput(): void {
    const input = query.trim();
    if (input === '') return;
    if (lockedReason === null && resolveScan(input, scanSources, rules).kind !== 'unknown') {
      setQuery('');
      return announceScan(scan(input, 1));
    }
    const best = search(input, matches, 1)[0] ?? matches[0];
    if (best) list.current?.focus(best.lineId);
  }

  const scannedLine = lastScan === null ? undefined : lines.find(({ lineId }) => lineId === lastScan);
  const conflictingLines = lines.filter(
    ({ questions, claims }) => claims.length > 1 && questions.some(({ question }) => question === 'twice'),
  );
  return (
    <div className="flex flex-1 flex-col">
      <div
        role="search"
        className="sticky top-(--bars-block) z-20 flex h-14 items-center gap-2 bg-background"
      >
        <SearchBox
          label={t.scan}
          value={query}
          onValue={setQuery}
          onEnter={submitScanInput}
          inputRef={scanInput}
          className="flex-1"
        />
        <Button
          size="icon"
          aria-pressed={showsUncountedOnly}
          aria-label={t.uncountedOnly}
          title={showsUncountedOnly ? t.showAll : t.uncountedOnly}
          className="aria-pressed:border-primary aria-pressed:text-primary"
          onClick={() => setShowsUncountedOnly(!showsUncountedOnly)}
        >
          <ListFilter aria-hidden="true" />
        </Button>
        {lockedReason === null ? (
          <Button
            size="icon"
            aria-label={t.addItem}
            title={t.addItem}
            onClick={() => setDialog({ kind: 'choose', items: items ?? [], onAdd: addLine })}
          >
            <Plus aria-hidden="true" />
          </Button>
        ) : null}
      </div>
      <p role="status" className="min-h-5 pb-1 text-sm">
        {scannedLine ? (
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-muted-foreground text-xs">{t.lastScan}</span>
            <bdi className="font-medium">
              {t.scanned(
                scannedLine.itemName,
                scannedLine.countedQty === null ? '' : formatLineAmount(scannedLine.countedQty, scannedLine),
              )}
            </bdi>
          </span>
        ) : (
          <span className="text-muted-foreground text-xs max-sm:hidden">{t.scanHint}</span>
        )}
      </p>
      <Suspense>
        {lockedReason === null ? <SheetNotes count={count} conflictCount={conflictingLines.length} /> : null}
      </Suspense>
      {showsList ? (
        <>
          {query.trim() === '' && section ? (
            <SectionHeader
              count={count}
              section={section}
              sections={sections}
              isLocked={lockedReason !== null}
            />
          ) : null}
          {matches.length === 0 ? (
            <EmptySection query={query} onClear={() => setQuery('')} />
          ) : (
            <CellGrid name={getCountGridKey(count._id)} reveal={reveal}>
              <LineList
                lines={matches}
                estimatedRowPx={rowPx}
                topInsetPx={topInsetPx}
                handle={list}
                className="[&_input]:scroll-mt-40 [&_input]:scroll-mb-[calc(8rem+var(--pad-block,0px)*1.2)]"
              >
                {(line) => (
                  <CountRow
                    line={line}
                    userId={user._id}
                    showsBook={count.isBookHidden !== true}
                    isLocked={lockedReason !== null}
                    hasPad={hasPad}
                    handlers={handlers}
                  />
                )}
              </LineList>
            </CellGrid>
          )}
        </>
      ) : (
        <SectionList sections={sections} userId={user._id} />
      )}
      <Suspense>
        {dialog === null ? null : <CountDialogs request={dialog} onClose={() => setDialog(null)} />}
      </Suspense>
    </div>
  );
}

/** Shown if nothing matches the search or everything in the section is counted. */
function EmptySection({ query, onClear }: { query: string; onClear(): void }) {
  const t = useMessages(countMessages).sheet;
  if (query.trim() !== '') return <NothingMatches title={t.nothingFound(query)} onClear={onClear} />;
  return (
    <p className="flex items-center gap-2 px-1 py-6 text-sm">
      <Check className="size-4 text-status-green" aria-hidden="true" />
      {t.sectionDone}
    </p>
  );
}

const getSectionId = ({ section }: SheetLine) => section ?? noSection;
const isUncounted = ({ countedQty }: SheetLine) => countedQty === null;

function blurField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
