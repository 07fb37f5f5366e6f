import { DateInput } from '#src/components/ui/date-input.tsx';
import type { ListView } from './use-list-view.ts';

interface DateRangeProps {
  view: ListView<'from' | 'to'>;
  /** What the days are of. */
  label: string;
  fromLabel: string;
  toLabel: string;
}

/** From one day to another, both included; either may be open. */
export function DateRange({ view, label, fromLabel, toLabel }: DateRangeProps) {
  const { from, to } = view.filters;
  return (
    <div
      role="group"
      aria-label={label}
      className="flex items-center gap-1.5 text-muted-foreground text-sm max-sm:w-full max-sm:flex-wrap"
    >
      <span aria-hidden="true">{label}</span>
      <DateInput
        className="w-36 max-sm:flex-1 xl:max-2xl:w-33"
        aria-label={fromLabel}
        value={from ?? ''}
        max={to}
        onChange={(event) => view.set({ from: event.currentTarget.value || undefined })}
      />
      <span aria-hidden="true">–</span>
      <DateInput
        className="w-36 max-sm:flex-1 xl:max-2xl:w-33"
        aria-label={toLabel}
        value={to ?? ''}
        min={from}
        onChange={(event) => view.set({ to: event.currentTarget.value || undefined })}
      />
    </div>
  );
}
