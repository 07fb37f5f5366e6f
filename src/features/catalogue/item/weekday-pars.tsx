import { weekdayParAtFault } from '#domain/planning/levels.ts';
import { QuantityCell } from '#src/components/form/quantity-cell.tsx';
import { formatQuantity } from '#src/lib/format/format.ts';
import { formatWeekday } from '#src/lib/format/weekday.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { type LevelDraft, weekdays } from './level-draft.ts';
import { itemMessages } from './messages.ts';

interface WeekdayParsProps {
  branch: string;
  unit: string;
  /** Of the branch; its par is that of days that have none of their own. */
  levels: LevelDraft;
  isLocked: boolean;
  onChange(pars: Readonly<Record<string, number>>): void;
}

/** Par by weekday; an empty day has the usual one. */
export function WeekdayPars({ branch, unit, levels, isLocked, onChange }: WeekdayParsProps) {
  const t = useMessages(itemMessages).level;
  const { par: usual, weekdayPar: pars } = levels;
  const problemOf = (day: number) => {
    const par = pars[day];
    const fault = par === undefined ? null : weekdayParAtFault(levels, { [day]: par });
    return fault && (fault.other === 'min' ? t.belowMin : t.aboveMax);
  };
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
            error={problemOf(day)}
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
