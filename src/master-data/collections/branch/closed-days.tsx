import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useId, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import type { ClosedDays } from '#domain/planning/closed-days.ts';
import type { DeliveryCalendar, DeliveryDay } from '#domain/planning/cutoff.ts';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { FieldNotes } from '#src/components/form/field-frame.tsx';
import { focusEntry } from '#src/components/form/focus-later.ts';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useToday } from '#src/lib/use-today.ts';
import type { FieldEditorProps } from '../../collection-screen.ts';
import { ClosedStretch } from './closed-stretch.tsx';
import { DeliveryPreview } from './delivery-preview.tsx';
import { withLine } from '../../form/editor-lines.tsx';
import { editorMessages } from '../../form/editor-messages.ts';

/** When a branch or kitchen is closed, what each entry takes away, and the coming weeks as they follow from all that. */
export function ClosedDaysEditor({
  label,
  hint,
  error,
  errors,
  locked,
  value,
  onChange,
  onBlur,
}: FieldEditorProps) {
  const t = useMessages(editorMessages).closed;
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const closedDays = Array.isArray(value) ? (value as ClosedDays[]) : [];
  const calendar = useCalendar(closedDays);
  const today = useToday();
  const past = closedDays.filter((closed) => isPast(closed, today)).length;

  function take(next: ClosedDays[], focusAt: number): void {
    onChange(next);
    focusEntry(() => group.current, focusAt);
  }

  return (
    <fieldset ref={group} className="flex flex-col gap-2" disabled={Boolean(locked)}>
      <legend className="pb-1.5 font-medium text-sm">{label}</legend>
      <FieldNotes id={id} error={Object.keys(errors).length > 0 ? null : error} note={locked ?? hint} />
      {closedDays.length === 0 ? <p className="text-sm">{t.none}</p> : null}
      <ul className="divide-y rounded-md border empty:hidden">
        {[...closedDays.entries()].map(([at, closed]) => (
          <ClosedStretch
            // An entry has no key of its own while its days are typed; new ones come last.
            key={at}
            nth={at + 1}
            closed={closed}
            today={today}
            isPast={isPast(closed, today)}
            deliveryDays={calendar.deliveryDays}
            errorOf={(part) => errors[`${at}.${part}`]}
            isLocked={Boolean(locked)}
            onBlur={onBlur}
            onChange={(changed) => onChange(withLine(closedDays, at, changed))}
            onRemove={() =>
              take(
                closedDays.filter((_, index) => index !== at),
                at,
              )
            }
          />
        ))}
      </ul>
      {locked ? null : (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            onClick={() =>
              take([...closedDays, { from: '', until: '', yearly: false, note: null }], closedDays.length)
            }
          >
            <Plus aria-hidden="true" />
            {t.add}
          </Button>
          {past > 0 ? (
            <Button
              size="sm"
              variant="ghost"
              onClick={() =>
                take(
                  closedDays.filter((closed) => !isPast(closed, today)),
                  closedDays.length,
                )
              }
            >
              {t.clearPast(past)}
            </Button>
          ) : null}
        </div>
      )}
      <DeliveryPreview calendar={calendar} />
    </fieldset>
  );
}

const isPast = ({ yearly, until }: ClosedDays, today: string) => !yearly && until !== '' && until < today;

/** The calendar as the form has it now, with the closed days of the kitchen that is chosen. */
function useCalendar(closedDays: readonly ClosedDays[]): DeliveryCalendar {
  const [days, timezone, kitchen]: unknown[] = useWatch({
    name: ['deliveryDays', 'timezone', 'supplyingKitchenId'],
  });
  const branches = useQuery(branchesQuery()).data;
  return {
    deliveryDays: Array.isArray(days) ? (days as DeliveryDay[]) : [],
    timezone: typeof timezone === 'string' ? timezone : '',
    closedDays: closedDays.filter(({ from, until }) => from !== '' && from <= until),
    kitchenClosedDays: branches?.find(({ _id }) => _id === kitchen)?.closedDays ?? [],
  };
}
