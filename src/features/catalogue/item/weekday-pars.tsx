import { QuantityCell } from '#src/components/form/quantity-cell.tsx';
import { formatQuantity } from '#src/lib/format/format.ts';
import { formatWeekday } from '#src/lib/format/weekday.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { weekdays } from './level-draft.ts';
import { itemMessages } from './messages.ts';

interface WeekdayParsProps {
  branch: string;
  unit: string;
  /** Par on days that have none of their own. */
  usual: number | null;
  pars: Readonly<Record<string, number>>;
  isLocked: boolean;
  onChange(pars: Readonly<Record<string, number>>): void;
}

/** Par by weekday; an empty day has the usual one. */
export function WeekdayPars({ branch, unit, usual, pars, isLocked, onChange }: WeekdayParsProps) {
  const t = useMessages(itemMessages).level;
  return (
    <fieldset className="flex flex-wrap gap-3" data-quantity-grid>
      <legend className="pb-2 text-muted-foreground text-xs">{t.weekdayHint(formatQuantity(usual))}</legend>
      {weekdays.map((day) => (
        <div key={day} className="flex flex-col gap-1">
          <span className="text-xs" aria-hidden="true">
            {formatWeekday(day)}
          </span>
          <QuantityCell
            label={t.cell(formatWeekday(day), branch)}
            column="weekday"
            unit={unit}
            value={pars[day] ?? null}
            disabled={isLocked}
            onCommit={(value) => {
              const { [String(day)]: _, ...others } = pars;
              onChange(value === null ? others : { ...others, [day]: value });
            }}
          />
        </div>
      ))}
    </fieldset>
  );
}
