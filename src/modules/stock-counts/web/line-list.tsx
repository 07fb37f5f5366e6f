import { type ReactNode, type RefObject, useImperativeHandle, useRef } from 'react';
import { useRowWindow } from '#platform/web/long-list/use-row-window.ts';
import { cn } from '#platform/web/cn.ts';

/** Handle that scrolls to a line and focuses its first field. */
export interface LineFinder {
  focus(lineId: string): void;
}

interface LineListProps<Line extends { lineId: string; itemName: string }> {
  lines: readonly Line[];
  /** Height of a row before it is measured. */
  estimatedRowPx: number;
  /** Height covered at the top of the page; defaults to the top bar. */
  topInsetPx?: number;
  className?: string;
  handle?: RefObject<LineFinder | null>;
  children(line: Line): ReactNode;
}

/** Virtualized list of count lines, for sheets of several thousand lines. */
export function LineList<Line extends { lineId: string; itemName: string }>({
  lines,
  estimatedRowPx,
  topInsetPx,
  className,
  handle,
  children,
}: LineListProps<Line>) {
  const list = useRef<HTMLDivElement>(null);
  const keys = lines.map(({ lineId }) => lineId);
  const { parts, reveal } = useRowWindow({
    list,
    keys,
    estimatedRowPx,
    ...(topInsetPx !== undefined && { topInsetPx }),
  });
  useImperativeHandle(handle, () => ({
    focus: (lineId: string) =>
      reveal(keys.indexOf(lineId))?.querySelector<HTMLElement>('input[data-quantity-column]')?.focus(),
  }));
  return (
    <div
      ref={list}
      data-quantity-grid
      role="list"
      className={cn('@container overflow-clip rounded-lg border-x border-t', className)}
    >
      {parts.map((part) => {
        if ('px' in part)
          return <div key={`gap ${part.from}`} aria-hidden="true" style={{ height: part.px }} />;
        const line = lines[part.index];
        if (!line) return null;
        return (
          <div
            key={line.lineId}
            data-row={line.lineId}
            role="listitem"
            aria-setsize={lines.length}
            aria-posinset={part.index + 1}
            aria-label={line.itemName}
          >
            {children(line)}
          </div>
        );
      })}
    </div>
  );
}
