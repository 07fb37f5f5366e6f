import { Plus } from 'lucide-react';
import { useId } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { findDaysWithChangedRate, getCurrencyRate } from '#core/currency.ts';
import { DateField } from '#platform/web/form/date-field.tsx';
import { focusEntry } from '#platform/web/form/focus-later.ts';
import { FieldNotes } from '#platform/web/form/field-frame.tsx';
import { NumberField, type NumberInputValue } from '#platform/web/form/number-field.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { formatDate } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useToday } from '#platform/web/use-today.ts';
import { addDays } from '#core/day.ts';
import type { FieldEditorProps } from '#modules/master-data/web/form/collection-form.ts';
import { EditorLines, updateEditorLine } from '#modules/master-data/web/form/editor-lines.tsx';
import { currenciesMessages } from './messages.ts';

interface Rate {
  date: string;
  rate: NumberInputValue;
}

/** Editor of exchange rates by day, newest first. */
export function CurrencyRates({
  label,
  hint,
  error,
  errors,
  lockedReason,
  value,
  onChange,
  onBlur,
}: FieldEditorProps) {
  const t = useMessages(currenciesMessages).rates;
  const id = useId();
  const [code, isBase]: unknown[] = useWatch({ name: ['code', 'isBase'] });
  const today = useToday();
  const rates = Array.isArray(value) ? (value as Rate[]) : [];
  const currentRateDate = getCurrencyRate(
    rates.map(({ date }) => ({ date, rate: 0 })),
    today,
  )?.date;
  const { defaultValues } = useFormState();
  const changedPastDays = findDaysWithChangedRate(
    getCompleteRates(defaultValues?.['rates']),
    getCompleteRates(rates),
    addDays(today, -1),
  );
  const set = (index: number, part: Partial<Rate>) => onChange(updateEditorLine(rates, index, part));
  if (isBase === true && rates.length === 0) {
    return (
      <div className="flex flex-col gap-1.5">
        <span className="font-medium text-sm">{label}</span>
        <p className="text-muted-foreground text-sm">{t.base}</p>
      </div>
    );
  }
  return (
    <fieldset className="flex flex-col gap-2" disabled={Boolean(lockedReason)}>
      <legend className="pb-1.5 font-medium text-sm">{label}</legend>
      <p className="text-muted-foreground text-sm">
        {isBase === true ? t.base : t.rule(typeof code === 'string' && code ? code : t.thisCurrency)}
      </p>
      {rates.length === 0 ? <p className="text-sm">{t.none}</p> : null}
      <EditorLines
        lines={rates}
        // Rates have no id and new ones are prepended, so the key counts from the end.
        getKey={(_, index) => `rate ${rates.length - index}`}
        removeLabel={({ date }) => t.remove(formatDate(date))}
        onRemove={onChange}
        renderLine={(rate, index) => (
          <>
            <DateField
              label={t.day}
              className="w-44"
              value={rate.date}
              error={errors[`${index}.date`]}
              onBlur={onBlur}
              onChange={(date) => set(index, { date })}
            />
            <NumberField
              label={t.rate}
              className="w-36"
              value={rate.rate}
              error={errors[`${index}.rate`]}
              onBlur={onBlur}
              onChange={(newRate) => set(index, { rate: newRate })}
            />
            {rate.date === '' ? null : rate.date === currentRateDate ? (
              <Pill className="mb-2">{t.now}</Pill>
            ) : rate.date > today ? (
              <Pill className="mb-2">{t.planned}</Pill>
            ) : null}
          </>
        )}
      />
      <div role="status">
        {changedPastDays && isBase !== true ? (
          <p className="rounded-md border border-status-amber px-3 py-2 text-sm">
            {t.changesPastDays(formatDate(changedPastDays.from), formatDate(changedPastDays.to))}
          </p>
        ) : null}
      </div>
      {lockedReason ? null : (
        <Button
          size="sm"
          className="self-start"
          onClick={({ currentTarget }) => {
            const group = currentTarget.closest('fieldset');
            onChange([{ date: today, rate: null }, ...rates]);
            focusEntry(() => group, 0);
          }}
        >
          <Plus aria-hidden="true" />
          {t.add}
        </Button>
      )}
      <FieldNotes id={id} error={Object.keys(errors).length > 0 ? null : error} note={lockedReason ?? hint} />
    </fieldset>
  );
}

/** Returns the rates whose number has been entered. */
const getCompleteRates = (value: unknown) =>
  Array.isArray(value)
    ? (value as Rate[]).flatMap(({ date, rate }) => (typeof rate === 'number' ? [{ date, rate }] : []))
    : [];
