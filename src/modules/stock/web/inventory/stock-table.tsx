import { ArrowDown, ArrowUp } from 'lucide-react';
import { Fragment, memo, type MouseEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useListKeys } from '#platform/web/form/use-list-keys.ts';
import { useRowWindow } from '#platform/web/long-list/use-row-window.ts';
import { cn } from '#platform/web/cn.ts';
import { formatDay, formatQuantity } from '#platform/web/format/format.ts';
import type { MoneyFormat } from '#platform/web/format/money.ts';
import { formatAmount, formatUnitWithPieces } from '#platform/web/format/unit.ts';
import { type Translation, useMessages } from '#platform/web/i18n/messages.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { useMedia } from '#platform/web/use-media.ts';
import { stockMessages } from './messages.ts';
import { StatePill } from './state-pill.tsx';
import {
  selectStockColumns,
  getLongestFigureChars,
  type StockTableShape,
  typicalChars,
} from './stock-columns.ts';
import { formatDaysOfCover, hasLots, parseStockSort, type SortField, type StockLine } from './stock-rows.ts';

interface StockTableProps {
  lines: readonly StockLine[];
  sort: string | undefined;
  onSort(sort: string | undefined): void;
  /** Whether rows of several locations are listed. */
  showsPlace: boolean;
  /** The row whose card is open. */
  openKey: string | null;
  onOpen(line: StockLine, part?: 'lots'): void;
  showsCosts: boolean;
  /** Whether the rows are of a past day, which has no levels, lots or usage. */
  isPast: boolean;
  /** Called with the visible items once they have been visible for a moment. */
  onVisible(items: readonly string[]): void;
}

/** Items must be visible this long, in ms, so that fast scrolling loads nothing. */
const visibleDelayMs = 120;

const rowPx = { compact: 36, touch: 48, medium: 52, narrow: 84 };
/** Combined height of the top bar and the table header. */
const topInsetPx = 92;
const startAligned: ReadonlySet<SortField> = new Set(['item', 'place', 'expiry', 'state']);

/** Virtualized table of all rows. Arrow keys, J and K move between rows, Enter opens one. */
export function StockTable(props: StockTableProps) {
  const { lines, showsPlace, sort, onSort, openKey, onOpen, showsCosts, isPast, onVisible } = props;
  const t = useMessages(stockMessages);
  const money = useMoney();
  const body = useRef<HTMLTableSectionElement>(null);
  const isVeryWide = useMedia('(min-width: 1600px)');
  const isFull = useMedia('(min-width: 1480px)');
  const isWide = useMedia('(min-width: 1200px)');
  const isMedium = useMedia('(min-width: 640px)');
  const shape = isFull ? 'full' : isWide ? 'wide' : isMedium ? 'medium' : 'narrow';
  const isTouch = useMedia('(pointer: coarse)');
  const heightPx =
    shape === 'medium' || shape === 'narrow' ? rowPx[shape] : isTouch ? rowPx.touch : rowPx.compact;
  useListKeys(body);
  const { parts } = useRowWindow({
    list: body,
    keys: lines.map(({ key }) => key),
    estimatedRowPx: heightPx,
    topInsetPx,
  });
  const renderedIds = parts.flatMap((part) => ('px' in part ? [] : (lines[part.index]?.itemId ?? [])));
  const visibleIds = [...new Set(renderedIds)].toSorted().join();
  useEffect(() => {
    const timer = setTimeout(() => onVisible(visibleIds.split(',').filter(Boolean)), visibleDelayMs);
    return () => clearTimeout(timer);
  }, [visibleIds, onVisible]);
  const hasPieces = lines.some(({ pieces }) => pieces !== undefined);
  const longest = useMemo(() => getLongestFigureChars(lines, money), [lines, money]);
  const selectedColumns = selectStockColumns(shape, isPast, longest);
  // If there are no lots at all, their column makes room for names.
  const showsLots = lines.some(hasLots);
  const isShown: Partial<Record<SortField, boolean>> = {
    value: showsCosts,
    // Next to the location there is only room on a large screen.
    avgCost: showsCosts && (isVeryWide || isPast || !showsPlace),
    place: showsPlace,
    expiry: showsLots,
  };
  const widths: Partial<Record<SortField, string>> = {
    ...(hasPieces && { onHand: 'w-36' }),
    ...(!showsLots && { place: 'w-44 rtl:w-40' }),
  };
  const columns = selectedColumns
    .filter(([field]) => isShown[field] ?? true)
    .map(([field, width]): [SortField, string] => [field, widths[field] ?? width]);
  const fields = columns.map(([field]) => field).join();

  return (
    <table aria-label={t.table} aria-rowcount={lines.length + 1} className="w-full table-fixed text-sm">
      <thead className="sticky top-(--bars-block) z-10 bg-background">
        <tr aria-rowindex={1}>
          {columns.map(([field, width]) => (
            <StockColumnHeader
              key={field}
              field={field}
              sort={sort}
              onSort={onSort}
              className={width}
              chars={longest[field] ?? 0}
              isEndAligned={!startAligned.has(field)}
            />
          ))}
        </tr>
      </thead>
      <tbody ref={body} className="bg-card">
        {parts.map((part) => {
          if ('px' in part)
            return <tr key={`gap ${part.from}`} aria-hidden="true" style={{ height: part.px }} />;
          const line = lines[part.index];
          return line ? (
            <StockRow
              key={line.key}
              line={line}
              index={part.index}
              heightPx={heightPx}
              shape={shape}
              showsPlace={showsPlace}
              fields={fields}
              money={money}
              isOpen={line.key === openKey}
              onOpen={onOpen}
            />
          ) : null;
        })}
      </tbody>
    </table>
  );
}

