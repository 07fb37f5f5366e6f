import { Hourglass, TriangleAlert, Undo2 } from 'lucide-react';
import { type FocusEvent, memo, useEffect, useEffectEvent } from 'react';
import { ItemPicture } from '#modules/items/web/item-picture.tsx';
import { useCellGrid, usePendingTexts } from '#platform/web/form/cell-grid.tsx';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { cn } from '#platform/web/cn.ts';
import { type CellGridModel, removePendingText } from '#platform/web/drafts/cell-grids.ts';
import { formatDate, formatTime } from '#platform/web/format/format.ts';
import { parseQuantity, formatQuantityInput } from '#platform/web/format/parse-quantity.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { countMessages } from './messages.ts';
import {
  type EntryUnit,
  splitIntoUnits,
  totalAmountInput,
  type AmountTotal,
  type AmountInput,
  type UnitQuantity,
} from './amount-input.ts';
import type { SheetLine } from './merge-entries.ts';

/** Returns the units of a line, largest first; only the base unit if no others are available. */
export function getLineUnits({
  units,
  unit,
  unitSymbol,
}: Pick<SheetLine, 'units' | 'unit' | 'unitSymbol'>): EntryUnit[] {
  const entryUnits = units.map(({ _id: id, symbol, num, den, wholeOnly }) => ({
    id,
    symbol,
    num,
    den,
    isWhole: wholeOnly,
  }));
  const sorted = entryUnits.toSorted((a, b) => b.num * a.den - a.num * b.den);
  const base = { id: unit, symbol: unitSymbol, num: 1, den: 1, isWhole: false };
  return sorted.length === 0 ? [base] : sorted;
}

/** Formats an amount in the count units of a line: `2 cases + 3 bottles`. */
export function formatLineAmount(
  base: number,
  line: Pick<SheetLine, 'units' | 'unit' | 'unitSymbol'>,
): string {
  const units = getLineUnits(line);
  const symbols = new Map(units.map(({ id, symbol }) => [id, symbol]));
  const parts = splitIntoUnits(base, units);
  return parts.length === 0
    ? formatAmount(base, line.unitSymbol)
    : parts.map(({ unit, qty }) => formatAmount(qty, symbols.get(unit) ?? '')).join(' + ');
}

/** Callbacks of a row; one stable object for all rows, so that a row re-renders only for its own changes. */
export interface CountRowHandlers {
  /** Called when a line with a new entry loses focus. */
  onCount(line: SheetLine, total: Extract<AmountTotal, { kind: 'total' }>, pieces: number | null): void;
  /** Removes the count of a line. */
  onClear(line: SheetLine): void;
  /** Resolves two users' counts. Quantity in the base unit. */
  onChoose(line: SheetLine, qty: number): void;
}

/** Returns the storage key of the unsaved text in a count's cells. */
export const getCountGridKey = (countId: string) => `count.${countId}`;

/** Used in place of a unit in the key of the cell for pieces. */
const piecesUnit = 'pieces';

const getCellKey = ({ lineId }: Pick<SheetLine, 'lineId'>, unit: string) => `${lineId} ${unit}`;

/**
 * Returns the amount shown in a line's cells: unsaved text if there is any, otherwise the counted quantity.
 */
function getShownAmount(line: SheetLine, pendingTexts: Readonly<Record<string, string>>): AmountInput {
  const units = getLineUnits(line);
  const countedParts = getCountedParts(line, units);
  return Object.fromEntries(
    units.map(({ id }) => [
      id,
      pendingTexts[getCellKey(line, id)] ?? formatQuantityInput(countedParts[id] ?? null),
    ]),
  );
}

/**
 * Enters the unsaved text of a line, whether or not its row is rendered. Invalid text stays in its cell and
 * blocks submission.
 */
export function commitPendingLine(
  grid: Pick<CellGridModel, 'store'>,
  line: SheetLine,
  handlers: Pick<CountRowHandlers, 'onCount' | 'onClear'>,
): void {
  const units = getLineUnits(line);
  const cells = [...units.map(({ id }) => getCellKey(line, id)), getCellKey(line, piecesUnit)];
  const texts = grid.store.get().cells;
  const pendingTexts = Object.fromEntries(
    cells.flatMap((cell) => (texts[cell] === undefined ? [] : [[cell, texts[cell].text]])),
  );
  if (Object.keys(pendingTexts).length === 0) return;
  const total = totalAmountInput(getShownAmount(line, pendingTexts), units);
  const parsedPieces = parseQuantity(
    pendingTexts[getCellKey(line, piecesUnit)] ?? formatQuantityInput(line.pieces),
  );
  if (total.kind === 'invalid' || parsedPieces.kind === 'invalid') return;
  const pieces =
    parsedPieces.kind === 'quantity' && Number.isInteger(parsedPieces.value) ? parsedPieces.value : null;
  removePendingText(grid, ...cells);
  if (total.kind === 'empty') {
    if (line.countedQty !== null) handlers.onClear(line);
    return;
  }
  const isSame = total.base === line.countedQty && (pieces === null || pieces === line.pieces);
  enteredParts.set(line.lineId, total);
  if (!isSame) handlers.onCount(line, total, pieces);
}

