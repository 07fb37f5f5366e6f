import { MessageSquare, MessageSquareText } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { GuideItem } from '../queries.ts';
import { ItemPicture } from '#modules/items/web/item-picture.tsx';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { useNumberPad } from '#platform/web/form/use-number-pad.ts';
import { useRowWindow } from '#platform/web/long-list/use-row-window.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { formatSuggestionReason } from '#modules/demand/web/reason-text.ts';
import { cn } from '#platform/web/cn.ts';
import { formatQuantity } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { isShortcut } from '#platform/web/shortcuts.ts';
import { orderingMessages } from '../messages.ts';
import type { OrderDraftLine } from './draft.ts';
import type { GuideEntry, GuideRow as Row } from './guide-rows.ts';
import { findLineWarning, formatLineWarning } from './line-warning.ts';

export interface GuideListHandle {
  /** Focuses the quantity of an entry, scrolling it into view. */
  focus(index: number): void;
  /** Focuses the quantity of an item that is shown. */
  focusItem(itemId: string): void;
  /** Scrolls a section header to the top. */
  showSection(index: number): void;
}

interface GuideListProps {
  entries: readonly GuideEntry[];
  lines: Readonly<Record<string, OrderDraftLine>>;
  errors: Readonly<Record<string, string>>;
  /** Number of ordered items by section id. */
  orderedCounts: Readonly<Record<string, number>>;
  /** Number of items by section id. */
  itemCounts: Readonly<Record<string, number>>;
  showsReasons: boolean;
  handlers: GuideRowHandlers;
  handle: RefObject<GuideListHandle | null>;
}

/** Estimated row height in pixels, used until the row is measured. */
const estimatedRowPx = 49;

