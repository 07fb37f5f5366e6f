import { Input } from '#src/components/ui/input.tsx';
import type { ListView } from '#src/components/data-table/use-list-view.ts';

interface DateRangeProps {
  view: ListView<'from' | 'to'>;
  fromLabel: string;
  toLabel: string;
}

/** From one day to another, both included; either may be open. */
export function DateRange({ view, fromLabel, toLabel }: DateRangeProps) {
  const { from, to } = view.filters;
  return (
    <div className="flex flex-wrap items-center gap-2 text-muted-foreground text-sm">
      <label className="flex items-center gap-2">
        {fromLabel}
        <Input
          type="date"
          className="w-36"
          value={from ?? ''}
          max={to}
          onChange={(event) => view.set({ from: event.currentTarget.value || undefined })}
        />
      </label>
      <label className="flex items-center gap-2">
        {toLabel}
        <Input
          type="date"
          className="w-36"
          value={to ?? ''}
          min={from}
          onChange={(event) => view.set({ to: event.currentTarget.value || undefined })}
        />
      </label>
    </div>
  );
}
