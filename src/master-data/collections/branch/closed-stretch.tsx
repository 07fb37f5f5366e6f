import { X } from 'lucide-react';
import type { ClosedDays } from '#domain/planning/closed-days.ts';
import { deliveriesWithin } from '#domain/planning/coming-deliveries.ts';
import type { DeliveryDay } from '#domain/planning/cutoff.ts';
import { CheckField } from '#src/components/form/check-field.tsx';
import { DateField } from '#src/components/form/date-field.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Pill } from '#src/components/ui/pill.tsx';
import { formatDate, formatDay } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { editorMessages } from '../../form/editor-messages.ts';

interface ClosedStretchProps {
  nth: number;
  closed: ClosedDays;
  today: string;
  isPast: boolean;
  deliveryDays: readonly DeliveryDay[];
  errorOf(part: keyof ClosedDays): string | undefined;
  isLocked: boolean;
  onBlur: (() => void) | undefined;
  onChange(closed: ClosedDays): void;
  onRemove(): void;
}

/** One stretch of closed days, and the deliveries that it takes away. */
export function ClosedStretch({ nth, closed, today, isPast, deliveryDays, ...props }: ClosedStretchProps) {
  const t = useMessages(editorMessages).closed;
  const { from, until, yearly, note } = closed;
  const isWhole = from !== '' && from <= until;
  const set = (part: Partial<ClosedDays>) => props.onChange({ ...closed, ...part });
  return (
    <li
      aria-label={t.stretch(nth)}
      className="grid grid-cols-2 gap-x-3 gap-y-1 p-3 sm:grid-cols-[1fr_1fr_auto]"
    >
      <DateField
        label={t.from}
        value={from}
        error={props.errorOf('from')}
        onBlur={props.onBlur}
        // A single day is the usual; the last day follows until it has one of its own.
        onChange={(day) =>
          set({ from: day, ...(until === '' || until === from || until < day ? { until: day } : {}) })
        }
      />
      <DateField
        label={t.until}
        value={until}
        min={from}
        error={props.errorOf('until')}
        onBlur={props.onBlur}
        onChange={(day) => set({ until: day })}
      />
      <CheckField
        label={t.yearly}
        className="justify-end"
        value={yearly}
        onBlur={props.onBlur}
        onChange={(isYearly) => set({ yearly: isYearly })}
      />
      <div className="col-span-full flex items-end gap-2">
        <TextField
          label={t.note}
          className="flex-1"
          value={note ?? ''}
          error={props.errorOf('note')}
          onBlur={props.onBlur}
          onChange={(words) => set({ note: words === '' ? null : words })}
        />
        {props.isLocked ? null : (
          <Button
            variant="ghost"
            size="icon"
            aria-label={t.remove(from === '' ? String(nth) : formatDate(from))}
            onClick={props.onRemove}
          >
            <X aria-hidden="true" />
          </Button>
        )}
      </div>
      {isPast ? (
        <div className="col-span-full pt-1">
          <Pill>{t.past}</Pill>
        </div>
      ) : null}
      {isWhole && !isPast && deliveryDays.length > 0 ? (
        <p className="col-span-full pt-1 text-muted-foreground text-sm" aria-live="polite">
          {fallen(deliveriesWithin({ deliveryDays }, closed, today))}
        </p>
      ) : null}
    </li>
  );

  function fallen(days: readonly string[]): string {
    if (days.length === 0) return t.takesNone;
    const named = days.slice(0, mostNamed).map(formatDay).join(' · ');
    return t.takesAway(days.length > mostNamed ? t.andMore(named, days.length - mostNamed) : named);
  }
}

const mostNamed = 4;
