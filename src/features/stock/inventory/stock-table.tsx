import { useRef } from 'react';
import { useListKeys } from '#src/components/form/use-list-keys.ts';
import { useRowWindow } from '#src/components/long-list/use-row-window.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { useMedia } from '#src/lib/use-media.ts';
import type { SortField } from './filter-stock.ts';
import { stockMessages } from './messages.ts';
import { SortHead } from './sort-head.tsx';
import { StockRow } from './stock-row.tsx';
import type { StockLine } from './stock-rows.ts';

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
    .map(([field, width]): [SortField, string] => [field, field === 'onHand' && hasPieces ? 'w-40' : width]);

  return (
    <table aria-label={t.table} aria-rowcount={lines.length + 1} className="w-full table-fixed text-sm">
      <thead className="sticky top-(--bars-block) z-10 bg-background">
        <tr aria-rowindex={1}>
          {columns.map(([field, width]) => (
            <SortHead
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
