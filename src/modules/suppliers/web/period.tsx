import { DateInput } from '#platform/web/ui/date-input.tsx';

/** A period, including both ends. */
export interface PeriodDays {
  from: string;
  to: string;
}

interface PeriodProps {
  days: PeriodDays;
  label: string;
  fromLabel: string;
  toLabel: string;
  onChange(days: PeriodDays): void;
}

/** Period filter for a panel, which isn't stored in the URL. */
export function PeriodFilter({ days, label, fromLabel, toLabel, onChange }: PeriodProps) {
  return (
    <div
      role="group"
      aria-label={label}
      className="flex flex-wrap items-center gap-1.5 text-sm max-sm:w-full"
    >
      {(['from', 'to'] as const).map((end) => (
        <DateInput
          key={end}
          className="w-36 max-sm:flex-1"
          aria-label={end === 'from' ? fromLabel : toLabel}
          value={days[end]}
          {...(end === 'from' ? { max: days.to } : { min: days.from })}
          onChange={({ currentTarget: { value } }) =>
            value ? onChange({ ...days, [end]: value }) : undefined
          }
        />
      ))}
    </div>
  );
}
