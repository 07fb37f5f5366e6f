import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { parseScaleScheme } from '#core/labels/scale-label.ts';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { getCurrentUser, refreshUser, sessionStore } from '#platform/web/session/session.ts';
import { toast } from '#platform/web/toast.ts';
import { Field } from '#platform/web/ui/field.tsx';
import { Textarea } from '#platform/web/ui/input.tsx';
import type { Setting } from '../queries/setting.ts';
import { scaleLabels } from '../queries/settings.ts';
import { LoadedSetting, SettingCard } from '../setting-card.tsx';
import { scaleLabelMessages } from './messages.ts';

const exampleLayout = '21 IIIII WW.WWW C';

/** Setting for scale label layouts, which scans use to identify the item and its weight. */
export function ScaleLabels() {
  const t = useMessages(scaleLabelMessages);
  return (
    <LoadedSetting setting={scaleLabels} texts={t}>
      {(savedLayouts) => <LayoutsForm savedLayouts={savedLayouts} />}
    </LoadedSetting>
  );
}

function LayoutsForm({ savedLayouts }: { savedLayouts: Setting<string[]> }) {
  const t = useMessages(scaleLabelMessages);
  const queryClient = useQueryClient();
  /** Null until the user types; the stored layouts are shown until then. */
  const [editedText, setEditedText] = useState<string | null>(null);
  const [errorText, setErrorText] = useState<string | null>(null);
  const text = editedText ?? savedLayouts.value.join('\n');
  const lines = text.split('\n').map((line) => line.trim());

  async function save(): Promise<void> {
    const invalidIndex = lines.findIndex((line) => line !== '' && parseScaleScheme(line) === null);
    setErrorText(invalidIndex === -1 ? null : t.invalid(invalidIndex + 1));
    if (invalidIndex !== -1) return;
    const value = lines.filter((line) => line !== '');
    await scaleLabels.save(queryClient, value, savedLayouts);
    applyToSession(value);
    setEditedText(null);
    toast(t.saved);
  }

  const showError = (error: ApiError) => setErrorText(getErrorMessage(error, t.failed));

  return (
    <SettingCard texts={t} onSave={save} onFailed={showError}>
      <Field label={t.layouts} hint={t.hint} error={errorText}>
        {(control) => (
          <Textarea
            {...control}
            className="max-w-72 tabular-nums"
            dir="ltr"
            rows={3}
            autoComplete="off"
            spellCheck={false}
            maxLength={300}
            placeholder={exampleLayout}
            value={text}
            onChange={({ currentTarget }) => setEditedText(currentTarget.value)}
          />
        )}
      </Field>
      <ul className="text-muted-foreground text-sm empty:hidden">
        {[...new Set(lines)].map((line) => {
          const scheme = parseScaleScheme(line);
          return scheme === null ? null : (
            <li key={line}>{t[scheme.measure](scheme.prefix, scheme.itemDigits)}</li>
          );
        })}
      </ul>
    </SettingCard>
  );
}

/** Applies saved layouts to this session's scans; other sessions get them with their next profile. */
function applyToSession(value: readonly string[]): void {
  const [user, session] = [getCurrentUser(), sessionStore.get()];
  if (user && session.status === 'signed-in') refreshUser({ ...user, scaleLabels: value }, session.token);
}
