import { weekdayParAtFault } from '#domain/planning/levels.ts';
import type { LevelValues } from '#src/collections/items/branch-levels.ts';
import { QuantityCell } from '#src/components/form/quantity-cell.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogContent } from '#src/components/ui/dialog.tsx';
import { formatQuantity } from '#src/lib/format/format.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { formatWeekday } from '#src/lib/format/weekday.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { LevelRow } from './level-rows.ts';
import { settingsMessages } from './messages.ts';

interface WeekdayDialogProps {
  row: LevelRow;
  values: LevelValues;
  onChange(weekdayPar: Record<string, number>): void;
  onClose(): void;
}

const weekdays = ['1', '2', '3', '4', '5', '6', '7'];

/** Par on single weekdays, where it differs from the usual one: it holds for orders delivered on that day. */
export function WeekdayDialog({ row, values, onChange, onClose }: WeekdayDialogProps) {
  const t = useMessages(settingsMessages).levels;
  const { par, weekdayPar } = values;

  function problemOf(weekday: string): string | null {
    const qty = weekdayPar[weekday];
    const fault = qty === undefined ? null : weekdayParAtFault(values, { [weekday]: qty });
    if (!fault) return null;
    return t.fault(t.columns[fault.other], formatQuantity(values[fault.other]), fault.other === 'max');
  }

  function set(weekday: string, qty: number | null): void {
    const { [weekday]: _, ...others } = weekdayPar;
    onChange(qty === null ? others : { ...others, [weekday]: qty });
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={t.weekdaysOf(row.name)}
        description={t.weekdaysText(formatAmount(par, row.unit))}
        footer={
          <Button variant="primary" onClick={onClose}>
            {t.done}
          </Button>
        }
      >
        <ul data-quantity-grid className="divide-y">
          {weekdays.map((weekday) => (
            <li key={weekday} className="flex items-center justify-between gap-3 py-1.5">
              <span>{formatWeekday(Number(weekday))}</span>
              <QuantityCell
                label={t.weekdayCell(row.name, formatWeekday(Number(weekday)))}
                unit={row.unit}
                column="weekday"
                value={weekdayPar[weekday] ?? null}
                error={problemOf(weekday)}
                onCommit={(qty) => set(weekday, qty)}
              />
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  );
}
