import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type ReactNode,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { RowCheck } from '#src/components/data-table/row-check.tsx';
import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { type LevelEdits, type LevelField, levelFields } from './level-edits.ts';
import { levelGrid, levelGridReadOnly, stickyTopPx } from './level-look.ts';
import { type LevelHandlers, LevelRow } from './level-row.tsx';
import type { LevelRow as Row } from './level-rows.ts';
import { settingsMessages } from './messages.ts';

export interface LevelGridHandle {
  /** Focuses a cell, wherever it is. */
  focus(index: number, field: LevelField): void;
}

interface LevelGridProps {
  rows: readonly Row[];
  edits: LevelEdits;
  /** What the server said is wrong, by item and field. */
  refused: Readonly<Record<string, Readonly<Record<string, string>>>>;
  selected: ReadonlyMap<string, Row>;
  onSelectAll(isOn: boolean): void;
  mayEdit: boolean;
  handlers: LevelHandlers;
  handle: RefObject<LevelGridHandle | null>;
  /** Stands above the head of the columns and stays in sight with it. */
  bar: ReactNode;
}

const rowEstimatePx = { wide: 57, narrow: 112 };

/** The levels of all items as a window over all rows: what is on screen is drawn, and what has the focus. */
export function LevelGrid({
  rows,
  edits,
  refused,
  selected,
  mayEdit,
  handlers,
  handle,
  ...props
}: LevelGridProps) {
  // The virtualizer is one object that changes in place, which the compiler's memory would not notice.
  'use no memo';
  const t = useMessages(settingsMessages).levels;
  const list = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const [focused, setFocused] = useState<number | null>(null);
  const awaited = useRef<{ index: number; field: LevelField } | null>(null);

  // What stands above the list may grow; the list has to know where it begins.
  useLayoutEffect(() => {
    const measure = () =>
      setScrollMargin(list.current ? list.current.getBoundingClientRect().top + window.scrollY : 0);
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    measure();
    return () => observer.disconnect();
  }, []);

  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () =>
      (list.current?.clientWidth ?? 1000) >= 896 ? rowEstimatePx.wide : rowEstimatePx.narrow,
    getItemKey: (index) => rows[index]?.itemId ?? index,
    overscan: 4,
    scrollMargin,
    scrollPaddingStart: stickyTopPx + 120,
    scrollPaddingEnd: 120,
    rangeExtractor: (range) => withKept(range, focused),
  });

  function cellAt(index: number, field: LevelField): HTMLInputElement | null {
    return (
      list.current?.querySelector(`[data-index="${index}"] input[data-quantity-column="${field}"]`) ?? null
    );
  }

  useLayoutEffect(() => {
    if (awaited.current === null) return;
    const cell = cellAt(awaited.current.index, awaited.current.field);
    if (!cell) return;
    awaited.current = null;
    cell.focus();
  });

  useImperativeHandle(handle, () => ({
    focus(index, field) {
      const cell = cellAt(index, field);
      if (cell) {
        cell.focus();
        return;
      }
      awaited.current = { index, field };
      virtualizer.scrollToIndex(index, { align: 'center' });
    },
  }));

  const isAll = rows.length > 0 && rows.every(({ itemId }) => selected.has(itemId));
  return (
    <div role="table" aria-label={t.label} aria-rowcount={rows.length + 1} className="@container">
      <div role="rowgroup" className="sticky z-10 bg-background" style={{ top: stickyTopPx }}>
        {props.bar}
        <div
          role="row"
          aria-rowindex={1}
          className={`${mayEdit ? levelGrid : levelGridReadOnly} min-h-9 border-b py-1 text-muted-foreground text-xs`}
        >
          {mayEdit ? (
            <div
              role="columnheader"
              className="col-start-1 row-start-1 self-center @4xl:col-auto @4xl:row-auto"
            >
              <RowCheck
                label={t.selectAll}
                isChecked={isAll}
                isPartial={selected.size > 0}
                onChange={(isOn) => props.onSelectAll(isOn)}
              />
            </div>
          ) : null}
          <div
            role="columnheader"
            className={cn(
              'col-span-full col-start-1 row-start-1 self-center @4xl:col-auto @4xl:row-auto',
              mayEdit && 'ps-9 @4xl:ps-0',
            )}
          >
            {t.columns.item}
          </div>
          <Head>{t.columns.perDay}</Head>
          {levelFields.map((field) => (
            <Head key={field}>{t.columns[field]}</Head>
          ))}
          <Head isStart>{t.weekdays}</Head>
        </div>
      </div>
      <div
        ref={list}
        role="rowgroup"
        data-quantity-grid
        className="relative border-x [&_input]:scroll-mt-48 [&_input]:scroll-mb-32"
        style={{ height: virtualizer.getTotalSize() }}
        onFocus={(event) => setFocused(indexOf(event.target))}
        onBlur={() => setFocused(null)}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <div
              key={key}
              ref={virtualizer.measureElement}
              role="row"
              aria-rowindex={index + 2}
              data-index={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - scrollMargin}px)` }}
            >
              <LevelRow
                row={row}
                edit={edits[row.itemId]}
                refused={refused[row.itemId]}
                isSelected={selected.has(row.itemId)}
                mayEdit={mayEdit}
                handlers={handlers}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Head({ isStart = false, children }: { isStart?: boolean; children: ReactNode }) {
  return (
    <div
      role="columnheader"
      className={`hidden self-center @4xl:block ${isStart ? 'ps-2' : 'pe-2 text-end'}`}
    >
      {children}
    </div>
  );
}

/** The rows in view, and the one that has the focus. */
function withKept(range: Range, focused: number | null): number[] {
  const inView = defaultRangeExtractor(range);
  if (focused === null || focused >= range.count || inView.includes(focused)) return inView;
  return [...inView, focused].toSorted((a, b) => a - b);
}

function indexOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest('[data-index]') : null;
  return row ? Number(row.getAttribute('data-index')) : null;
}