interface StockRowProps {
  line: StockLine;
  index: number;
  heightPx: number;
  /** Layout variant by available space. */
  shape: StockTableShape;
  /** Whether rows show their location; set if there are several. */
  showsPlace: boolean;
  /** Column names joined by commas: a primitive, so that memoized rows don't re-render for a new array. */
  fields: string;
  money: MoneyFormat;
  isOpen: boolean;
  onOpen(line: StockLine, part?: 'lots'): void;
}

/** Names are truncated at their own end, whatever their writing direction, and aligned with their column. */
const nameClasses = 'truncate text-left [unicode-bidi:plaintext] rtl:text-right';
const hiddenFigure = '–';
const cell = 'truncate px-2 first:ps-3 last:pe-3';
const figure = `${cell} text-right tabular-nums`;
/** The unit is a CSS `content`, which saves one element per row. */
const figureWithUnit = `${figure} after:text-muted-foreground after:text-xs after:content-[attr(data-unit)]`;

/** One item at one location; memoized, so that a keystroke in the search re-renders only changed rows. */
const StockRow = memo(function StockRow(props: StockRowProps) {
  const { line, index, heightPx, shape, showsPlace, fields, money, isOpen, onOpen } = props;
  const t = useMessages(stockMessages);
  // A plain link: dozens of rows render at every keystroke, and a router link costs more.
  const href = `/inventory?item=${encodeURIComponent(line.itemId)}&at=${encodeURIComponent(line.placeId)}`;
  const handleOpen = (part?: 'lots') => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    onOpen(line, part);
  };
  const link = (
    <a
      data-row-link
      href={href}
      title={`${line.itemName} ${line.itemCode}`}
      className="font-medium text-foreground text-sm underline-offset-4 hover:underline"
    >
      {line.itemName}
    </a>
  );
  const isOneLine = shape === 'full' || shape === 'wide';
  // Next to the name on a laptop, the code would be truncated.
  const showsCode = shape === 'full' || !showsPlace;
  const lots = hasLots(line) ? t.lotSummary(line, formatLotDay(line)) : '';
  const cover = line.cover === null ? '' : t.card.cover(formatDaysOfCover(line.cover));
  // Figures are hidden from a user who counts the item blind.
  const isHidden = line.state === 'counting';
  const pill = line.state === 'ok' ? null : <StatePill state={line.state} />;
  const quantity = (value: number) => (
    <td className={figure}>{value === 0 ? '' : formatQuantity(value, line.unit)}</td>
  );
  const cells: Record<SortField, () => ReactNode> = {
    item: () =>
      isOneLine ? (
        <td className={cn(cell, nameClasses, 'text-muted-foreground text-xs')}>
          {link} {showsCode ? line.itemCode : null}
        </td>
      ) : (
        <td className={cn(cell, 'text-start')}>
          <div className={nameClasses}>{link}</div>
          <div className={cn(nameClasses, 'text-muted-foreground text-xs')}>
            {line.itemCode}
            {showsPlace ? ` · ${line.placeName}` : null}
            {shape === 'medium' && lots !== '' ? ` · ${lots}` : null}
          </div>
          {shape === 'narrow' && lots !== '' ? (
            <div className={cn(nameClasses, 'text-xs', getLineTone(line))}>{lots}</div>
          ) : null}
        </td>
      ),
    place: () => (
      <td className={cn(cell, 'text-start text-xs')} title={line.placeName}>
        {line.placeName}
      </td>
    ),
    onHand: () =>
      shape === 'narrow' ? (
        <td className={figure}>
          <div>{isHidden ? hiddenFigure : formatAmount(line.onHand, line.unit, line.pieces)}</div>
          {cover === '' ? null : <div className="text-muted-foreground text-xs">{cover}</div>}
          {pill === null ? null : <div className="pt-1">{pill}</div>}
        </td>
      ) : (
        <td
          data-unit={isHidden ? '' : `\u00a0${formatUnitWithPieces(line.onHand, line.unit, line.pieces)}`}
          className={figureWithUnit}
        >
          {isHidden ? hiddenFigure : formatQuantity(line.onHand, line.unit)}
        </td>
      ),
    reserved: () => quantity(line.reserved),
    available: () => (
      <td className={figure}>{isHidden ? hiddenFigure : formatQuantity(line.available, line.unit)}</td>
    ),
    inTransit: () => quantity(line.inTransit),
    onHold: () => quantity(line.onHold),
    par: () => (
      <td className={cn(figure, 'text-muted-foreground')} title={formatLevels(line)}>
        {formatLevels(line)}
      </td>
    ),
    expiry: () => (
      <td className={cn(cell, 'text-start text-xs')}>
        {lots === '' ? null : (
          <a
            href={`${href}&part=lots`}
            title={t.openLots(lots)}
            onClick={handleOpen('lots')}
            className={cn('underline-offset-4 hover:underline', getLineTone(line))}
          >
            {lots}
          </a>
        )}
      </td>
    ),
    cover: () => (
      <td className={figure} title={formatUsage(t, line)}>
        {line.cover === null ? '' : formatDaysOfCover(line.cover)}
      </td>
    ),
    state: () => <td className={cn(cell, 'text-start')}>{pill}</td>,
    avgCost: () => <td className={figure}>{isHidden ? hiddenFigure : money.unitCost(line.avgCost)}</td>,
    value: () => <td className={figure}>{isHidden ? hiddenFigure : money(line.value)}</td>,
  };
  return (
    <tr
      aria-rowindex={index + 2}
      data-row={line.key}
      style={{ height: heightPx }}
      onClick={handleOpen()}
      className={cn('cursor-pointer border-b text-end hover:bg-accent/50', isOpen && 'bg-selected')}
    >
      {fields.split(',').map((field) => (
        <Fragment key={field}>{cells[field as SortField]()}</Fragment>
      ))}
    </tr>
  );
});

