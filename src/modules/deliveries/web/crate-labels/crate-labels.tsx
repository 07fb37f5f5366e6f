import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { buildSscc } from '#core/labels/sscc.ts';
import type { Setting } from '#modules/settings/web/queries/setting.ts';
import { companyPrefix } from '#modules/settings/web/queries/settings.ts';
import { Field } from '#platform/web/ui/field.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage, getFieldErrorMessages } from '#platform/web/api/localize-error.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast } from '#platform/web/toast.ts';
import { LoadedSetting, SettingCard } from '#modules/settings/web/setting-card.tsx';
import { crateLabelMessages } from './messages.ts';

/** Setting for the GS1 company prefix, from which crate numbers (SSCC) are built. */
export function CrateLabels() {
  const t = useMessages(crateLabelMessages);
  return (
    <LoadedSetting setting={companyPrefix} texts={t}>
      {(stored) => <PrefixForm stored={stored} />}
    </LoadedSetting>
  );
}

function PrefixForm({ stored }: { stored: Setting<string | null> }) {
  const t = useMessages(crateLabelMessages);
  const queryClient = useQueryClient();
  /** Null until the user edits the field; the stored prefix is then shown. */
  const [edited, setEdited] = useState<string | null>(null);
  const text = edited ?? stored.value ?? '';
  const [errorText, setErrorText] = useState<string | null>(null);
  /** Whether another user saved a different prefix; both are then shown. */
  const [hasConflict, setHasConflict] = useState(false);
  const example = buildSscc(text.trim(), 1);

  async function save(): Promise<void> {
    setErrorText(null);
    setHasConflict(false);
    await companyPrefix.save(queryClient, text.trim() || null, stored);
    setEdited(null);
    toast(t.saved);
  }

  function showError(error: ApiError): void {
    setErrorText(getFieldErrorMessages(error)[companyPrefix.name] ?? getErrorMessage(error, t.failed));
    setHasConflict(error.status === 412);
  }

  return (
    <SettingCard texts={t} onSave={save} onFailed={showError}>
      <Field label={t.prefix} hint={t.hint} error={errorText}>
        {(control) => (
          <Input
            {...control}
            className="max-w-56 tabular-nums"
            dir="ltr"
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            value={text}
            onChange={({ currentTarget }) => setEdited(currentTarget.value)}
          />
        )}
      </Field>
      {hasConflict ? <p className="text-sm">{t.currentPrefix(stored.value ?? t.none)}</p> : null}
      {example === null ? null : (
        <p className="text-muted-foreground text-sm">{t.firstNumber(`(00) ${example}`)}</p>
      )}
    </SettingCard>
  );
}
