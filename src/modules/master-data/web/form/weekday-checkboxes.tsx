import { useId } from 'react';
import { FieldNotes } from '#platform/web/form/field-frame.tsx';
import { formatWeekday } from '#platform/web/format/weekday.ts';
import type { FieldEditorProps } from './collection-form.ts';

const weekdays = [1, 2, 3, 4, 5, 6, 7];

/** Checkboxes for the days of the week; 1 is Monday. */
export function WeekdayCheckboxes({
  label,
  hint,
  error,
  lockedReason,
  value,
  onChange,
  name,
}: FieldEditorProps) {
  const id = useId();
  const chosen = Array.isArray(value) ? value.map(Number) : [];
  return (
    <fieldset className="flex flex-col gap-1.5" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="pb-1.5 font-medium text-sm">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {weekdays.map((day) => (
          <label
            key={day}
            className="flex h-9 cursor-pointer items-center gap-2 rounded-md border px-3 text-sm has-checked:border-primary has-checked:bg-selected touch:h-11"
          >
            <input
              type="checkbox"
              name={day === 1 ? name : undefined}
              className="size-4 accent-primary"
              checked={chosen.includes(day)}
              disabled={Boolean(lockedReason)}
              onChange={(event) =>
                onChange(
                  weekdays.filter((weekday) =>
                    weekday === day ? event.currentTarget.checked : chosen.includes(weekday),
                  ),
                )
              }
            />
            {formatWeekday(day)}
          </label>
        ))}
      </div>
      <FieldNotes id={id} error={error} note={lockedReason ?? hint} />
    </fieldset>
  );
}
