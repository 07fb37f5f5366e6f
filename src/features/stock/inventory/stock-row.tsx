import { memo, type MouseEvent } from 'react';
import { cn } from '#src/lib/cn.ts';
import { formatQuantity } from '#src/lib/format/format.ts';
import { formatAmount, unitWith } from '#src/lib/format/unit.ts';
import type { MoneyFormat } from '#src/lib/format/money.ts';
import { StatePill } from './state-pill.tsx';
import type { StockLine } from './stock-rows.ts';

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
export const StockRow = memo(function StockRow(props: StockRowProps) {
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
