import { DateInput } from '#platform/web/ui/date-input.tsx';
import type { ListView } from './use-list-view.ts';

interface DateRangeTexts {
  /** The date to filter by, for example `Delivery date`. */
  label: string;
  fromLabel: string;
  toLabel: string;
}

interface DateRangeProps extends DateRangeTexts {
  view: ListView<'from' | 'to'>;
}

/** Date range filter of a list, with optional, inclusive ends; stored in the URL. */
export function DateRange({ view, ...texts }: DateRangeProps) {
  const { from, to } = view.filters;
  return <DateRangeInputs {...texts} from={from} to={to} onChange={(days) => view.set(days)} />;
}

interface DateRangeInputsProps extends DateRangeTexts {
  from: string | undefined;
  to: string | undefined;
  /** Called with the changed end; undefined if it was cleared. */
  onChange(days: { from?: string | undefined } | { to?: string | undefined }): void;
}

/** A date range with inclusive ends. On a phone, the inputs are side by side below their label. */
export function DateRangeInputs({ label, fromLabel, toLabel, from, to, onChange }: DateRangeInputsProps) {
  const inputClass = 'w-36 max-sm:flex-1 xl:max-2xl:w-33';
  return (
    <div
      role="group"
      aria-label={label}
      className="flex items-center gap-1.5 text-muted-foreground text-sm max-sm:w-full max-sm:flex-wrap"
    >
      <span aria-hidden="true" className="max-sm:basis-full">
        {label}
      </span>
      <DateInput
        className={inputClass}
        aria-label={fromLabel}
        value={from ?? ''}
        max={to}
        onChange={(event) => onChange({ from: event.currentTarget.value || undefined })}
      />
      <span aria-hidden="true">–</span>
      <DateInput
        className={inputClass}
        aria-label={toLabel}
        value={to ?? ''}
        min={from}
        onChange={(event) => onChange({ to: event.currentTarget.value || undefined })}
      />
    </div>
  );
}
