import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { canWrite } from '#core/permissions.ts';
import { QuantityInput } from '#platform/web/form/quantity-input.tsx';
import { invalidateSales } from '#modules/sales/web/queries.ts';
import type { Setting } from '#modules/settings/web/queries/setting.ts';
import { foodCostCoverage } from '#modules/settings/web/queries/settings.ts';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage, getFieldErrorMessages } from '#platform/web/api/localize-error.ts';
import { formatPercent } from '#platform/web/format/format.ts';
import { parseQuantity, formatQuantityInput } from '#platform/web/format/parse-quantity.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast } from '#platform/web/toast.ts';
import { foodCostMessages } from './messages.ts';

/** Minimum coverage for a figure, with a form to change it for users with permission. */
export function MinimumCoverage({ percent }: { percent: number }) {
  const t = useMessages(foodCostMessages).coverage;
  const canChange = canWrite(useUser(), 'settings', 'canEdit');
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="flex flex-col gap-2 text-sm print:hidden">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground">
        {t.minimumCoverage(formatPercent(percent / 100))}
        {canChange ? (
          <Button size="sm" variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t.change}
          </Button>
        ) : null}
      </p>
      {isOpen ? <CoverageForm onDone={() => setOpen(false)} /> : null}
    </section>
  );
}

function CoverageForm({ onDone }: { onDone(): void }) {
  const t = useMessages(foodCostMessages);
  const { data, error, refetch } = useQuery(foodCostCoverage.query());
  if (data) return <PercentForm setting={data} onDone={onDone} />;
  return error ? (
    <LoadFailed title={t.coverage.loadFailed} error={error} onRetry={() => void refetch()} />
  ) : (
    <SkeletonRows label={t.loading} rows={1} />
  );
}

function PercentForm({ setting, onDone }: { setting: Setting<number>; onDone(): void }) {
  const t = useMessages(foodCostMessages).coverage;
  const queryClient = useQueryClient();
  /** Null until the user types; the saved value is shown until then. */
  const [unsavedText, setUnsavedText] = useState<string | null>(null);
  const text = unsavedText ?? formatQuantityInput(setting.value);
  /** Whether another user saved a different value; if so, both are shown. */
  const [hasConflict, setConflict] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const parsed = parseQuantity(text);
    if (parsed.kind !== 'quantity') return setFailure(t.invalidPercent);
    setBusy(true);
    setFailure(null);
    setConflict(false);
    try {
      await foodCostCoverage.save(queryClient, parsed.value, setting);
      await invalidateSales(queryClient);
      toast(t.saved);
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(getFieldErrorMessages(error)[foodCostCoverage.name] ?? getErrorMessage(error, t.failed));
      setConflict(error.status === 412);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate className="flex flex-wrap items-start gap-3" onSubmit={(event) => void save(event)}>
      <Field label={t.percent} hint={t.hint} error={failure}>
        {(control) => (
          <QuantityInput
            {...control}
            className="max-w-32"
            maxLength={6}
            text={text}
            onText={setUnsavedText}
          />
        )}
      </Field>
      {hasConflict ? <p className="mt-8">{t.currentValue(formatPercent(setting.value / 100))}</p> : null}
      <Button variant="primary" type="submit" className="mt-6" aria-disabled={isBusy || undefined}>
        {isBusy ? t.saving : t.save}
      </Button>
    </form>
  );
}