/** Virtualized list of the guide with a sticky section header. */
export function GuideList({
  entries,
  lines,
  errors,
  orderedCounts,
  itemCounts,
  showsReasons,
  handlers,
  handle,
}: GuideListProps) {
  const list = useRef<HTMLDivElement>(null);
  const sectionIndexes = useMemo(
    () => entries.flatMap((entry, index) => (entry.kind === 'section' ? [index] : [])),
    [entries],
  );
  const { parts, reveal } = useRowWindow({
    list,
    keys: entries.map(({ key }) => key),
    estimatedRowPx,
    topInsetPx: stickyTopPx,
    getPinned: (first) => [sectionIndexes.findLast((index) => index <= first) ?? -1],
  });

  const focus = (index: number) =>
    reveal(index)?.querySelector<HTMLElement>('input[data-quantity-column]')?.focus();
  useImperativeHandle(handle, () => ({
    focus,
    focusItem: (itemId) => focus(entries.findIndex((entry) => entry.key === itemId)),
    // The header is sticky while its section is being scrolled, so scrolls to the element after it.
    showSection: (index) => reveal(index + 1)?.scrollIntoView({ block: 'start' }),
  }));

  return (
    <div
      ref={list}
      data-quantity-grid
      className="@container border-x border-t [&>*]:scroll-mt-40 [&_input]:scroll-mt-40 [&_input]:scroll-mb-[calc(8rem+var(--pad-block,0px)*1.2)]"
    >
      {parts.map((part) => {
        if ('px' in part)
          return <div key={`gap ${part.from}`} aria-hidden="true" style={{ height: part.px }} />;
        const entry = entries[part.index];
        if (!entry) return null;
        const isSection = entry.kind === 'section';
        return (
          <div
            key={entry.key}
            data-row={entry.key}
            className={isSection ? 'sticky z-10' : undefined}
            style={isSection ? { top: stickyTopPx } : undefined}
          >
            {entry.kind === 'section' ? (
              <GuideSectionHeader
                name={entry.section.name}
                orderedCount={orderedCounts[entry.section.id] ?? 0}
                totalCount={itemCounts[entry.section.id] ?? 0}
              />
            ) : (
              <GuideRow
                row={entry.row}
                line={lines[entry.row.item.itemId]}
                error={errors[entry.row.item.itemId] ?? null}
                showsReasons={showsReasons}
                handlers={handlers}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}

interface GuideSectionHeaderProps {
  name: string;
  /** Number of ordered items in the section, regardless of filters. */
  orderedCount: number;
  /** Number of items in the section, regardless of filters. */
  totalCount: number;
}

/** Section header with its progress and, on a wide screen, the column names. */
function GuideSectionHeader({ name, orderedCount, totalCount }: GuideSectionHeaderProps) {
  const t = useMessages(orderingMessages).guide;
  return (
    <div className={cn(guideGrid, 'h-9 border-b bg-muted px-3')}>
      <h2 className="col-span-3 flex min-w-0 items-baseline gap-3 @4xl:col-span-1">
        <span dir="auto" className="truncate font-semibold text-sm">
          {name}
        </span>
        <span className="ms-auto whitespace-nowrap text-muted-foreground text-xs tabular-nums @4xl:ms-0">
          <span aria-hidden="true">{t.progress(orderedCount, totalCount)}</span>
          <span className="sr-only">{t.progressSpoken(orderedCount, totalCount)}</span>
        </span>
      </h2>
      {[...figureNames, 'suggested' as const, 'quantity' as const].map((figure) => (
        <span
          key={figure}
          aria-hidden="true"
          className={cn(
            'hidden text-end text-muted-foreground text-xs @4xl:block',
            figure === 'quantity' && 'pe-2',
          )}
        >
          {t.figures[figure]}
        </span>
      ))}
    </div>
  );
}

/**
 * Callbacks shared by all rows. The object is stable, so that a row re-renders only when its own data
 * changes.
 */
export interface GuideRowHandlers {
  onQuantity(itemId: string, qty: number | null): void;
  onNote(itemId: string, note: string): void;
  onMoveFocus(itemId: string, step: 1 | -1): boolean;
  onPaste(itemId: string, texts: string[]): void;
  /** Opens the explanation of the suggestion. */
  onExplain(item: GuideItem): void;
}

interface GuideRowProps {
  row: Row;
  line: OrderDraftLine | undefined;
  error: string | null;
  /** Whether the reason for the suggestion is shown below the row. */
  showsReasons: boolean;
  handlers: GuideRowHandlers;
}

/**
 * The label is rendered with CSS `content`, which saves two elements per figure; it is always available to
 * screen readers.
 */
const figureClasses =
  'tabular-nums before:me-1 before:text-muted-foreground before:content-[attr(data-label)] @4xl:text-end @4xl:before:sr-only';

/** One item of the guide: a line on a wide screen, a card on a phone. */
const GuideRow = memo(function GuideRow({ row, line, error, showsReasons, handlers }: GuideRowProps) {
  const t = useMessages(orderingMessages).guide;
  const { item } = row;
  const hasPad = useNumberPad() !== null;
  const [isNoteOpen, setNoteOpen] = useState(false);
  const hasNote = (line?.note ?? '') !== '';
  const figures = [
    roundAverage(item.onHand),
    roundAverage(computeIncomingQty(item)),
    item.par,
    item.lastOrderQty,
    roundAverage(item.averageQty),
  ];
  const usagePerDay = roundAverage(item.usagePerDay);
  // A usage that rounds to zero is hidden, because it would look as if nothing were used.
  const use = usagePerDay ? t.usagePerDay(formatAmount(usagePerDay, item.unitSymbol)) : null;
  const suggestion = item.suggestedQty > 0 && line?.qty !== item.suggestedQty ? item.suggestedQty : null;

  const reason = formatSuggestionReason(item);

  function onKeyDown(event: KeyboardEvent): void {
    if (isShortcut(event, 'note')) setNoteOpen(true);
    else if (isShortcut(event, 'explain') && item.reason !== null) handlers.onExplain(item);
    else return;
    event.preventDefault();
  }

  return (
    <div
      className={cn(guideGrid, 'border-b bg-card px-3 py-2 @4xl:min-h-12 @4xl:py-1.5')}
      onKeyDown={onKeyDown}
    >
      <div className="col-start-1 row-start-1 flex min-w-0 gap-2">
        <ItemPicture itemId={item.itemId} />
        <div className="min-w-0">
          {item.reason === null ? (
            <p className="break-words font-medium leading-5">{item.itemName}</p>
          ) : (
            <button
              type="button"
              tabIndex={-1}
              title={reason}
              aria-label={t.why(item.itemName)}
              aria-haspopup="dialog"
              aria-keyshortcuts="Alt+W"
              className="touch:relative break-words text-start font-medium leading-5 decoration-dotted underline-offset-4 touch:after:absolute touch:after:inset-x-0 touch:after:-inset-y-3 hover:underline"
              onClick={() => handlers.onExplain(item)}
            >
              {item.itemName}
            </button>
          )}
          <p className="truncate text-muted-foreground text-xs">
            {[item.itemCode, row.pack, use].filter(Boolean).join(' · ')}
            {item.itemNameAlt ? (
              <>
                {' · '}
                <bdi>{item.itemNameAlt}</bdi>
              </>
            ) : null}
          </p>
        </div>
      </div>
      <div
        className={cn(
          'col-start-1 row-start-2 flex flex-wrap gap-x-3 gap-y-0.5 text-sm max-md:text-xs @4xl:contents',
          suggestion === null && 'col-span-2',
        )}
      >
        {figures.map((figure, index) => (
          <span
            key={figureNames[index]}
            data-label={t.figures[figureNames[index] ?? 'onHand']}
            className={cn(figureClasses, figure === null && 'text-muted-foreground')}
          >
            {formatQuantity(figure, item.unitSymbol)}
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
            {t.suggestion(formatQuantity(suggestion, item.unitSymbol))}
          </button>
        )}
      </div>
      <QuantityCell
        className="col-span-2 col-start-2 row-start-1 [&>div:first-child]:w-full [&_span]:w-14 @4xl:col-span-1 @4xl:col-auto @4xl:row-auto"
        label={t.cellLabel(item.itemName)}
        value={line?.qty ?? null}
        unit={item.unitSymbol}
        column="order"
        cell={item.itemId}
        suggestion={item.suggestedQty > 0 ? item.suggestedQty : null}
        error={error}
        isWhole={row.isWhole}
        hasPad={hasPad}
        warn={(qty) => formatLineWarning(findLineWarning(item, qty), qty, item.unitSymbol)}
        onCommit={(qty) => handlers.onQuantity(item.itemId, qty)}
        onMoveFocus={(step) => handlers.onMoveFocus(item.itemId, step)}
        onPasteColumn={(texts) => handlers.onPaste(item.itemId, texts)}
      />
      <Button
        variant="ghost"
        size="icon"
        tabIndex={-1}
        aria-label={hasNote ? t.noteLabel(item.itemName) : t.addNote(item.itemName)}
        aria-expanded={isNoteOpen || hasNote}
        aria-keyshortcuts="Alt+N"
        onClick={() => setNoteOpen(!isNoteOpen)}
        className="col-start-3 row-start-2 justify-self-end text-muted-foreground @4xl:col-auto @4xl:row-auto"
      >
        {hasNote ? <MessageSquareText aria-hidden="true" /> : <MessageSquare aria-hidden="true" />}
      </Button>
      {showsReasons && reason !== '' ? (
        <p className="col-span-full text-muted-foreground text-xs leading-5">{reason}</p>
      ) : null}
      {isNoteOpen || hasNote ? (
        <Input
          className="col-span-full mt-1"
          aria-label={t.noteLabel(item.itemName)}
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

/**
 * Returns the quantity in transit plus the quantity on orders not shipped yet; null if the server returns
 * neither.
 */
function computeIncomingQty({ inTransit, alreadyOrdered }: GuideItem): number | null {
  return inTransit === null && alreadyOrdered === null ? null : (inTransit ?? 0) + (alreadyOrdered ?? 0);
}

/** Rounds an average for display. */
function roundAverage(average: number | null): number | null {
  return average === null ? null : Math.round(average * 10) / 10;
}

/**
 * Grid columns shared by rows and section headers. Narrow: name and quantity above figures, suggestion and
 * note. Wide: one line.
 */
const guideGrid =
  'grid grid-cols-[minmax(0,1fr)_5.25rem_2.75rem] items-center gap-x-2 gap-y-1 @4xl:grid-cols-[minmax(10rem,1fr)_repeat(5,3.75rem)_5.5rem_9.5rem_2.25rem] @4xl:gap-x-3 @4xl:gap-y-0';

/** Figures of an item in display order. */
const figureNames = ['onHand', 'onOrder', 'par', 'last', 'average'] as const;

/** Height of the top bar (56 px) plus the search row (56 px), below which section headers stick. */
const stickyTopPx = 112;
