import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import type { DayEnd, LocalDays } from '#core/business-day.ts';
import type { ClosedDays } from '#core/closed-days.ts';
import { listDeliveryRows, type DeliveryCalendar, type DeliveryDay, localDate } from '#core/cutoff.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { FieldNotes } from '#platform/web/form/field-frame.tsx';
import { focusEntry } from '#platform/web/form/focus-later.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useToday } from '#platform/web/use-today.ts';
import type { FieldEditorProps } from '#modules/master-data/web/form/collection-form.ts';
import { updateEditorLine } from '#modules/master-data/web/form/editor-lines.tsx';
import { listUpcomingDeliveries, listDeliveriesDuringClosure } from '#modules/demand/upcoming-deliveries.ts';
import { CheckField } from '#platform/web/form/check-field.tsx';
import { DateField } from '#platform/web/form/date-field.tsx';
import { TextField } from '#platform/web/form/text-field.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { formatDate, formatDay, formatSpan, formatTime } from '#platform/web/format/format.ts';
import { useNow } from '#platform/web/use-now.ts';
import { branchFormMessages } from './form-messages.ts';

/**
 * Editor of a location's closed days, with the deliveries that each entry cancels and a preview of the coming
 * weeks.
 */
export function ClosedDaysEditor({
  label,
  hint,
  error,
  errors,
  lockedReason,
  value,
  onChange,
  onBlur,
}: FieldEditorProps) {
  const t = useMessages(branchFormMessages).closed;
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const closedDays = Array.isArray(value) ? (value as ClosedDays[]) : [];
  const calendar = useCalendar(closedDays);
  const today = useToday();
  const pastCount = closedDays.filter((closed) => isPast(closed, today)).length;

  function setEntries(next: ClosedDays[], focusIndex: number): void {
    onChange(next);
    focusEntry(() => group.current, focusIndex);
  }

  return (
    <fieldset ref={group} className="flex flex-col gap-2" disabled={Boolean(lockedReason)}>
      <legend className="pb-1.5 font-medium text-sm">{label}</legend>
      <FieldNotes id={id} error={Object.keys(errors).length > 0 ? null : error} note={lockedReason ?? hint} />
      {closedDays.length === 0 ? <p className="text-sm">{t.none}</p> : null}
      <ul className="divide-y rounded-md border empty:hidden">
        {[...closedDays.entries()].map(([index, closed]) => (
          <ClosedDaysEntry
            // Entries have no id and new ones are appended, so the index is a stable key.
            key={index}
            position={index + 1}
            closed={closed}
            today={today}
            isPast={isPast(closed, today)}
            deliveryDays={calendar.deliveryDays}
            getError={(part) => errors[`${index}.${part}`]}
            isLocked={Boolean(lockedReason)}
            onBlur={onBlur}
            onChange={(changed) => onChange(updateEditorLine(closedDays, index, changed))}
            onRemove={() =>
              setEntries(
                closedDays.filter((_, other) => other !== index),
                index,
              )
            }
          />
        ))}
      </ul>
      {lockedReason ? null : (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            onClick={() =>
              setEntries(
                [...closedDays, { from: '', until: '', yearly: false, note: null }],
                closedDays.length,
              )
            }
          >
            <Plus aria-hidden="true" />
            {t.add}
          </Button>
          {pastCount > 0 ? (
            <Button
              size="sm"
              variant="ghost"
              onClick={() =>
                setEntries(
                  closedDays.filter((closed) => !isPast(closed, today)),
                  closedDays.length,
                )
              }
            >
              {t.clearPast(pastCount)}
            </Button>
          ) : null}
        </div>
      )}
      <DeliveryPreview calendar={calendar} />
    </fieldset>
  );
}

const isPast = ({ yearly, until }: ClosedDays, today: string) => !yearly && until !== '' && until < today;

/** Returns the form's current calendar, with the closed days of the selected kitchen. */
function useCalendar(closedDays: readonly ClosedDays[]): DeliveryCalendar & LocalDays {
  const [days, timezone, kitchen, dayEnds]: unknown[] = useWatch({
    name: ['deliveryDays', 'timezone', 'supplyingKitchenId', 'dayEnds'],
  });
  const branches = useQuery(branchesQuery()).data;
  return {
    deliveryDays: Array.isArray(days) ? (days as DeliveryDay[]) : [],
    timezone: typeof timezone === 'string' ? timezone : '',
    dayEnds: Array.isArray(dayEnds) ? (dayEnds as DayEnd[]) : [],
    closedDays: closedDays.filter(({ from, until }) => from !== '' && from <= until),
    kitchenClosedDays: branches?.find(({ _id }) => _id === kitchen)?.closedDays ?? [],
  };
}

interface ClosedDaysEntryProps {
  position: number;
  closed: ClosedDays;
  today: string;
  isPast: boolean;
  deliveryDays: readonly DeliveryDay[];
  getError(part: keyof ClosedDays): string | undefined;
  isLocked: boolean;
  onBlur: (() => void) | undefined;
  onChange(closed: ClosedDays): void;
  onRemove(): void;
}

