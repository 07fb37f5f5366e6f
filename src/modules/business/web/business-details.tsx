import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Letterhead } from '#modules/settings/shapes.ts';
import { letterheadQuery } from '#modules/settings/web/queries/letterhead.ts';
import type { Setting } from '#modules/settings/web/queries/setting.ts';
import { businessDetails } from '#modules/settings/web/queries/settings.ts';
import { Field } from '#platform/web/ui/field.tsx';
import { Input, Textarea } from '#platform/web/ui/input.tsx';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage, getFieldErrorMessages } from '#platform/web/api/localize-error.ts';
import { formText } from '#platform/web/form-text.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast } from '#platform/web/toast.ts';
import { LoadedSetting, SettingCard } from '#modules/settings/web/setting-card.tsx';
import { businessDetailsMessages } from './messages.ts';

/** Settings for name, address and tax number, which are printed on documents for suppliers and branches. */
export function BusinessDetails() {
  const t = useMessages(businessDetailsMessages);
  return (
    <LoadedSetting setting={businessDetails} texts={t}>
      {(stored) => <BusinessDetailsForm setting={stored} />}
    </LoadedSetting>
  );
}

function BusinessDetailsForm({ setting }: { setting: Setting<Letterhead> }) {
  const t = useMessages(businessDetailsMessages);
  const queryClient = useQueryClient();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);

  async function save(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form);
    setFailure(null);
    setErrors({});
    const value: Letterhead = {
      businessName: formText(data, 'businessName').trim(),
      businessAddress: formText(data, 'businessAddress').trim() || null,
      taxNumber: formText(data, 'taxNumber').trim() || null,
    };
    await businessDetails.save(queryClient, value, setting);
    await queryClient.invalidateQueries({ queryKey: letterheadQuery().queryKey });
    toast(t.saved);
  }

  function showError(error: ApiError): void {
    const fields = getFieldErrorMessages(error);
    setErrors(fields);
    if (Object.keys(fields).length === 0) setFailure(getErrorMessage(error, t.failed));
  }

  const { businessName, businessAddress, taxNumber } = setting.value;
  return (
    <SettingCard texts={t} onSave={save} onFailed={showError}>
      <Field label={t.name} error={errors['businessName']}>
        {(control) => (
          <Input
            {...control}
            name="businessName"
            autoComplete="organization"
            required
            maxLength={120}
            defaultValue={businessName ?? ''}
          />
        )}
      </Field>
      <Field label={t.address} error={errors['businessAddress']}>
        {(control) => (
          <Textarea
            {...control}
            name="businessAddress"
            autoComplete="street-address"
            rows={3}
            maxLength={400}
            defaultValue={businessAddress ?? ''}
          />
        )}
      </Field>
      <Field label={t.taxNumber} hint={t.taxNumberHint} error={errors['taxNumber']}>
        {(control) => (
          <Input
            {...control}
            className="max-w-72"
            name="taxNumber"
            dir="ltr"
            autoComplete="off"
            maxLength={60}
            defaultValue={taxNumber ?? ''}
          />
        )}
      </Field>
      {failure === null ? null : (
        <p role="alert" className="text-destructive text-sm">
          {failure}
        </p>
      )}
    </SettingCard>
  );
}
