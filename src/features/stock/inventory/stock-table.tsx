import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type MouseEvent, useRef } from 'react';
import { useListKeys } from '#src/components/form/use-list-keys.ts';
import { useRowWindow } from '#src/components/long-list/use-row-window.ts';
import { cn } from '#src/lib/cn.ts';
import { formatQuantity } from '#src/lib/format/format.ts';
import type { MoneyFormat } from '#src/lib/format/money.ts';
import { formatAmount, unitWith } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { useMedia } from '#src/lib/use-media.ts';
import { stockMessages } from './messages.ts';
import { StatePill } from './state-pill.tsx';
import { readSort, type SortField, type StockLine } from './stock-rows.ts';

interface StockTableProps {
  lines: readonly StockLine[];
  sort: string | undefined;
  onSort(sort: string | undefined): void;
  /** The row whose card is open. */
  openKey: string | null;
  onOpen(line: StockLine): void;
  showsCosts: boolean;
}

const rowPx = { compact: 36, touch: 48, medium: 52, narrow: 76 };
/** The top bar and the head. */
const coverPx = 92;
const wideColumns: readonly [SortField, string][] = [
  ['item', ''],
  ['place', 'w-40'],
  ['onHand', 'w-24'],
  ['reserved', 'w-18'],
  ['available', 'w-18'],
  ['inTransit', 'w-18 rtl:w-20'],
  ['par', 'w-28 rtl:w-34'],
  ['state', 'w-30'],
  ['value', 'w-23'],
];
/** A tablet held upright: the place stands below the item. */
const mediumColumns: readonly [SortField, string][] = [
  ['item', ''],
  ['onHand', 'w-24'],
  ['available', 'w-22'],
  ['par', 'w-28 rtl:w-34'],
  ['state', 'w-30'],
];
const narrowColumns: readonly [SortField, string][] = [
  ['item', ''],
  ['onHand', 'w-36'],
];
const startAligned: ReadonlySet<SortField> = new Set(['item', 'place', 'state']);