/** One range of closed days with the deliveries it cancels. */
function ClosedDaysEntry({ position, closed, today, isPast, deliveryDays, ...props }: ClosedDaysEntryProps) {
  const t = useMessages(branchFormMessages).closed;
  const { from, until, yearly, note } = closed;
  const isComplete = from !== '' && from <= until;
  const set = (part: Partial<ClosedDays>) => props.onChange({ ...closed, ...part });
  return (
    <li
      aria-label={t.entry(position)}
      className="grid grid-cols-2 gap-x-3 gap-y-1 p-3 sm:grid-cols-[1fr_1fr_auto]"
    >
      <DateField
        label={t.from}
        value={from}
        error={props.getError('from')}
        onBlur={props.onBlur}
        // Most entries are a single day: the last day follows the first until it is set.
        onChange={(day) =>
          set({ from: day, ...(until === '' || until === from || until < day ? { until: day } : {}) })
        }
      />
      <DateField
        label={t.until}
        value={until}
        min={from}
        error={props.getError('until')}
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
          error={props.getError('note')}
          onBlur={props.onBlur}
          onChange={(text) => set({ note: text === '' ? null : text })}
        />
        {props.isLocked ? null : (
          <Button
            variant="ghost"
            size="icon"
            aria-label={from === '' ? t.removeEntry(position) : t.remove(formatDate(from))}
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
      {isComplete && !isPast && deliveryDays.length > 0 ? (
        <p className="col-span-full pt-1 text-muted-foreground text-sm" aria-live="polite">
          {describeCancelled(listDeliveriesDuringClosure({ deliveryDays }, closed, today))}
        </p>
      ) : null}
    </li>
  );

  function describeCancelled(days: readonly string[]): string {
    if (days.length === 0) return t.cancelsNone;
    const listedDays = days.slice(0, maxListedDays).map(formatDay).join(' · ');
    return t.cancels(
      days.length > maxListedDays ? t.andMore(listedDays, days.length - maxListedDays) : listedDays,
    );
  }
}

const maxListedDays = 4;

/** Preview of the calendar for two weeks, in the branch's time zone. */
function DeliveryPreview({ calendar }: { calendar: DeliveryCalendar & LocalDays }) {
  const t = useMessages(branchFormMessages).delivery;
  const now = useNow();
  const { timezone } = calendar;
  const deliveryDays = calendar.deliveryDays.filter(({ cutoffTime }) => /^\d\d:\d\d$/.test(cutoffTime));
  if (deliveryDays.length === 0) return <p className="text-muted-foreground text-sm">{t.none}</p>;
  if (!isTimezone(timezone)) return <p className="text-muted-foreground text-sm">{t.noZone}</p>;
  const deliveries = listUpcomingDeliveries({ ...calendar, deliveryDays }, new Date(now));
  return (
    <section aria-label={t.upcoming(timezone)} className="rounded-md bg-muted p-3 text-sm">
      <p className="pb-1 font-medium">{t.upcoming(timezone)}</p>
      <ul className="flex flex-col gap-0.5">
        {deliveries.map((delivery) => (
          <li key={delivery.deliveryDate} className="flex flex-wrap gap-x-3">
            <span className="min-w-24 whitespace-nowrap font-medium tabular-nums">
              {formatDay(delivery.deliveryDate)}
            </span>
            {delivery.closure ? (
              <span className="text-status-amber">
                {t.cancelled[delivery.closure.by]}
                <ClosureNote note={delivery.closure.note} />
              </span>
            ) : (
              <>
                <span className="tabular-nums">
                  {t.orderBy(
                    formatDay(localDate(new Date(delivery.cutoffAt), timezone)),
                    formatTime(delivery.cutoffAt, timezone),
                  )}
                </span>
                <span className="text-muted-foreground tabular-nums">
                  {delivery.isOpen ? t.timeLeft(formatSpan(Date.parse(delivery.cutoffAt) - now)) : t.closed}
                </span>
                {delivery.isEarlier ? <span className="text-status-amber">{t.earlier}</span> : null}
                <ShiftedCutoff
                  planned={listDeliveryRows({ deliveryDays }, delivery.deliveryDate)[0]?.cutoffTime ?? ''}
                  actual={formatTime(delivery.cutoffAt, timezone)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows the occasion in brackets, isolated from the text direction around it. */
function ClosureNote({ note }: { note: string | null }) {
  return note === null ? null : (
    <>
      {' ('}
      <bdi>{note}</bdi>)
    </>
  );
}

function ShiftedCutoff({ planned, actual }: { planned: string; actual: string }) {
  const t = useMessages(branchFormMessages).delivery;
  return planned === actual ? null : <span className="text-status-amber">{t.shifted(planned)}</span>;
}

function isTimezone(timezone: string): boolean {
  try {
    return timezone !== '' && new Intl.DateTimeFormat('en', { timeZone: timezone }).format(0) !== '';
  } catch {
    return false;
  }
}
