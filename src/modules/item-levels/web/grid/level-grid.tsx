import { memo, type ReactNode, type RefObject, useId, useImperativeHandle, useRef } from 'react';
import { tableMessages } from '#platform/web/data-table/messages.ts';
import { RowCheck } from '#platform/web/data-table/row-check.tsx';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { useRowWindow } from '#platform/web/long-list/use-row-window.ts';
import { cn } from '#platform/web/cn.ts';
import type { Edits } from '#platform/web/drafts/edits.ts';
import { formatQuantity } from '#platform/web/format/format.ts';
import { formatList } from '#platform/web/format/list.ts';
import { formatUnitName } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { formatWeekday } from '#platform/web/format/weekday.ts';
import {
  findLevelError,
  type LevelEdits,
  type LevelField,
  editableLevelFields,
  getPendingLevels,
} from './level-edits.ts';
import type { LevelRow } from './level-rows.ts';
import { branchOrderSettingsMessages } from './messages.ts';

export interface LevelGridHandle {
  /** Focuses a cell, scrolling to it if necessary. */
  focus(index: number, field: LevelField): void;
}

interface LevelGridProps {
  rows: readonly LevelRow[];
  edits: LevelEdits;
  /** Validation errors of the server, by item and field. */
  serverErrors: Readonly<Record<string, Readonly<Record<string, string>>>>;
  selected: ReadonlyMap<string, LevelRow>;
  onSelectAll(isOn: boolean): void;
  canEdit: boolean;
  handlers: LevelHandlers;
  handle: RefObject<LevelGridHandle | null>;
  /** Rendered above the column headers and sticky together with them. */
  bar: ReactNode;
}

/** Estimated row height in pixels until it is measured: name above code. */
const estimatedRowPx = 49;

/** The editable grid of levels: virtualized rows and keyboard focus. */
export function LevelGrid(props: LevelGridProps) {
  const { rows, edits, serverErrors, selected, canEdit, handlers, handle } = props;
  const t = useMessages(branchOrderSettingsMessages).levels;
  const list = useRef<HTMLDivElement>(null);
  const { parts, reveal } = useRowWindow({
    list,
    keys: rows.map(({ itemId }) => itemId),
    estimatedRowPx,
  });

  useImperativeHandle(handle, () => ({
    focus: (index, field) =>
      reveal(index)?.querySelector<HTMLElement>(`[data-quantity-column="${field}"]`)?.focus(),
  }));

  const areAllSelected = rows.length > 0 && rows.every(({ itemId }) => selected.has(itemId));
  return (
    <div role="table" aria-label={t.label} aria-rowcount={rows.length + 1} className="@container">
      <div role="rowgroup" className="sticky z-10 bg-background" style={{ top: stickyTopPx }}>
        {props.bar}
        <div
          role="row"
          aria-rowindex={1}
          className={`${canEdit ? gridClass : readOnlyGridClass} min-h-9 border-b py-1 text-muted-foreground text-xs`}
        >
          {canEdit ? (
            <div
              role="columnheader"
              className="col-start-1 row-start-1 self-center @4xl:col-auto @4xl:row-auto"
            >
              <RowCheck
                label={t.selectAll}
                isChecked={areAllSelected}
                isPartial={selected.size > 0}
                onChange={(isOn) => props.onSelectAll(isOn)}
              />
            </div>
          ) : null}
          <div
            role="columnheader"
            className={cn(
              'col-span-full col-start-1 row-start-1 self-center @4xl:col-auto @4xl:row-auto',
              canEdit && 'ps-9 @4xl:ps-0',
            )}
          >
            {t.columns.item}
          </div>
          <ColumnHeader>{t.columns.perDay}</ColumnHeader>
          {editableLevelFields.map((field) => (
            <ColumnHeader key={field}>{t.columns[field]}</ColumnHeader>
          ))}
          <ColumnHeader isStart>{t.weekdays}</ColumnHeader>
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
            <LevelGridRow
              key={row.itemId}
              row={row}
              index={part.index}
              edits={edits[row.itemId]}
              serverErrors={serverErrors[row.itemId]}
              isSelected={selected.has(row.itemId)}
              canEdit={canEdit}
              handlers={handlers}
            />
          ) : null;
        })}
      </div>
    </div>
  );
}