interface CountRowProps {
  line: SheetLine;
  userId: string;
  /** Whether book quantities are shown. */
  showsBook: boolean;
  /** Whether entering is disabled. */
  isLocked: boolean;
  hasPad: boolean;
  handlers: CountRowHandlers;
}

/** One line of the sheet: a field per unit, their total, and who counted it. */
export const CountRow = memo(function CountRow({
  line,
  userId,
  showsBook,
  isLocked: isSheetLocked,
  hasPad,
  handlers,
}: CountRowProps) {
  const t = useMessages(countMessages).sheet;
  const units = getLineUnits(line);
  // A recount must be done by another user.
  const isCountedByUser = line.isMarkedForRecount && line.firstBy === userId;
  const isLocked = isSheetLocked || isCountedByUser;
  const grid = useCellGrid();
  const cells = [...units.map(({ id }) => getCellKey(line, id)), getCellKey(line, piecesUnit)];
  const pendingTexts = usePendingTexts(grid, cells);
  const countedParts = getCountedParts(line, units);
  const pendingTotal =
    pendingTexts === null ? null : totalAmountInput(getShownAmount(line, pendingTexts), units);
  const shownQty =
    pendingTotal?.kind === 'total' ? pendingTotal.base : pendingTexts === null ? line.countedQty : null;
  const hasConflict = line.questions.some(({ question }) => question === 'twice') && line.claims.length > 1;

  /** A line is entered as a whole when it loses focus, because half of `2 cases + 3` is not a count. */
  const save = useEffectEvent(() => {
    if (!isLocked) commitPendingLine(grid, line, handlers);
  });
  // A line is also entered when its row scrolls out of view.
  useEffect(() => () => save(), []);

  function commitOnBlur({ relatedTarget, currentTarget }: FocusEvent): void {
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
    if (!isLocked) commitPendingLine(grid, line, handlers);
  }

  const hasOneField = units.length === 1 && !line.isCountedInPieces;
  return (
    <div
      className={cn(
        rowGrid,
        hasOneField && 'grid-cols-[minmax(0,1fr)_auto]',
        'border-b bg-card px-3 py-2',
        hasConflict && 'bg-selected',
      )}
      onBlur={commitOnBlur}
      onKeyDown={({ key, target }) => {
        // There is no field after the last one, so Enter submits the line.
        if (key === 'Enter' && target === document.activeElement && !isLocked)
          commitPendingLine(grid, line, handlers);
      }}
    >
      <div className="flex min-w-0 gap-2">
        <ItemPicture itemId={line.itemId} />
        <div className="min-w-0">
          <p className="break-words font-medium leading-5">
            <bdi>{line.itemName}</bdi>
          </p>
          <p className="text-muted-foreground text-xs">
            <bdi>{line.itemCode}</bdi>
            {line.isTrackedByLot ? (
              <>
                {' · '}
                <bdi>{line.lot ? t.lot(line.lot) : t.noLot}</bdi>
              </>
            ) : null}
            {line.expiry ? ` · ${t.expires(formatDate(line.expiry))}` : null}
            {line.isAdded ? ` · ${t.added}` : null}
            {showsBook && line.bookQty !== undefined ? (
              <>
                {' · '}
                <bdi>{t.book(formatAmount(line.bookQty, line.unitSymbol))}</bdi>
              </>
            ) : null}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-start gap-2 @3xl:justify-end">
        {units.map((unit) => (
          <QuantityCell
            key={unit.id}
            column="count"
            cell={getCellKey(line, unit.id)}
            className="[&_input]:touch:text-xl [&>div:first-child]:touch:h-14"
            label={t.quantityLabel(line.itemName)}
            value={countedParts[unit.id] ?? null}
            unit={unit.symbol}
            isWhole={unit.isWhole}
            hasPad={hasPad}
            disabled={isLocked}
            onCommit={() => undefined}
            onCommitRow={() => (isLocked ? undefined : commitPendingLine(grid, line, handlers))}
          />
        ))}
        {line.isCountedInPieces ? (
          <QuantityCell
            column="pieces"
            cell={getCellKey(line, piecesUnit)}
            className="[&_input]:touch:text-xl [&>div:first-child]:touch:h-14"
            label={t.piecesLabel(line.itemName)}
            value={line.countedQty === null ? null : line.pieces}
            unit={t.pieces}
            isWhole
            hasPad={hasPad}
            disabled={isLocked}
            onCommit={() => undefined}
            onCommitRow={() => (isLocked ? undefined : commitPendingLine(grid, line, handlers))}
          />
        ) : null}
      </div>
      <div className="flex min-w-0 items-center justify-between gap-2 @max-3xl:col-span-full @3xl:justify-end">
        <div className="min-w-0 text-sm @3xl:text-end" aria-live="off">
          {shownQty !== null && (units.length > 1 || pendingTotal !== null) ? (
            <p className="font-medium tabular-nums" data-total>
              <bdi>{t.total(formatAmount(shownQty, line.unitSymbol))}</bdi>
            </p>
          ) : null}
          <CountedBy line={line} userId={userId} />
        </div>
        {line.countedQty !== null && !isLocked ? (
          <Button
            variant="ghost"
            size="icon"
            tabIndex={-1}
            aria-label={`${t.clearCount}: ${line.itemName}`}
            title={t.clearCount}
            onClick={() => {
              removePendingText(grid, ...cells);
              handlers.onClear(line);
            }}
            className="text-muted-foreground"
          >
            <Undo2 aria-hidden="true" />
          </Button>
        ) : null}
      </div>
      {hasConflict && !isLocked ? <ConflictChoices line={line} handlers={handlers} /> : null}
    </div>
  );
});

