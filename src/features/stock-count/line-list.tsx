import { type RefObject, useImperativeHandle, useRef } from 'react';
import { useNumberPad } from '#src/components/form/use-number-pad.ts';
import { useRowWindow } from '#src/components/long-list/use-row-window.ts';
import { CountRow, type RowHandlers } from './count-row.tsx';
import type { SheetLine } from './with-entries.ts';

interface LineListProps {
  lines: readonly SheetLine[];
  userId: string;
  showsBook: boolean;
  isShut: boolean;
  putBack: Readonly<Record<string, number>>;
  handlers: RowHandlers;
  handle: RefObject<{ focus(lineId: string): void } | null>;
}

/** A row's height until it is known. */
const guessPx = 61;
/** Below the top bar (56 px) stands the search row (56 px). */
const coverPx = 112;

/** The lines in sight; five thousand of them are as quick as twenty. */
export function LineList({ lines, userId, showsBook, isShut, putBack, handlers, handle }: LineListProps) {
  const box = useRef<HTMLDivElement>(null);
  const hasPad = useNumberPad() !== null;
  const { parts, reveal } = useRowWindow({
    list: box,
    keys: lines.map(({ lineId }) => lineId),
    guessPx,
    coverPx,
  });
  useImperativeHandle(handle, () => ({
    focus: (lineId: string) =>
      reveal(lines.findIndex((line) => line.lineId === lineId))
        ?.querySelector<HTMLElement>('input[data-quantity-column]')
        ?.focus(),
  }));
  return (
    <div
      ref={box}
      data-quantity-grid
      role="list"
      className="@container rounded-lg border-x border-t [&_input]:scroll-mt-40 [&_input]:scroll-mb-[calc(8rem+var(--pad-block,0px)*1.2)]"
    >
      {parts.map((part) => {
        if ('px' in part)
          return <div key={`gap ${part.from}`} aria-hidden="true" style={{ height: part.px }} />;
        const line = lines[part.index];
        if (!line) return null;
        return (
          <div
            key={`${line.lineId} ${putBack[line.lineId] ?? 0}`}
            data-row={line.lineId}
            role="listitem"
            aria-setsize={lines.length}
            aria-posinset={part.index + 1}
            aria-label={line.itemName}
          >
            <CountRow
              line={line}
              userId={userId}
              showsBook={showsBook}
              isShut={isShut}
              hasPad={hasPad}
              handlers={handlers}
            />
          </div>
        );
      })}
    </div>
  );
}
