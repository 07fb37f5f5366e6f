import { useId } from 'react';
import { getCutoffWeekday, type DeliveryDay } from '#core/cutoff.ts';
import { FieldNotes } from '#platform/web/form/field-frame.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Input, Select } from '#platform/web/ui/input.tsx';
import { formatList } from '#platform/web/format/list.ts';
import { type TranslationOf, useMessages } from '#platform/web/i18n/messages.ts';
import { formatWeekday } from '#platform/web/format/weekday.ts';
import type { FieldEditorProps } from '#modules/master-data/web/form/collection-form.ts';
import { branchFormMessages } from './form-messages.ts';

const weekdays = [1, 2, 3, 4, 5, 6, 7];
const maxDaysBefore = 14;
const defaultCutoff = { cutoffDaysBefore: 1, cutoffTime: '16:00' };

const readDays = (value: unknown): DeliveryDay[] => (Array.isArray(value) ? (value as DeliveryDay[]) : []);

/** Editor of a branch's delivery days and their ordering cut-offs. */
export function DeliveryDays(props: FieldEditorProps) {
  const { label, hint, error, errors, lockedReason, value, onChange, onBlur, name } = props;
  const t = useMessages(branchFormMessages).delivery;
  const id = useId();
  const days = readDays(value);
  const [first] = days;

  /** Sets the days, sorted by weekday. */
  const set = (next: readonly DeliveryDay[]) => onChange(next.toSorted((a, b) => a.weekday - b.weekday));
  const change = (weekday: number, part: Partial<DeliveryDay>) =>
    set(days.map((day) => (day.weekday === weekday ? { ...day, ...part } : day)));

  return (
    <fieldset className="flex flex-col gap-2" disabled={Boolean(lockedReason)}>
      <legend className="pb-1.5 font-medium text-sm">{label}</legend>
      <ul className="divide-y rounded-md border">
        {weekdays.map((weekday) => {
          const index = days.findIndex((day) => day.weekday === weekday);
          const day = days[index];
          const weekdayName = formatWeekday(weekday);
          const dayError = Object.entries(errors).find(([path]) => path.split('.')[0] === String(index))?.[1];
          return (
            <li key={weekday} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
              <label className="flex min-h-9 min-w-20 cursor-pointer items-center gap-2 text-sm touch:min-h-11">
                <input
                  type="checkbox"
                  aria-label={t.day(formatWeekday(weekday, 'long'))}
                  name={weekday === 1 ? name : undefined}
                  className="size-4 shrink-0 accent-primary touch:size-5"
                  checked={day !== undefined}
                  onBlur={onBlur}
                  onChange={({ currentTarget }) =>
                    set(
                      currentTarget.checked
                        ? [...days, { ...defaultCutoff, ...pickCutoff(first), weekday }]
                        : days.filter((day) => day.weekday !== weekday),
                    )
                  }
                />
                {weekdayName}
              </label>
              {day ? (
                <>
                  <Select
                    className="w-44 touch:w-52"
                    aria-label={t.before(weekdayName)}
                    value={day.cutoffDaysBefore}
                    onChange={({ currentTarget }) =>
                      change(weekday, { cutoffDaysBefore: Number(currentTarget.value) })
                    }
                  >
                    {Array.from({ length: maxDaysBefore + 1 }, (_, count) => (
                      <option key={count} value={count}>
                        {t.daysBefore(count)}
                      </option>
                    ))}
                  </Select>
                  <Input
                    type="time"
                    className="w-36 touch:w-44"
                    aria-label={t.time(weekdayName)}
                    aria-invalid={dayError !== undefined}
                    aria-describedby={dayError === undefined ? undefined : `${id}-${weekday}-error`}
                    value={day.cutoffTime}
                    onBlur={onBlur}
                    onChange={({ currentTarget }) => change(weekday, { cutoffTime: currentTarget.value })}
                  />
                  <span className="min-w-0 flex-1 basis-52 text-muted-foreground text-sm">
                    {describeDeliveryDay(day, t)}
                  </span>
                  <FieldNotes id={`${id}-${weekday}`} error={dayError} note={null} />
                </>
              ) : null}
            </li>
          );
        })}
      </ul>
      {first && days.length > 1 && !lockedReason ? (
        <Button
          size="sm"
          className="self-start"
          onClick={() => set(days.map(({ weekday }) => ({ ...first, weekday })))}
        >
          {t.copy}
        </Button>
      ) : null}
      <FieldNotes id={id} error={Object.keys(errors).length > 0 ? null : error} note={lockedReason ?? hint} />
    </fieldset>
  );
}

function pickCutoff(day: DeliveryDay | undefined): Partial<DeliveryDay> {
  return day ? { cutoffDaysBefore: day.cutoffDaysBefore, cutoffTime: day.cutoffTime } : {};
}

type DeliveryTexts = TranslationOf<typeof branchFormMessages>['delivery'];

/** Formats a delivery day: `Order by Thu 16:00 for Saturday`. */
function describeDeliveryDay(day: DeliveryDay, t: DeliveryTexts): string {
  const sentence = t.until(
    formatWeekday(getCutoffWeekday(day)),
    day.cutoffTime || '–',
    formatWeekday(day.weekday, 'long'),
  );
  if (day.cutoffDaysBefore < 7) return sentence;
  return formatList([sentence, day.cutoffDaysBefore < 14 ? t.weekBefore : t.weeksBefore]);
}
