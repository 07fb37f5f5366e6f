import { type ReactNode, useCallback, useRef } from 'react';
import type { ResourceRow } from '#src/collections/resources.ts';
import { useLongList } from '#src/components/long-list/use-long-list.ts';

interface SectionLinesProps {
  label: string;
  rows: readonly ResourceRow[];
  /** Id of the row that is being moved: it is drawn however far the page has gone. */
  dragged: string | null;
  draw(row: ResourceRow, at: number): ReactNode;
}

/** A handle or two lines of text, with a line below. */
const guessPx = () => 49;

/** All sections in order, of which those in sight are drawn. */
export function SectionLines({ label, rows, dragged, draw }: SectionLinesProps) {
  const list = useRef<HTMLOListElement>(null);
  const keyOf = useCallback((index: number) => rows[index]?._id ?? '', [rows]);
  const { parts } = useLongList({
    list,
    count: rows.length,
    guessPx,
    keyOf,
    alsoOf: () => [rows.findIndex(({ _id }) => _id === dragged)],
  });
  return (
    <ol ref={list} aria-label={label} className="rounded-md border bg-card">
      {parts.map((part) => {
        if ('px' in part)
          return <li key={`gap ${part.from}`} aria-hidden="true" style={{ height: part.px }} />;
        const row = rows[part.index];
        return row ? draw(row, part.index) : null;
      })}
    </ol>
  );
}