/** Shows who counted a line and when, or that a recount is required. */
function CountedBy({ line, userId }: { line: SheetLine; userId: string }) {
  const t = useMessages(countMessages).sheet;
  if (line.isMarkedForRecount && line.countedQty === null)
    return (
      <p className="text-status-amber text-xs">
        {line.firstBy === userId ? t.recountByOther : t.recountNeeded}
      </p>
    );
  if (line.countedQty === null || line.countedAt === null) return null;
  const time = formatTime(line.countedAt);
  return (
    <p className="flex items-center gap-1 text-muted-foreground text-xs @3xl:justify-end">
      {line.isWaiting ? <SendState isRefused={line.isRefused} /> : null}
      <bdi>
        {line.countedBy === userId ? t.countedByMe(time) : t.countedBy(line.countedByName ?? '', time)}
      </bdi>
    </p>
  );
}

/** Status of an entry that is not on the server: waiting or rejected. */
function SendState({ isRefused }: { isRefused: boolean }) {
  const t = useMessages(countMessages).sheet;
  const Icon = isRefused ? TriangleAlert : Hourglass;
  return (
    <>
      <span className={cn('flex items-center gap-1', isRefused && 'text-destructive')}>
        <Icon className="size-3 shrink-0" aria-hidden="true" />
        {isRefused ? t.rejected : t.waiting}
      </span>
      <span aria-hidden="true">·</span>
    </>
  );
}

/** Choices for a line with conflicting counts: one of them, or their sum. */
function ConflictChoices({ line, handlers }: { line: SheetLine; handlers: CountRowHandlers }) {
  const t = useMessages(countMessages).sheet;
  const sum = line.claims.reduce((all, { qty }) => all + Math.round(qty * 1e6), 0) / 1e6;
  return (
    <div
      role="group"
      aria-label={t.conflictTitle(line.itemName)}
      className="col-span-full flex flex-wrap items-center gap-2"
    >
      <p className="w-full text-sm text-status-amber">{t.conflictTitle(line.itemName)}</p>
      <Button size="sm" onClick={() => handlers.onChoose(line, sum)}>
        {t.add(formatLineAmount(sum, line))}
      </Button>
      {line.claims.map(({ by, byName, device, qty, at }) => (
        <Button key={`${by} ${device} ${at}`} size="sm" onClick={() => handlers.onChoose(line, qty)}>
          {t.useCountBy(byName, formatLineAmount(qty, line))}
        </Button>
      ))}
    </div>
  );
}

/** Counts as they were entered while this page was open, by line. */
const enteredParts = new Map<string, { base: number; parts: readonly UnitQuantity[] }>();

/** Returns the counted quantity by unit: as it was entered here, or in the largest units that fit. */
function getCountedParts(
  { lineId, countedQty }: SheetLine,
  units: readonly EntryUnit[],
): Readonly<Record<string, number>> {
  if (countedQty === null) return {};
  const enteredCount = enteredParts.get(lineId);
  const parts = enteredCount?.base === countedQty ? enteredCount.parts : splitIntoUnits(countedQty, units);
  return Object.fromEntries(parts.map(({ unit, qty }) => [unit, qty]));
}

/**
 * On narrow screens, the fields are below the name, or beside it if there is only one; on wide screens,
 * everything is on one line.
 */
const rowGrid =
  'grid grid-cols-1 items-center gap-x-4 gap-y-1.5 @3xl:min-h-13 @3xl:grid-cols-[minmax(10rem,1fr)_auto_11rem]';
