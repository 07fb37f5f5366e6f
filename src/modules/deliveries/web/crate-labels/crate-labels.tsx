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
  if (data) return <PrefixForm known={data} />;
  return error ? (
    <LoadFailed title={t.loadFailed} error={error} onRetry={() => void refetch()} />
  ) : (
    <SkeletonRows label={t.loading} rows={4} />
  );
}

function PrefixForm({ known: stored }: { known: Setting<string | null> }) {
  const t = useMessages(crateLabelMessages);
  const queryClient = useQueryClient();
  /** Null until the user types; the stored prefix is shown until then. */
  const [edited, setEdited] = useState<string | null>(null);
  const typed = edited ?? stored.value ?? '';
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** True when another user saved a different prefix; both are shown then. */
  const [isMet, setMet] = useState(false);
  const example = buildSscc(typed.trim(), 1);

  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    setMet(false);
    try {
      await companyPrefix.save(queryClient, typed.trim() || null, stored);
      setEdited(null);
      toast(t.saved);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(fieldErrorMessages(error)[companyPrefix.name] ?? errorMessage(error, t.failed));
      setMet(error.status === 412);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card className="flex max-w-xl flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 className="font-semibold text-base">{t.title}</h2>
        <p className="text-muted-foreground text-sm">{t.about}</p>
      </div>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
        <Field label={t.prefix} hint={t.hint} error={failure}>
          {(control) => (
            <Input
              {...control}
              className="max-w-56 tabular-nums"
              dir="ltr"
              inputMode="numeric"
              autoComplete="off"
              maxLength={12}
              value={typed}
              onChange={({ currentTarget }) => setEdited(currentTarget.value)}
            />
          )}
        </Field>
        {isMet ? <p className="text-sm">{t.now(stored.value ?? t.none)}</p> : null}
        {example === null ? null : (
          <p className="text-muted-foreground text-sm">{t.next(`(00) ${example}`)}</p>
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
