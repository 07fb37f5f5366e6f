import { type ReactNode, type RefObject, useImperativeHandle, useRef } from 'react';
import { RowCheck } from '#src/components/data-table/row-check.tsx';
import { useRowWindow } from '#src/components/long-list/use-row-window.ts';
import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { type LevelEdits, type LevelField, levelFields } from './level-edits.ts';
import { levelGrid, levelGridReadOnly, type LevelHandlers, LevelRow, stickyTopPx } from './level-row.tsx';
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

/** A row's height until it is known: name and code above each other. */
const guessPx = 49;

/** The levels of all items, of which those on screen are drawn, and what has the focus. */
export function LevelGrid(props: LevelGridProps) {
  const { rows, edits, refused, selected, mayEdit, handlers, handle } = props;
  const t = useMessages(settingsMessages).levels;
  const list = useRef<HTMLDivElement>(null);
  const { parts, reveal } = useRowWindow({ list, keys: rows.map(({ itemId }) => itemId), guessPx });

  useImperativeHandle(handle, () => ({
    focus: (index, field) =>
      reveal(index)?.querySelector<HTMLElement>(`[data-quantity-column="${field}"]`)?.focus(),
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
        className="border-x [&_input]:scroll-mt-48 [&_input]:scroll-mb-32"
      >
        {parts.map((part) => {
          if ('px' in part)
            return <div key={`gap ${part.from}`} aria-hidden="true" style={{ height: part.px }} />;
          const row = rows[part.index];
          return row ? (
            <LevelRow
              key={row.itemId}
              row={row}
              index={part.index}
              edits={edits[row.itemId]}
              refused={refused[row.itemId]}
              isSelected={selected.has(row.itemId)}
              mayEdit={mayEdit}
              handlers={handlers}
            />
          ) : null;
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
