import { memo, useId } from 'react';
import { RowCheck } from '#src/components/data-table/row-check.tsx';
import { tableMessages } from '#src/components/data-table/messages.ts';
import { QuantityCell } from '#src/components/form/quantity-cell.tsx';
import { cn } from '#src/lib/cn.ts';
import { formatQuantity } from '#src/lib/format/format.ts';
import { unitFor } from '#src/lib/format/unit.ts';
import { formatWeekday } from '#src/lib/format/weekday.ts';
import { formatList } from '#src/lib/format/list.ts';
import type { Edits } from '#src/lib/drafts/edits.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { faultOf, type LevelField, levelFields, typedOf } from './level-edits.ts';
import type { LevelRow as Row } from './level-rows.ts';
import { settingsMessages } from './messages.ts';

/** What a row tells its grid; one object for all rows, so that a row is drawn again only for itself. */
export interface LevelHandlers {
  onLevel(row: Row, field: LevelField, value: number | null): void;
  onWalk(row: Row, field: LevelField, step: 1 | -1): boolean;
  onPaste(row: Row, field: LevelField, texts: string[]): void;
  onWeekdays(row: Row): void;
  onSelect(row: Row, isOn: boolean, isRange: boolean): void;
}

interface LevelRowProps {
  row: Row;
  /** Its place in the list, from 0. */
  index: number;
  edits: Edits | undefined;
  /** What the server said is wrong, by field. */
  refused: Readonly<Record<string, string>> | undefined;
  isSelected: boolean;
  mayEdit: boolean;
  handlers: LevelHandlers;
}

const cellLook =
  'row-start-2 min-w-0 @4xl:col-auto @4xl:row-auto before:block before:max-w-full before:self-start before:truncate before:text-muted-foreground before:text-xs before:content-[attr(data-short)] @4xl:before:content-none';

/** The levels of one item: a line on a wide screen, two on a narrow one. Lean, for there are many at once. */
export const LevelRow = memo(function LevelRow(props: LevelRowProps) {
  const { row, index, edits, refused, isSelected, mayEdit, handlers } = props;
  const t = useMessages(settingsMessages).levels;
  const table = useMessages(tableMessages);
  const noteId = useId();
  const typed = typedOf(row, edits);
  const values = { ...row.saved, ...typed };
  const fault = faultOf(row, edits);

  function problemAt(field: LevelField | 'weekdayPar'): string | null {
    if (fault?.field !== field) return refused?.[field] ?? null;
    const sentence = t.fault(t.columns[fault.other], formatQuantity(fault.value), fault.isAbove);
    if (fault.weekday === null) return sentence;
    return t.weekdayFault(formatWeekday(Number(fault.weekday)), sentence);
  }
  const ofDays = problemAt('weekdayPar');
  const perDay = row.perDay === null ? '' : roughly(row.perDay);

  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={row.itemId}
      className={cn(
        mayEdit ? levelGrid : levelGridReadOnly,
        'border-b bg-card py-2 @4xl:min-h-12 @4xl:py-1.5',
        Object.keys(typed).length > 0 && 'bg-selected/60',
      )}
    >
      {mayEdit ? (
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
          mayEdit && 'ps-9 @4xl:ps-0',
        )}
      >
        <bdi className="block break-words font-medium text-foreground text-sm leading-5 text-left rtl:text-right">
          {row.name}
        </bdi>
        {refused?.['version'] ? <span className="block text-destructive">{refused['version']}</span> : null}
        {row.code} · {unitFor(null, row.unit)}
      </div>
      <div role="cell" className="hidden text-end text-muted-foreground text-sm tabular-nums @4xl:block">
        {perDay}
      </div>
      {levelFields.map((field) =>
        mayEdit ? (
          <QuantityCell
            key={field}
            role="cell"
            short={t.short[field]}
            className={`${cellLook} items-stretch [&>input]:w-full [&>input]:min-w-0`}
            label={t.cell(row.name, t.columns[field], row.unit)}
            value={values[field]}
            column={field}
            error={problemAt(field)}
            onCommit={(value) => handlers.onLevel(row, field, value)}
            onWalk={(step) => handlers.onWalk(row, field, step)}
            onPasteColumn={(texts) => handlers.onPaste(row, field, texts)}
          >
            {field in typed ? (
              <p className="pe-2 text-end text-muted-foreground text-xs tabular-nums">
                {t.was(formatQuantity(row.saved[field]))}
              </p>
            ) : null}
          </QuantityCell>
        ) : (
          <div
            key={field}
            role="cell"
            data-short={t.short[field]}
            className={cn(cellLook, 'tabular-nums @4xl:text-end')}
          >
            {formatQuantity(values[field])}
          </div>
        ),
      )}
      <div
        role="cell"
        className="row-start-2 min-w-0 self-end text-end text-muted-foreground text-xs @4xl:row-auto @4xl:self-auto @4xl:text-start"
      >
        {mayEdit ? (
          <button
            type="button"
            className={cn(
              'h-9 max-w-9 overflow-hidden whitespace-nowrap rounded-md px-2 @max-4xl:touch:min-w-11 @max-4xl:touch:max-w-11 text-sm before:inline-block before:me-6 before:w-5 before:content-[attr(data-short)] hover:bg-accent touch:h-11 @4xl:max-w-full @4xl:text-ellipsis @4xl:before:content-none',
              ofDays && 'text-destructive',
            )}
            data-short="⋯"
            aria-label={t.weekdaysOf(row.name)}
            aria-describedby={ofDays === null ? undefined : noteId}
            onClick={() => handlers.onWeekdays(row)}
          >
            {weekdayText(values.weekdayPar) || t.weekdays}
          </button>
        ) : (
          weekdayText(values.weekdayPar)
        )}
        {ofDays === null ? null : (
          <p id={noteId} className="px-2 text-destructive">
            {ofDays}
          </p>
        )}
      </div>
    </div>
  );
});

/** An average is a guide, not a figure to count with. */
function roughly(average: number): string {
  return formatQuantity(Math.round(average * 100) / 100);
}

/** Pars of weekdays in words. */
export function weekdayText(weekdays: Readonly<Record<string, number>>): string {
  return formatList(
    Object.entries(weekdays).map(
      ([weekday, qty]) => `${formatWeekday(Number(weekday))} ${formatQuantity(qty)}`,
    ),
  );
}

/** The columns that rows and their head share. Narrow: the name above, its cells below. Wide: one line. */
export const levelGrid =
  'grid grid-cols-[repeat(4,minmax(0,1fr))_2.75rem] items-start gap-x-2 gap-y-1 px-3 @4xl:grid-cols-[1.5rem_minmax(10rem,1fr)_5.5rem_repeat(4,6.25rem)_9rem] @4xl:items-center @4xl:gap-x-3';

export const levelGridReadOnly =
  'grid grid-cols-[repeat(4,minmax(0,1fr))_2.75rem] items-start gap-x-2 gap-y-1 px-3 @4xl:grid-cols-[minmax(10rem,1fr)_5.5rem_repeat(4,6.25rem)_9rem] @4xl:items-center @4xl:gap-x-3';

/** Below the top bar (56 px) stands the bar of what is not saved with the head of the columns. */
export const stickyTopPx = 56;
