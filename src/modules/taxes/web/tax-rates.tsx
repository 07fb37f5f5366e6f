import { X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { type DatedRate, earlierRates, listRatePeriods, type RatedTax } from '#core/tax.ts';
import { focusEntry, focusFirstInput } from '#platform/web/form/focus-later.ts';
import { FieldNotes } from '#platform/web/form/field-frame.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { formatDate, formatQuantity } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { FieldEditorProps } from '#modules/master-data/web/form/collection-form.ts';
import { taxesMessages } from './messages.ts';

const formatRate = (rate: number) => `${formatQuantity(rate)}%`;

/** Earlier rates of a tax by effective date, including the one that will be added on saving. */
export function TaxRates({ label, hint, error, lockedReason, value, onChange }: FieldEditorProps) {
  const t = useMessages(taxesMessages).rates;
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  const { formState } = useFormContext();
  const [savedTax] = useState(() => readRatedTax(formState.defaultValues ?? {}));
  const [rate, validFrom]: unknown[] = useWatch({ name: ['rate', 'validFrom'] });
  const rates = Array.isArray(value) ? (value as DatedRate[]) : [];
  const editedTax = readRatedTax({ rate, validFrom, rates });
  const isNewRow = (formState.defaultValues ?? {})['rate'] === null;
  const pastRates = isNewRow ? rates : earlierRates(savedTax, editedTax);
  const earlierPeriods = listRatePeriods({ ...editedTax, rates: pastRates }).slice(0, -1);
  const addedTax = pastRates.length > rates.length ? savedTax : null;
  const lastPeriod = earlierPeriods.at(-1);
  return (
    <div ref={group} className="flex flex-col gap-1.5">
      <span className="font-medium text-sm">{label}</span>
      {earlierPeriods.length === 0 ? <p className="text-muted-foreground text-sm">{t.none}</p> : null}
      <ul className="flex flex-col gap-1 text-sm">
        {earlierPeriods.map((period, index) => (
          <li key={period.from ?? ''} className="flex min-h-9 items-center gap-2">
            <span className="tabular-nums">
              {period.from === null
                ? t.until(formatRate(period.rate), formatDate(period.until))
                : t.between(formatRate(period.rate), formatDate(period.from), formatDate(period.until))}
            </span>
            {lockedReason || !rates.some(({ from }) => from === period.from) ? null : (
              <Button
                variant="ghost"
                size="icon"
                aria-label={t.remove(formatRate(period.rate))}
                onClick={() => {
                  onChange(rates.filter(({ from }) => from !== period.from));
                  const form = group.current?.closest('form') ?? null;
                  if (rates.length > 1) focusEntry(() => group.current, index);
                  else focusFirstInput(() => form);
                }}
              >
                <X aria-hidden="true" />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {addedTax && lastPeriod ? (
        <p role="status" className="text-sm">
          {t.willKeep(formatRate(addedTax.rate), formatDate(lastPeriod.until))}
        </p>
      ) : null}
      <FieldNotes id={id} error={error} note={lockedReason ?? hint} />
    </div>
  );
}

/** Reads the tax from the form's values; an invalid rate counts as 0. */
function readRatedTax(values: Readonly<Record<string, unknown>>): RatedTax {
  const { rate, validFrom, rates } = values;
  return {
    rate: typeof rate === 'number' ? rate : 0,
    validFrom: typeof validFrom === 'string' && validFrom !== '' ? validFrom : null,
    rates: Array.isArray(rates) ? (rates as DatedRate[]) : [],
  };
}