function ColumnHeader({ isStart = false, children }: { isStart?: boolean; children: ReactNode }) {
  return (
    <div
      role="columnheader"
      className={`hidden self-center @4xl:block ${isStart ? 'ps-2' : 'pe-2 text-end'}`}
    >
      {children}
    </div>
  );
}

/**
 * Handlers shared by all rows. The object is stable, so that a row re-renders only when its own data changes.
 */
export interface LevelHandlers {
  onLevel(row: LevelRow, field: LevelField, value: number | null): void;
  onMoveFocus(row: LevelRow, field: LevelField, step: 1 | -1): boolean;
  onPaste(row: LevelRow, field: LevelField, texts: string[]): void;
  onWeekdays(row: LevelRow): void;
  onSelect(row: LevelRow, isOn: boolean, isRange: boolean): void;
}

/** Returns the key of a level's cell in the grid. */
export const getLevelCellKey = (itemId: string, field: LevelField) => `${itemId} ${field}`;

interface LevelGridRowProps {
  row: LevelRow;
  /** Zero-based index in the list. */
  index: number;
  edits: Edits | undefined;
  /** Validation errors of the server, by field. */
  serverErrors: Readonly<Record<string, string>> | undefined;
  isSelected: boolean;
  canEdit: boolean;
  handlers: LevelHandlers;
}

const cellClass =
  'row-start-2 min-w-0 @4xl:col-auto @4xl:row-auto before:block before:max-w-full before:self-start before:truncate before:text-muted-foreground before:text-xs before:content-[attr(data-short)] @4xl:before:content-none';

/**
 * Levels of one item: one line on wide screens, two on narrow ones. Lightweight, because many rows are
 * rendered.
 */
