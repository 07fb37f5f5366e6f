import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { Letterhead } from '#modules/settings/shapes.ts';
import { letterheadQuery } from '#modules/settings/web/queries/letterhead.ts';
import type { Setting } from '#modules/settings/web/queries/setting.ts';
import { businessDetails } from '#modules/settings/web/queries/settings.ts';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input, Textarea } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { errorMessage, fieldErrorMessages } from '#platform/web/api/localize-error.ts';
import { formText } from '#platform/web/form-text.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast } from '#platform/web/toast.ts';
import { businessDetailsMessages } from './messages.ts';

/** Settings for name, address and tax number, which are printed on documents for suppliers and branches. */
export function BusinessDetails() {
  const t = useMessages(businessDetailsMessages);
  const { data, error, refetch } = useQuery(businessDetails.query());
  if (data) return <BusinessDetailsForm setting={data} />;
  return error ? (
    <LoadFailed title={t.loadFailed} error={error} onRetry={() => void refetch()} />
  ) : (
    <SkeletonRows label={t.loading} rows={4} />
  );
}

function BusinessDetailsForm({ setting }: { setting: Setting<Letterhead> }) {
  const t = useMessages(businessDetailsMessages);
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);

  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const data = new FormData(event.currentTarget);
    const value: Letterhead = {
      businessName: formText(data, 'businessName').trim(),
      businessAddress: formText(data, 'businessAddress').trim() || null,
      taxNumber: formText(data, 'taxNumber').trim() || null,
    };
    setBusy(true);
    setFailure(null);
    setErrors({});
    try {
      await businessDetails.save(queryClient, value, setting);
      await queryClient.invalidateQueries({ queryKey: letterheadQuery().queryKey });
      toast(t.saved);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const fields = fieldErrorMessages(error);
      setErrors(fields);
      if (Object.keys(fields).length === 0) setFailure(errorMessage(error, t.failed));
    } finally {
      setBusy(false);
    }
  }

  const { businessName, businessAddress, taxNumber } = setting.value;
  return (
    <Card className="flex max-w-xl flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 className="font-semibold text-base">{t.title}</h2>
        <p className="text-muted-foreground text-sm">{t.about}</p>
      </div>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
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
        <div>
          <Button variant="primary" type="submit" aria-disabled={isBusy || undefined}>
            {isBusy ? t.saving : t.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}