/** All rows as one table, of which only what is on screen is drawn. Arrows and J, K go from row to row, Enter opens. */
export function StockTable({ lines, sort, onSort, openKey, onOpen, showsCosts }: StockTableProps) {
  const t = useMessages(stockMessages);
  const money = useMoney();
  const body = useRef<HTMLTableSectionElement>(null);
  const isWide = useMedia('(min-width: 1000px)');
  const isMedium = useMedia('(min-width: 640px)');
  const shape = isWide ? 'wide' : isMedium ? 'medium' : 'narrow';
  const isTouch = useMedia('(pointer: coarse)');
  const heightPx = shape !== 'wide' ? rowPx[shape] : isTouch ? rowPx.touch : rowPx.compact;
  useListKeys(body);
  const { parts } = useRowWindow({
    list: body,
    keys: lines.map(({ key }) => key),
    guessPx: heightPx,
    coverPx,
  });
  const hasPieces = lines.some(({ pieces }) => pieces !== undefined);
  const columns = { wide: wideColumns, medium: mediumColumns, narrow: narrowColumns }[shape]
    .filter(([field]) => field !== 'value' || showsCosts)
    .map(([field, width]): [SortField, string] => [field, field === 'onHand' && hasPieces ? 'w-36' : width]);

  return (
    <table aria-label={t.table} aria-rowcount={lines.length + 1} className="w-full table-fixed text-sm">
      <thead className="sticky top-(--bars-block) z-10 bg-background">
        <tr aria-rowindex={1}>
          {columns.map(([field, width]) => (
            <StockHead
              key={field}
              field={field}
              sort={sort}
              onSort={onSort}
              className={width}
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
              money={showsCosts ? money : null}
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
  /** How much room there is. */
  shape: 'wide' | 'medium' | 'narrow';
  /** Null for those who do not see what things cost. */
  money: MoneyFormat | null;
  isOpen: boolean;
  onOpen(line: StockLine): void;
}

/** Names are cut at their own end, whichever way they are written, and stand where the column does. */
const ownWay = 'truncate text-left [unicode-bidi:plaintext] rtl:text-right';
const cell = 'truncate px-2 first:ps-3 last:pe-3';
const figure = `${cell} text-right tabular-nums`;
/** The unit is written by the style: one element less in every row. */
const ownFigure = `${figure} after:text-muted-foreground after:text-xs after:content-[attr(data-unit)]`;

/** One item at one place. Kept apart and memoised: typing in the search draws only the rows that changed. */
const StockRow = memo(function StockRow(props: StockRowProps) {
  const { line, index, heightPx, shape, money, isOpen, onOpen } = props;
  // A plain link: dozens of these are drawn at every key, and the address is all they need.
  const href = `/inventory?item=${encodeURIComponent(line.itemId)}&at=${encodeURIComponent(line.placeId)}`;
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(line);
  };
  const link = (
    <a
      data-row-link
      href={href}
      title={line.itemName}
      className="font-medium text-foreground text-sm underline-offset-4 hover:underline"
    >
      {line.itemName}
    </a>
  );
  const rowProps = {
    'aria-rowindex': index + 2,
    'data-row': line.key,
    style: { height: heightPx },
    onClick: open,
    className: cn('cursor-pointer border-b text-end hover:bg-accent/50', isOpen && 'bg-selected'),
  };
  const itemAndPlace = (
    <td className={cn(cell, 'text-start')}>
      <div className={ownWay}>{link}</div>
      <div className={cn(ownWay, 'text-muted-foreground text-xs')}>
        {line.itemCode} · {line.placeName}
      </div>
    </td>
  );
  const figures = {
    onHand: (
      <td data-unit={`\u00a0${unitWith(line.onHand, line.unit, line.pieces)}`} className={ownFigure}>
        {formatQuantity(line.onHand)}
      </td>
    ),
    available: <td className={figure}>{formatQuantity(line.available)}</td>,
    levels: (
      <td className={cn(figure, 'text-muted-foreground')} title={levelsOf(line)}>
        {levelsOf(line)}
      </td>
    ),
    state: (
      <td className={cn(cell, 'text-start')}>
        {line.state === 'ok' ? null : <StatePill state={line.state} />}
      </td>
    ),
  };
  if (shape === 'medium') {
    return (
      <tr {...rowProps}>
        {itemAndPlace}
        {figures.onHand}
        {figures.available}
        {figures.levels}
        {figures.state}
      </tr>
    );
  }
  if (shape === 'narrow') {
    return (
      <tr {...rowProps}>
        {itemAndPlace}
        <td className={figure}>
          <div className="pb-1">{formatAmount(line.onHand, line.unit, line.pieces)}</div>
          {line.state === 'ok' ? null : <StatePill state={line.state} />}
        </td>
      </tr>
    );
  }
  return (
    <tr {...rowProps}>
      <td className={cn(cell, 'text-start text-muted-foreground text-xs')}>
        {link} {line.itemCode}
      </td>
      <td className={cn(cell, 'text-start text-xs')} title={line.placeName}>
        {line.placeName}
      </td>
      {figures.onHand}
      <td className={figure}>{line.reserved === 0 ? '' : formatQuantity(line.reserved)}</td>
      {figures.available}
      <td className={figure}>{line.inTransit === 0 ? '' : formatQuantity(line.inTransit)}</td>
      {figures.levels}
      {figures.state}
      {money ? <td className={figure}>{money(line.value)}</td> : null}
    </tr>
  );
});

/** `2 / 6 / 12`; nothing where no level is set. */
export function levelsOf({ min, par, max }: Pick<StockLine, 'min' | 'par' | 'max'>): string {
  if (min === null && par === null && max === null) return '';
  return [min, par, max].map((level) => formatQuantity(level)).join(' / ');
}

interface StockHeadProps {
  field: SortField;
  sort: string | undefined;
  onSort(sort: string | undefined): void;
  isEndAligned: boolean;
  className?: string;
}

/** A column's head: once sorts up, twice down, thrice back to walk order. */
function StockHead({ field, sort, onSort, isEndAligned, className }: StockHeadProps) {
  const t = useMessages(stockMessages);
  const current = readSort(sort);
  const isHere = current?.field === field;
  const Icon = current?.isDown ? ArrowDown : ArrowUp;
  const next = !isHere ? field : current.isDown ? undefined : `-${field}`;
  return (
    <th
      scope="col"
      aria-sort={isHere ? (current.isDown ? 'descending' : 'ascending') : 'none'}
      className={cn('h-9 border-b p-0 touch:h-11 first:ps-1 last:pe-1', className)}
    >
      <button
        type="button"
        title={t.sortBy(t.columns[field])}
        onClick={() => onSort(next)}
        className={cn(
          'size-full truncate px-2 text-start font-medium text-muted-foreground text-xs hover:text-foreground [&_svg]:inline',
          isEndAligned && 'text-right',
          isHere && 'text-foreground',
        )}
      >
        {t.columns[field]} {isHere ? <Icon className="size-3" aria-hidden="true" /> : null}
      </button>
    </th>
  );
}