const LevelGridRow = memo(function LevelGridRow(props: LevelGridRowProps) {
  const { row, index, edits, serverErrors, isSelected, canEdit, handlers } = props;
  const t = useMessages(branchOrderSettingsMessages).levels;
  const table = useMessages(tableMessages);
  const noteId = useId();
  const unsaved = getPendingLevels(row, edits);
  const values = { ...row.saved, ...unsaved };
  const levelError = findLevelError(row, edits);

  function getError(field: LevelField | 'weekdayPar'): string | null {
    if (levelError?.field !== field) return serverErrors?.[field] ?? null;
    const message = t.violation(
      t.columns[levelError.otherLevel],
      formatQuantity(levelError.value),
      levelError.isAbove,
    );
    if (levelError.weekday === null) return message;
    return t.weekdayViolation(formatWeekday(Number(levelError.weekday)), message);
  }
  const weekdayError = getError('weekdayPar');
  const perDay = row.perDay === null ? '' : formatAverage(row.perDay);

  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={row.itemId}
      className={cn(
        canEdit ? gridClass : readOnlyGridClass,
        'border-b bg-card py-2 @4xl:min-h-12 @4xl:py-1.5',
        Object.keys(unsaved).length > 0 && 'bg-selected/60',
      )}
    >
      {canEdit ? (
        <div role="cell" className="col-start-1 row-start-1 @4xl:col-auto @4xl:row-auto">
          <RowCheck
            label={table.selectRow(row.name)}
            isChecked={isSelected}
            onChange={(isOn, isRange) => handlers.onSelect(row, isOn, isRange)}
          />
        </div>
      ) : null}
      <div
        role="cell"
        data-short={perDay === '' ? '' : ` · ${t.perDay(perDay)}`}
        className={cn(
          'col-span-full col-start-1 row-start-1 min-w-0 text-muted-foreground text-xs after:content-[attr(data-short)] @4xl:col-auto @4xl:row-auto @4xl:after:content-none',
          canEdit && 'ps-9 @4xl:ps-0',
        )}
      >
        <bdi className="block break-words font-medium text-foreground text-sm leading-5 text-left rtl:text-right">
          {row.name}
        </bdi>
        {serverErrors?.['version'] ? (
          <span className="block text-destructive">{serverErrors['version']}</span>
        ) : null}
        {row.code} · {formatUnitName(null, row.unit)}
      </div>
      <div role="cell" className="hidden text-end text-muted-foreground text-sm tabular-nums @4xl:block">
        {perDay}
      </div>
      {editableLevelFields.map((field) =>
        canEdit ? (
          <QuantityCell
            key={field}
            role="cell"
            short={t.short[field]}
            className={`${cellClass} items-stretch [&>input]:w-full [&>input]:min-w-0`}
            label={t.cell(row.name, t.columns[field], row.unit)}
            value={values[field]}
            column={field}
            cell={getLevelCellKey(row.itemId, field)}
            error={getError(field)}
            onCommit={(value) => handlers.onLevel(row, field, value)}
            onMoveFocus={(step) => handlers.onMoveFocus(row, field, step)}
            onPasteColumn={(texts) => handlers.onPaste(row, field, texts)}
          >
            {field in unsaved ? (
              <p className="pe-2 text-end text-muted-foreground text-xs tabular-nums">
                {t.savedValue(formatQuantity(row.saved[field], row.unit))}
              </p>
            ) : null}
          </QuantityCell>
        ) : (
          <div
            key={field}
            role="cell"
            data-short={t.short[field]}
            className={cn(cellClass, 'tabular-nums @4xl:text-end')}
          >
            {formatQuantity(values[field], row.unit)}
          </div>
        ),
      )}
      <div
        role="cell"
        className="row-start-2 min-w-0 self-end text-end text-muted-foreground text-xs @4xl:row-auto @4xl:self-auto @4xl:text-start"
      >
        {canEdit ? (
          <button
            type="button"
            className={cn(
              'h-9 max-w-9 overflow-hidden whitespace-nowrap rounded-md px-2 @max-4xl:touch:min-w-11 @max-4xl:touch:max-w-11 text-sm before:inline-block before:me-6 before:w-5 before:content-[attr(data-short)] hover:bg-accent touch:h-11 @4xl:max-w-full @4xl:text-ellipsis @4xl:before:content-none',
              weekdayError && 'text-destructive',
            )}
            data-short="⋯"
            aria-label={t.weekdaysOf(row.name)}
            aria-describedby={weekdayError === null ? undefined : noteId}
            onClick={() => handlers.onWeekdays(row)}
          >
            {formatWeekdayPars(values.weekdayPar) || t.weekdays}
          </button>
        ) : (
          formatWeekdayPars(values.weekdayPar)
        )}
        {weekdayError === null ? null : (
          <p id={noteId} className="px-2 text-destructive">
            {weekdayError}
          </p>
        )}
      </div>
    </div>
  );
});

/** Formats an average with two decimals, because it is only indicative. */
function formatAverage(average: number): string {
  return formatQuantity(Math.round(average * 100) / 100);
}

/** Formats weekday pars as text. */
export function formatWeekdayPars(weekdays: Readonly<Record<string, number>>): string {
  return formatList(
    Object.entries(weekdays).map(
      ([weekday, qty]) => `${formatWeekday(Number(weekday))} ${formatQuantity(qty)}`,
    ),
  );
}

/**
 * Column layout of rows and header: on wide screens name and cells share a line; on narrow ones the name is
 * above the cells.
 */
const gridClass =
  'grid grid-cols-[repeat(4,minmax(0,1fr))_2.75rem] items-start gap-x-2 gap-y-1 px-3 @4xl:grid-cols-[1.5rem_minmax(10rem,1fr)_5.5rem_repeat(4,6.25rem)_9rem] @4xl:items-center @4xl:gap-x-3';

const readOnlyGridClass =
  'grid grid-cols-[repeat(4,minmax(0,1fr))_2.75rem] items-start gap-x-2 gap-y-1 px-3 @4xl:grid-cols-[minmax(10rem,1fr)_5.5rem_repeat(4,6.25rem)_9rem] @4xl:items-center @4xl:gap-x-3';

/** Height of the top bar, below which the save bar and header stick. */
const stickyTopPx = 56;
