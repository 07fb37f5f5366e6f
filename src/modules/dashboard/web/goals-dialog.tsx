import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import type { TileGoals, TileGoalsInput } from '#modules/reports/goals-input.ts';
import { goalDays, goalKeys, getGoalKind, isCumulativeTile } from '#modules/reports/goal-rules.ts';
import { type TileKey, getTileType } from '#modules/reports/tiles.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { sendTileGoals, tileGoalsQuery } from '#modules/reports/web/queries/goals.ts';
import { NumberField, type NumberInputValue } from '#platform/web/form/number-field.tsx';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage, getFieldErrorMessages } from '#platform/web/api/localize-error.ts';
import { formatQuantity } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { toast } from '#platform/web/toast.ts';
import { dashboardMessages } from './messages.ts';

interface GoalsDialogProps {
  /** Branch selected in the dashboard; its targets are shown first. */
  branch: string | undefined;
  onClose(): void;
}

/** Edits tile targets of the business or one location, for users who manage settings. */
export function GoalsDialog({ branch, onClose }: GoalsDialogProps) {
  const { goals: t, loading } = useMessages(dashboardMessages);
  const formId = useId();
  const [isBusy, setBusy] = useState(false);
  const [place, setPlace] = useState(branch ?? '');
  const { data, error, refetch } = useQuery(tileGoalsQuery());
  const places = (useQuery(branchesQuery()).data ?? []).filter(({ isActive }) => isActive);
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={t.title}
        description={t.text}
        footer={
          data ? (
            <Button type="submit" form={formId} variant="primary" disabled={isBusy}>
              {t.save}
            </Button>
          ) : null
        }
      >
        {data ? (
          <div className="flex flex-col gap-4">
            <Field label={t.place}>
              {(control) => (
                <Select {...control} value={place} onChange={(event) => setPlace(event.currentTarget.value)}>
                  <option value="">{t.business}</option>
                  {places.map(({ _id, name }) => (
                    <option key={_id} value={_id}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <GoalsForm
              key={`${place} ${data.version}`}
              id={formId}
              saved={data}
              place={place === '' ? null : place}
              isBusy={isBusy}
              onBusy={setBusy}
              onDone={onClose}
            />
          </div>
        ) : error ? (
          <LoadFailed title={t.loadFailed} error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows label={loading} rows={6} />
        )}
      </DialogContent>
    </Dialog>
  );
}

interface GoalsFormProps {
  id: string;
  saved: TileGoals;
  place: string | null;
  isBusy: boolean;
  onBusy(isBusy: boolean): void;
  onDone(): void;
}

function GoalsForm({ id, saved, place, isBusy, onBusy, onDone }: GoalsFormProps) {
  const { figures, goals: t } = useMessages(dashboardMessages);
  const queryClient = useQueryClient();
  const currency = useBaseCurrency();
  const savedGoals = place === null ? saved.business : (saved.branches[place] ?? {});
  const [enteredGoals, setEnteredGoals] = useState<Partial<Record<TileKey, NumberInputValue>>>(savedGoals);
  const [failure, setFailure] = useState<unknown>(null);
  const fieldErrors = failure instanceof ApiError ? getFieldErrorMessages(failure) : {};
  const message =
    failure !== null && Object.keys(fieldErrors).length === 0 ? getErrorMessage(failure, t.notSaved) : null;

  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    onBusy(true);
    setFailure(null);
    try {
      // Invalid numbers are sent as entered; the server reports the field.
      const goals = Object.fromEntries(goalKeys.map((key) => [key, enteredGoals[key] ?? null]));
      await sendTileGoals(queryClient, { branch: place, goals } as TileGoalsInput, saved);
      toast(t.saved);
      onDone();
    } catch (error) {
      setFailure(error);
    }
    onBusy(false);
  }

  const getHint = (key: TileKey): string => {
    const unit = getTileType(key) === 'percent' ? t.percent : isCumulativeTile(key) ? t.byDays(goalDays) : '';
    const kind = t[getGoalKind(key)](unit);
    const businessGoal = place !== null && getTileType(key) === 'percent' ? saved.business[key] : undefined;
    return businessGoal === undefined ? kind : `${kind} · ${t.asBusiness(formatQuantity(businessGoal))}`;
  };
  return (
    <form id={id} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {goalKeys.map((key) => (
          <NumberField
            key={key}
            label={figures[key]}
            hint={getHint(key)}
            unit={getTileType(key) === 'percent' ? '%' : getTileType(key) === 'money' ? currency : null}
            isWhole={getTileType(key) === 'count'}
            value={enteredGoals[key] ?? null}
            onChange={(value) => setEnteredGoals({ ...enteredGoals, [key]: value })}
            error={fieldErrors[`goals.${key}`] ?? null}
          />
        ))}
      </div>
      {message === null ? null : (
        <p role="alert" className="text-destructive text-sm">
          {message}
        </p>
      )}
    </form>
  );
}
