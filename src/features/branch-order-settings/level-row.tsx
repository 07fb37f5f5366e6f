import { CalendarDays } from 'lucide-react';
import { memo } from 'react';
import { RowCheck } from '#src/components/data-table/row-check.tsx';
import { tableMessages } from '#src/components/data-table/messages.ts';
import { QuantityCell } from '#src/components/form/quantity-cell.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { cn } from '#src/lib/cn.ts';
import { formatQuantity } from '#src/lib/format/format.ts';
import { formatWeekday } from '#src/lib/format/weekday.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { faultOf, type LevelEdit, type LevelField, levelFields, valuesOf } from './level-edits.ts';
import { levelGrid, levelGridReadOnly } from './level-look.ts';
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
  edit: LevelEdit | undefined;
  /** What the server said is wrong, by field. */
  refused: Readonly<Record<string, string>> | undefined;
  isSelected: boolean;
  mayEdit: boolean;
  handlers: LevelHandlers;
}

/** The levels of one item: a line on a wide screen, two on a narrow one. */
export const LevelRow = memo(function LevelRow(props: LevelRowProps) {
  const { row, edit, refused, isSelected, mayEdit, handlers } = props;
  const t = useMessages(settingsMessages).levels;
  const table = useMessages(tableMessages);
  const values = valuesOf(row, edit);
  const fault = faultOf(row, edit);
  const weekdays = Object.entries(values.weekdayPar);

  function problemAt(field: LevelField): string | null {
    if (fault?.field === field)
      return t.fault(t.columns[fault.other], formatQuantity(fault.value), fault.isAbove);
    return refused?.[field] ?? null;
  }

  return (
    <div
      className={cn(
        mayEdit ? levelGrid : levelGridReadOnly,
        'border-b bg-card py-2 @4xl:min-h-12 @4xl:py-1.5',
        edit && 'bg-selected/60',
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
        className={cn(
          'col-span-full col-start-1 row-start-1 min-w-0 @4xl:col-auto @4xl:row-auto',
          mayEdit && 'ps-9 @4xl:ps-0',
        )}
      >
        <p className="break-words font-medium leading-5">
          <bdi>{row.name}</bdi>
          {refused?.['version'] ? (
            <span className="block font-normal text-destructive text-xs">{refused['version']}</span>
          ) : null}
        </p>
        <p className="text-muted-foreground text-xs">
          {row.code} · {row.unit}
          <span className="@4xl:hidden">
            {row.perDay === null ? '' : ` · ${t.perDay(roughly(row.perDay))}`}
          </span>
        </p>
      </div>
      <div role="cell" className="hidden text-end text-muted-foreground text-sm tabular-nums @4xl:block">
        {row.perDay === null ? '' : roughly(row.perDay)}
      </div>
      {levelFields.map((field) => (
        <div key={field} role="cell" className={cn('row-start-2 min-w-0 @4xl:col-auto @4xl:row-auto')}>
          <p aria-hidden="true" className="truncate text-muted-foreground text-xs @4xl:hidden">
            {t.short[field]}
          </p>
          {mayEdit ? (
            <>
              <QuantityCell
                className="[&>div:first-child>div]:w-full [&>div:first-child]:w-full [&_input]:w-full [&_input]:min-w-0"
                label={t.cell(row.name, t.columns[field], row.unit)}
                value={values[field]}
                column={field}
                error={problemAt(field)}
                onCommit={(value) => handlers.onLevel(row, field, value)}
                onWalk={(step) => handlers.onWalk(row, field, step)}
                onPasteColumn={(texts) => handlers.onPaste(row, field, texts)}
              />
              {edit && field in edit ? (
                <p className="pe-2 text-end text-muted-foreground text-xs tabular-nums">
                  {t.was(formatQuantity(row.saved[field]))}
                </p>
              ) : null}
            </>
          ) : (
            <p className="tabular-nums @4xl:text-end">{formatQuantity(values[field])}</p>
          )}
        </div>
      ))}
      <div
        role="cell"
        className="row-start-2 flex min-w-0 justify-end self-end @4xl:row-auto @4xl:justify-start @4xl:self-auto"
      >
        {mayEdit ? (
          <Button
            variant="ghost"
            size="sm"
            className="max-w-full px-2 font-normal text-muted-foreground"
            aria-label={t.weekdaysOf(row.name)}
            onClick={() => handlers.onWeekdays(row)}
          >
            <CalendarDays aria-hidden="true" />
            <span className="hidden truncate @4xl:inline">{weekdayText(weekdays) || t.weekdays}</span>
          </Button>
        ) : (
          <span className="text-muted-foreground text-xs">{weekdayText(weekdays)}</span>
        )}
      </div>
    </div>
  );
});

/** An average is a guide, not a figure to count with. */
function roughly(average: number): string {
  return formatQuantity(Math.round(average * 100) / 100);
}

function weekdayText(weekdays: readonly (readonly [string, number])[]): string {
  return weekdays
    .map(([weekday, qty]) => `${formatWeekday(Number(weekday))} ${formatQuantity(qty)}`)
    .join(', ');
}