type Messages = Translation<typeof stockMessages.en>;

/** Formats daily usage, with the number of days and the basis of the calculation. */
const formatUsage = (t: Messages, { use, unit }: Pick<StockLine, 'use' | 'unit'>): string =>
  use === null
    ? ''
    : t.card.coverHint[use.basis](formatAmount(Number(use.perDay.toPrecision(2)), unit), String(use.days));

const formatLotDay = ({ nextExpiry }: StockLine) => (nextExpiry === null ? '' : formatDay(nextExpiry));

/** The text states expiry and holds; the color only reinforces it. */
const getLineTone = ({ expiredLots, onHoldLots }: StockLine) =>
  expiredLots + onHoldLots > 0 ? 'font-medium text-destructive' : 'text-muted-foreground';

/** Formats levels as `2 / 6 / 12`; empty if none is set. */
export function formatLevels({
  min,
  par,
  max,
  unit,
}: Pick<StockLine, 'min' | 'par' | 'max' | 'unit'>): string {
  if (min === null && par === null && max === null) return '';
  return [min, par, max].map((level) => formatQuantity(level, unit)).join(' / ');
}

interface StockColumnHeaderProps {
  field: SortField;
  sort: string | undefined;
  onSort(sort: string | undefined): void;
  isEndAligned: boolean;
  className?: string;
  /** Characters of the column's longest figure. */
  chars: number;
}

/** Sortable column header: first click ascending, second descending, third back to section order. */
function StockColumnHeader({ field, sort, onSort, isEndAligned, className, chars }: StockColumnHeaderProps) {
  const t = useMessages(stockMessages);
  const current = parseStockSort(sort);
  const isSorted = current?.field === field;
  const Icon = current?.isDescending ? ArrowDown : ArrowUp;
  const next = !isSorted ? field : current.isDescending ? undefined : `-${field}`;
  return (
    <th
      scope="col"
      style={chars > typicalChars ? { width: `${chars + 2}ch` } : undefined}
      aria-sort={isSorted ? (current.isDescending ? 'descending' : 'ascending') : 'none'}
      className={cn('h-9 border-b p-0 touch:h-11 first:ps-1 last:pe-1', className)}
    >
      <button
        type="button"
        title={t.sortBy(t.columns[field])}
        onClick={() => onSort(next)}
        className={cn(
          'size-full truncate px-2 text-start font-medium text-muted-foreground text-xs hover:text-foreground [&_svg]:inline',
          isEndAligned && 'text-right',
          isSorted && 'text-foreground',
        )}
      >
        {t.columns[field]} {isSorted ? <Icon className="size-3" aria-hidden="true" /> : null}
      </button>
    </th>
  );
}
