import { useMemo, useState } from 'react';
import type { SetupProgress } from '#modules/settings/setup-progress-shapes.ts';
import { sendBusinessName } from '#modules/settings/web/queries/setup-progress.ts';
import { CheckField } from '#platform/web/form/check-field.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input, Select } from '#platform/web/ui/input.tsx';
import { formText } from '#platform/web/form-text.ts';
import { useLocale } from '#platform/web/i18n/locale.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { createBaseCurrency, createCommonUnits } from './create-basics.ts';
import { firstRunMessages } from './messages.ts';
import { SetUpForm } from './set-up-form.tsx';

interface BusinessDialogProps {
  progress: SetupProgress;
  onSaved(): Promise<void>;
  onClose(): void;
}

/** Form for name, currency and units of the business; asks only for missing values. */
export function BusinessDialog({ progress, onSaved, onClose }: BusinessDialogProps) {
  const t = useMessages(firstRunMessages).business;
  // Settings that were missing when the dialog opened, so that the form doesn't change while it is filled in.
  const [{ needsName, needsCurrency, needsUnits }] = useState(() => ({
    needsName: progress.businessName === null,
    needsCurrency: progress.baseCurrency === null,
    needsUnits: progress.units === 0,
  }));
  const [addsUnits, setAddsUnits] = useState(needsUnits);
  const currencies = useCurrencies();

  async function save(data: FormData): Promise<void> {
    if (needsName) await sendBusinessName(formText(data, 'businessName').trim(), newUuid());
    if (needsCurrency) await createBaseCurrency(formText(data, 'currency'));
    if (addsUnits) await createCommonUnits();
  }

  return (
    <SetUpForm title={t.title} text={t.text} save={save} onSaved={onSaved} onClose={onClose}>
      {(errors) => (
        <>
          {needsName ? (
            <Field label={t.name} error={errors['businessName']}>
              {(control) => (
                <Input
                  {...control}
                  name="businessName"
                  autoComplete="organization"
                  required
                  maxLength={120}
                />
              )}
            </Field>
          ) : null}
          {needsCurrency ? (
            <Field label={t.currency} hint={t.currencyHint} error={errors['code']}>
              {(control) => (
                <Select {...control} name="currency" required defaultValue={guessCurrency()}>
                  <option value="">{t.choose}</option>
                  {currencies.map(({ code, name }) => (
                    <option key={code} value={code}>
                      {code} · {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ) : null}
          {needsUnits ? (
            <CheckField label={t.units} hint={t.unitsHint} value={addsUnits} onChange={setAddsUnits} />
          ) : null}
        </>
      )}
    </SetUpForm>
  );
}

/** Returns the browser's currencies by code. */
function useCurrencies(): readonly { code: string; name: string }[] {
  const locale = useLocale();
  return useMemo(() => {
    const names = new Intl.DisplayNames([locale], { type: 'currency' });
    return Intl.supportedValuesOf('currency').map((code) => ({ code, name: names.of(code) ?? code }));
  }, [locale]);
}

/** Default currency by region, for regions where most businesses use the same one. */
const currencyByRegion: Readonly<Record<string, string>> = {
  AE: 'AED',
  AU: 'AUD',
  BH: 'BHD',
  CA: 'CAD',
  CH: 'CHF',
  EG: 'EGP',
  GB: 'GBP',
  IN: 'INR',
  JO: 'JOD',
  KW: 'KWD',
  MA: 'MAD',
  OM: 'OMR',
  QA: 'QAR',
  SA: 'SAR',
  US: 'USD',
  ...Object.fromEntries('AT BE DE ES FI FR GR IE IT NL PT'.split(' ').map((region) => [region, 'EUR'])),
};

function guessCurrency(): string {
  const { region } = new Intl.Locale(navigator.language || 'en');
  return currencyByRegion[region ?? ''] ?? '';
}
