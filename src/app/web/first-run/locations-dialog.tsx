import { useState } from 'react';
import type { SetupProgress } from '#modules/settings/setup-progress-shapes.ts';
import { Field } from '#platform/web/ui/field.tsx';
import { Input, Select } from '#platform/web/ui/input.tsx';
import { formText } from '#platform/web/form-text.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { createFirstLocations } from './create-basics.ts';
import { firstRunMessages } from './messages.ts';
import { SetUpForm } from './set-up-form.tsx';

interface LocationsDialogProps {
  progress: SetupProgress;
  onSaved(): Promise<void>;
  onClose(): void;
}

/** Creates the kitchen and the first branch that it supplies; everything else can be set up later. */
export function LocationsDialog({ progress, onSaved, onClose }: LocationsDialogProps) {
  const t = useMessages(firstRunMessages).places;
  const [needsKitchen] = useState(progress.kitchens === 0);
  const [needsBranch] = useState(progress.branches === 0);
  // After a partial failure the kitchen exists and must not be created again.
  const isKitchenMissing = needsKitchen && progress.kitchens === 0;
  const deviceTimezone = Intl.DateTimeFormat().resolvedOptions().timeZone;

  async function save(data: FormData): Promise<void> {
    const readField = (name: string) => formText(data, name).trim();
    const branch = needsBranch ? readField('branch') : '';
    await createFirstLocations({
      kitchen: isKitchenMissing ? readField('kitchen') : null,
      branch: branch === '' ? null : branch,
      timezone: readField('timezone'),
    });
  }

  return (
    <SetUpForm title={t.title} text={t.text} save={save} onSaved={onSaved} onClose={onClose}>
      {(errors) => (
        <>
          {needsKitchen ? (
            <Field label={t.kitchen} error={isKitchenMissing ? errors['name'] : undefined}>
              {(control) => (
                <Input
                  {...control}
                  name="kitchen"
                  autoComplete="off"
                  required
                  maxLength={120}
                  readOnly={!isKitchenMissing}
                  defaultValue={t.kitchenName}
                />
              )}
            </Field>
          ) : null}
          {needsBranch ? (
            <Field
              label={t.branch}
              hint={t.branchHint}
              error={isKitchenMissing ? undefined : (errors['name'] ?? errors['supplyingKitchenId'])}
            >
              {(control) => (
                <Input
                  {...control}
                  name="branch"
                  autoComplete="off"
                  required={!needsKitchen}
                  maxLength={120}
                />
              )}
            </Field>
          ) : null}
          <Field label={t.timezone} hint={t.timezoneHint} error={errors['timezone']}>
            {(control) => (
              <Select {...control} name="timezone" required defaultValue={deviceTimezone}>
                {[...new Set([deviceTimezone, ...Intl.supportedValuesOf('timeZone')])].map((timezone) => (
                  <option key={timezone}>{timezone}</option>
                ))}
              </Select>
            )}
          </Field>
        </>
      )}
    </SetUpForm>
  );
}
