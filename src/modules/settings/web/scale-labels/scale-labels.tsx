import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { parseScaleScheme } from '#core/labels/scale-label.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { errorMessage } from '#platform/web/api/localize-error.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { currentUser, refreshUser, sessionStore } from '#platform/web/session/session.ts';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Textarea } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import type { Setting } from '../queries/setting.ts';
import { scaleLabels } from '../queries/settings.ts';
import { scaleLabelMessages } from './messages.ts';

const exampleLayout = '21 IIIII WW.WWW C';

/** Setting of the layouts of scale labels, by which scans find item and weight. */
export function ScaleLabels() {
  const t = useMessages(scaleLabelMessages);
  const { data, error, refetch } = useQuery(scaleLabels.query());
  if (data) return <LayoutsForm stored={data} />;
  return error ? (
    <LoadFailed title={t.loadFailed} error={error} onRetry={() => void refetch()} />
  ) : (
    <SkeletonRows label={t.loading} rows={4} />
  );
}

function LayoutsForm({ stored }: { stored: Setting<string[]> }) {
  const t = useMessages(scaleLabelMessages);
  const queryClient = useQueryClient();
  /** Null until the user types; the stored layouts are shown until then. */
  const [edited, setEdited] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);
  const text = edited ?? stored.value.join('\n');
  const lines = text.split('\n').map((line) => line.trim());

  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const invalidIndex = lines.findIndex((line) => line !== '' && parseScaleScheme(line) === null);
    setErrorText(invalidIndex === -1 ? null : t.invalid(invalidIndex + 1));
    if (invalidIndex !== -1) return;
    setBusy(true);
    try {
      const value = lines.filter((line) => line !== '');
      await scaleLabels.save(queryClient, value, stored);
      applyToSession(value);
      setEdited(null);
      toast(t.saved);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrorText(errorMessage(error, t.failed));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card className="flex max-w-xl flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 className="font-semibold text-base">{t.title}</h2>
        <p className="text-muted-foreground text-sm">{t.description}</p>
      </div>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
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
              onChange={({ currentTarget }) => setEdited(currentTarget.value)}
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
        <div>
          <Button variant="primary" type="submit" aria-disabled={isBusy || undefined}>
            {isBusy ? t.saving : t.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Applies saved layouts to this session's scans; other sessions get them with their next profile. */
function applyToSession(value: readonly string[]): void {
  const [user, session] = [currentUser(), sessionStore.get()];
  if (user && session.status === 'signed-in') refreshUser({ ...user, scaleLabels: value }, session.token);
}
