import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { buildSscc } from '#core/labels/sscc.ts';
import type { Setting } from '#modules/settings/web/queries/setting.ts';
import { companyPrefix } from '#modules/settings/web/queries/settings.ts';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { errorMessage, fieldErrorMessages } from '#platform/web/api/localize-error.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast } from '#platform/web/toast.ts';
import { crateLabelMessages } from './messages.ts';

/** Setting of the GS1 company prefix from which crate numbers (SSCC) are built. */
export function CrateLabels() {
  const t = useMessages(crateLabelMessages);
  const { data, error, refetch } = useQuery(companyPrefix.query());
  if (data) return <PrefixForm stored={data} />;
  return error ? (
    <LoadFailed title={t.loadFailed} error={error} onRetry={() => void refetch()} />
  ) : (
    <SkeletonRows label={t.loading} rows={4} />
  );
}

function PrefixForm({ stored }: { stored: Setting<string | null> }) {
  const t = useMessages(crateLabelMessages);
  const queryClient = useQueryClient();
  /** Null until the user types; the stored prefix is shown instead. */
  const [edited, setEdited] = useState<string | null>(null);
  const text = edited ?? stored.value ?? '';
  const [isBusy, setBusy] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);
  /** True when another user saved a different prefix; both are shown then. */
  const [hasConflict, setHasConflict] = useState(false);
  const example = buildSscc(text.trim(), 1);

  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setErrorText(null);
    setHasConflict(false);
    try {
      await companyPrefix.save(queryClient, text.trim() || null, stored);
      setEdited(null);
      toast(t.saved);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrorText(fieldErrorMessages(error)[companyPrefix.name] ?? errorMessage(error, t.failed));
      setHasConflict(error.status === 412);
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
        <div>
          <Button variant="primary" type="submit" aria-disabled={isBusy || undefined}>
            {isBusy ? t.saving : t.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}
