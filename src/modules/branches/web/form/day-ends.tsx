import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { getBusinessDay, changeDayEnd, type DayEnd } from '#core/business-day.ts';
import { DateField } from '#platform/web/form/date-field.tsx';
import { FieldFrame } from '#platform/web/form/field-frame.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useNow } from '#platform/web/use-now.ts';
import type { FieldEditorProps } from '#modules/master-data/web/form/collection-form.ts';
import { branchFormMessages } from './form-messages.ts';

/** Half-hours before noon. */
const times = Array.from({ length: 24 }, (_, index) =>
  new Date(index * 1_800_000).toISOString().slice(11, 16),
);

const readEnds = (value: unknown): DayEnd[] => (Array.isArray(value) ? (value as DayEnd[]) : []);

/** Select for the time at which business days end; for an existing location, also asks for the first day. */
export function DayEnds({ errors, value, onChange, ...props }: FieldEditorProps) {
  const t = useMessages(branchFormMessages).dayEnds;
  const { defaultValues } = useFormContext().formState;
  const timezone: unknown = useWatch({ name: 'timezone' });
  const savedEnds = readEnds(defaultValues?.['dayEnds']);
  const today = getBusinessDay(useNow(), { timezone: String(timezone), dayEnds: savedEnds });
  const effectiveEnds = savedEnds.filter(({ from }) => (from ?? '') <= today);
  const lastEnd = readEnds(value).at(-1);
  const isChange = lastEnd !== undefined && !effectiveEnds.some(({ from }) => from === lastEnd.from);
  const isNew = !defaultValues?.['code'];
  const [from, setFrom] = useState(isChange ? lastEnd.from : isNew ? null : today);
  const at = lastEnd?.at ?? '00:00';
  const current = effectiveEnds.at(-1)?.at ?? '00:00';
  const change = (end: DayEnd) =>
    onChange(end.at === current ? effectiveEnds : changeDayEnd(effectiveEnds, end));
  const fromError = Object.values(errors)[0];
  return (
    <div className="flex flex-col gap-2">
      <FieldFrame {...props} error={fromError === undefined ? props.error : null}>
        {(control) => (
          <Select
            {...control}
            disabled={Boolean(props.lockedReason)}
            value={at}
            onChange={({ currentTarget }) => change({ from, at: currentTarget.value })}
          >
            {times.map((time) => (
              <option key={time} value={time}>
                {time === '00:00' ? t.midnight : time}
              </option>
            ))}
          </Select>
        )}
      </FieldFrame>
      {from !== null && at !== current ? (
        <DateField
          label={t.from}
          hint={t.fromHint}
          error={fromError}
          isRequired
          lockedReason={props.lockedReason}
          value={from}
          onChange={(day) => {
            setFrom(day);
            change({ from: day, at });
          }}
        />
      ) : null}
    </div>
  );
}
