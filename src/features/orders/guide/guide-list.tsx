import { type RefObject, useImperativeHandle, useMemo, useRef } from 'react';
import { useRowWindow } from '#src/components/long-list/use-row-window.ts';
import type { DraftLine } from './draft.ts';
import { stickyTopPx } from './guide-look.ts';
import { GuideRow, type RowHandlers } from './guide-row.tsx';
import type { GuideEntry } from './guide-rows.ts';
import { GuideSectionHead } from './guide-section-head.tsx';

export interface GuideListHandle {
  /** Focuses the quantity of an entry, wherever it is. */
  focus(index: number): void;
  /** Focuses the first quantity. */
  /** The quantity of an item that is shown. */
  focusItem(itemId: string): void;
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

/** A row's height until it is known. */
const guessPx = 49;

/** The guide, of which the rows on screen are drawn; the head of their section stays in sight. */
export function GuideList({ entries, lines, errors, done, all, handlers, handle }: GuideListProps) {
  const list = useRef<HTMLDivElement>(null);
  const heads = useMemo(
    () => entries.flatMap((entry, index) => (entry.kind === 'section' ? [index] : [])),
    [entries],
  );
  const { parts, reveal } = useRowWindow({
    list,
    keys: entries.map(({ key }) => key),
    guessPx,
    coverPx: stickyTopPx,
    alsoOf: (first) => [heads.findLast((index) => index <= first) ?? -1],
  });

  const focus = (index: number) =>
    reveal(index)?.querySelector<HTMLElement>('input[data-quantity-column]')?.focus();
  useImperativeHandle(handle, () => ({
    focus,
    focusItem: (itemId) => focus(entries.findIndex((entry) => entry.key === itemId)),
    // The head itself is stuck when its section lies above; what follows it is not.
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
        const isHead = entry.kind === 'section';
        return (
          <div
            key={entry.key}
            data-row={entry.key}
            className={isHead ? 'sticky z-10' : undefined}
            style={isHead ? { top: stickyTopPx } : undefined}
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
