import { type ReactNode, useRef } from 'react';
import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import { useRowWindow } from '#src/components/long-list/use-row-window.ts';

interface SectionLinesProps {
  label: string;
  rows: readonly ResourceRow[];
  /** Id of the row that is being moved: it is drawn however far the page has gone. */
  dragged: string | null;
  draw(row: ResourceRow, at: number): ReactNode;
}

/** A handle or two lines of text, with a line below. */
const guessPx = 49;

/** All sections in order, of which those in sight are drawn. */
export function SectionLines({ label, rows, dragged, draw }: SectionLinesProps) {
  const list = useRef<HTMLOListElement>(null);
  const { parts } = useRowWindow({
    list,
    keys: rows.map(({ _id }) => _id),
    guessPx,
    alsoOf: () => [rows.findIndex(({ _id }) => _id === dragged)],
  });
  return (
    // Clipped: a row held below the last one would lengthen the page, which would move on without end.
    <ol ref={list} aria-label={label} className="overflow-clip rounded-md border bg-card">
      {parts.map((part) => {
        if ('px' in part)
          return <li key={`gap ${part.from}`} aria-hidden="true" style={{ height: part.px }} />;
        const row = rows[part.index];
        return row ? draw(row, part.index) : null;
      })}
    </ol>
  );
}
