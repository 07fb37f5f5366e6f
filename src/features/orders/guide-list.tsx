import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { DraftLine } from './draft.ts';
import { sectionHeadPx, stickyTopPx } from './guide-look.ts';
import { GuideRow, type RowHandlers } from './guide-row.tsx';
import type { GuideEntry } from './guide-rows.ts';
import { GuideSectionHead } from './guide-section-head.tsx';

export interface GuideListHandle {
  /** Focuses the quantity of an entry, wherever it is. */
  focus(index: number): void;
  /** Brings a section's head to the top. */
  showSection(index: number): void;
}

interface GuideListProps {
  entries: readonly GuideEntry[];
  lines: Readonly<Record<string, DraftLine>>;
  errors: Readonly<Record<string, string>>;
  /** Per section: items ordered, and items in all. */
  done: Readonly<Record<string, number>>;
  all: Readonly<Record<string, number>>;
  handlers: RowHandlers;
  handle: RefObject<GuideListHandle | null>;
}

const rowEstimatePx = { wide: 53, narrow: 100 };

/** The guide as a window over all its rows: what is on screen is drawn, the head of its section stays in sight. */
export function GuideList({ entries, lines, errors, done, all, handlers, handle }: GuideListProps) {
  // The virtualizer is one object that changes in place, which the compiler's memory would not notice.
  'use no memo';
  const list = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const [focused, setFocused] = useState<number | null>(null);
  const awaited = useRef<number | null>(null);
  const heads = entries.flatMap((entry, index) => (entry.kind === 'section' ? [index] : []));
  const current = useRef(0);

  // What stands above the list may grow (a warning, a banner); the list has to know where it begins.
  useLayoutEffect(() => {
    const measure = () =>
      setScrollMargin(list.current ? list.current.getBoundingClientRect().top + window.scrollY : 0);
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    measure();
    return () => observer.disconnect();
  }, []);

  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    estimateSize: (index) =>
      entries[index]?.kind === 'section'
        ? sectionHeadPx
        : (list.current?.clientWidth ?? 1000) >= 896
          ? rowEstimatePx.wide
          : rowEstimatePx.narrow,
    getItemKey: (index) => entries[index]?.key ?? index,
    overscan: 6,
    scrollMargin,
    scrollPaddingStart: stickyTopPx + sectionHeadPx + 8,
    scrollPaddingEnd: 120,
    rangeExtractor: (range) => withKept(range, [headAbove(), focused ?? headAbove()]),
  });

  /** The head of the section that the topmost visible row belongs to. */
  function headAbove(): number {
    const offset = (virtualizer.scrollOffset ?? 0) + stickyTopPx;
    const above = heads.findLast((index) => (virtualizer.measurementsCache[index]?.start ?? 0) <= offset);
    current.current = above ?? heads[0] ?? 0;
    return current.current;
  }

  function inputAt(index: number): HTMLInputElement | null {
    return list.current?.querySelector(`[data-index="${index}"] input[data-quantity-column]`) ?? null;
  }

  useLayoutEffect(() => {
    if (awaited.current === null) return;
    const input = inputAt(awaited.current);
    if (!input) return;
    awaited.current = null;
    input.focus();
  });

  useImperativeHandle(handle, () => ({
    focus(index) {
      const input = inputAt(index);
      if (input) {
        input.focus();
        return;
      }
      awaited.current = index;
      virtualizer.scrollToIndex(index, { align: 'center' });
    },
    showSection: (index) => virtualizer.scrollToIndex(index, { align: 'start' }),
  }));

  return (
    <div
      ref={list}
      data-quantity-grid
      className="@container relative border-x border-t [&_input]:scroll-mt-40 [&_input]:scroll-mb-32"
      style={{ height: virtualizer.getTotalSize() }}
      onFocus={(event) => setFocused(indexOf(event.target))}
      onBlur={() => setFocused(null)}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const entry = entries[index];
        if (!entry) return null;
        const isStuck = index === current.current;
        return (
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className={isStuck ? 'sticky z-10' : 'absolute inset-x-0 top-0'}
            style={isStuck ? { top: stickyTopPx } : { transform: `translateY(${start - scrollMargin}px)` }}
          >
            {entry.kind === 'section' ? (
              <GuideSectionHead
                name={entry.section.name}
                done={done[entry.section.id] ?? 0}
                all={all[entry.section.id] ?? 0}
              />
            ) : (
              <GuideRow
                row={entry.row}
                line={lines[entry.row.item.itemId]}
                error={errors[entry.row.item.itemId] ?? null}
                handlers={handlers}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}

/** The rows in view with those that must not go: the head in force, and the row that has the focus. */
function withKept(range: Range, kept: readonly number[]): number[] {
  const inView = defaultRangeExtractor(range).concat(kept.filter((index) => index < range.count));
  return [...new Set(inView)].toSorted((a, b) => a - b);
}

function indexOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest('[data-index]') : null;
  return row ? Number(row.getAttribute('data-index')) : null;
}
