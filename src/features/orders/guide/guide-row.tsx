import { MessageSquare, MessageSquareText } from 'lucide-react';
import { type KeyboardEvent, memo, useState } from 'react';
import type { GuideItem } from '#src/collections/orders/guide.ts';
import { QuantityCell } from '#src/components/form/quantity-cell.tsx';
import { useNumberPad } from '#src/components/form/use-number-pad.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { cn } from '#src/lib/cn.ts';
import { formatQuantity } from '#src/lib/format/format.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { isShortcut } from '#src/lib/shortcuts.ts';
import type { DraftLine } from './draft.ts';
import { figureNames, guideGrid } from './guide-look.ts';
import type { GuideRow as Row } from './guide-rows.ts';
import { lineWarning } from './line-warning.ts';
import { orderTexts } from '../messages.ts';
import { warningText } from './warning-text.ts';

/** What a row tells its guide; one object for all rows, so that a row is drawn again only for itself. */
export interface RowHandlers {
  onQuantity(itemId: string, qty: number | null): void;
  onNote(itemId: string, note: string): void;
  onWalk(itemId: string, step: 1 | -1): boolean;
  onPaste(itemId: string, texts: string[]): void;
}

interface GuideRowProps {
  row: Row;
  line: DraftLine | undefined;
  error: string | null;
  handlers: RowHandlers;
}

/** A figure is named by the style: two elements less for each. The head says it on a wide screen, and a reader always. */
const figureLook =
  'tabular-nums before:me-1 before:text-muted-foreground before:content-[attr(data-label)] @4xl:text-end @4xl:before:sr-only';

/** One item of the guide: a line on a wide screen, a card on a phone. */
export const GuideRow = memo(function GuideRow({ row, line, error, handlers }: GuideRowProps) {
  const t = useMessages(orderTexts).guide;
  const { item } = row;
  const hasPad = useNumberPad() !== null;
  const [isNoteOpen, setNoteOpen] = useState(false);
  const hasNote = (line?.note ?? '') !== '';
  const figures = [
    roughly(item.onHand),
    roughly(comingOf(item)),
    item.par,
    item.lastOrderQty,
    roughly(item.averageQty),
  ];
  const use =
    item.usePerDay === null ? null : t.usePerDay(formatAmount(roughly(item.usePerDay) ?? 0, item.unitSymbol));
  const suggestion = item.suggestedQty > 0 && line?.qty !== item.suggestedQty ? item.suggestedQty : null;

  function onKeyDown(event: KeyboardEvent): void {
    if (!isShortcut(event, 'note')) return;
    event.preventDefault();
    setNoteOpen(true);
  }

  return (
    <div
      className={cn(guideGrid, 'border-b bg-card px-3 py-2 @4xl:min-h-12 @4xl:py-1.5')}
      onKeyDown={onKeyDown}
    >
      <div className="col-start-1 row-start-1 min-w-0">
        <p className="break-words font-medium leading-5">{item.itemName}</p>
        <p className="text-muted-foreground text-xs max-md:truncate">
          {[item.itemCode, row.pack, use].filter(Boolean).join(' · ')}
          {item.itemNameAlt ? (
            <>
              {' · '}
              <bdi>{item.itemNameAlt}</bdi>
            </>
          ) : null}
        </p>
      </div>
      <div className="col-start-1 row-start-2 flex flex-wrap gap-x-3 gap-y-0.5 text-sm max-md:text-xs @4xl:contents">
        {figures.map((figure, index) => (
          <span
            key={figureNames[index]}
            data-label={t.figures[figureNames[index] ?? 'have']}
            className={cn(figureLook, figure === null && 'text-muted-foreground')}
          >
            {formatQuantity(figure)}
          </span>
        ))}
      </div>
      <div className="col-start-2 row-start-2 flex justify-end @4xl:col-auto @4xl:row-auto">
        {suggestion === null ? null : (
          <button
            type="button"
            tabIndex={-1}
            aria-label={t.takeSuggestion(item.itemName, formatAmount(suggestion, item.unitSymbol))}
            onClick={() => handlers.onQuantity(item.itemId, suggestion)}
            className="h-7 rounded-full border border-input border-dashed px-2.5 text-muted-foreground text-xs tabular-nums hover:border-primary hover:text-primary touch:h-11 touch:min-w-11"
          >
            {t.suggestion(formatQuantity(suggestion))}
          </button>
        )}
      </div>
      <QuantityCell
        className="col-span-2 col-start-2 row-start-1 [&>div:first-child]:w-full @4xl:col-span-1 @4xl:col-auto @4xl:row-auto"
        label={t.cellLabel(item.itemName)}
        value={line?.qty ?? null}
        unit={item.unitSymbol}
        column="order"
        suggestion={item.suggestedQty > 0 ? item.suggestedQty : null}
        error={error}
        isWhole={row.isWhole}
        hasPad={hasPad}
        warn={(qty) => warningText(lineWarning(item, qty), qty, item.unitSymbol)}
        onCommit={(qty) => handlers.onQuantity(item.itemId, qty)}
        onWalk={(step) => handlers.onWalk(item.itemId, step)}
        onPasteColumn={(texts) => handlers.onPaste(item.itemId, texts)}
      />
      <Button
        variant="ghost"
        size="icon"
        tabIndex={-1}
        aria-label={hasNote ? t.noteFor(item.itemName) : t.addNote(item.itemName)}
        aria-expanded={isNoteOpen || hasNote}
        aria-keyshortcuts="Alt+N"
        onClick={() => setNoteOpen(!isNoteOpen)}
        className="col-start-3 row-start-2 justify-self-end text-muted-foreground @4xl:col-auto @4xl:row-auto"
      >
        {hasNote ? <MessageSquareText aria-hidden="true" /> : <MessageSquare aria-hidden="true" />}
      </Button>
      {isNoteOpen || hasNote ? (
        <Input
          className="col-span-full mt-1"
          aria-label={t.noteFor(item.itemName)}
          placeholder={t.note}
          maxLength={500}
          autoFocus={isNoteOpen && !hasNote}
          value={line?.note ?? ''}
          onChange={(event) => handlers.onNote(item.itemId, event.target.value)}
          onBlur={() => setNoteOpen(false)}
        />
      ) : null}
    </div>
  );
});

/** What is on its way and on orders that are not shipped yet; null where the server tells neither. */
function comingOf({ inTransit, alreadyOrdered }: GuideItem): number | null {
  return inTransit === null && alreadyOrdered === null ? null : (inTransit ?? 0) + (alreadyOrdered ?? 0);
}

/** An average is a guide, not a figure to count with. */
function roughly(average: number | null): number | null {
  return average === null ? null : Math.round(average * 10) / 10;
}
