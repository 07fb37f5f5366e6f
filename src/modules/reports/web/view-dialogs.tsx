import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import type { ReportView } from '../shapes.ts';
import { hasFlag } from '#core/permissions.ts';
import { type ReportName, getReportParams, reportShapes } from '../report-shapes.ts';
import { changeReportView, removeReportView, refetchReportViews, saveReportView } from './queries/views.ts';
import { CheckField } from '#platform/web/form/check-field.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage, getFieldErrorMessages } from '#platform/web/api/localize-error.ts';
import { formatDate } from '#platform/web/format/format.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { useSearchChange } from '#platform/web/use-search-change.ts';
import { useToday } from '#platform/web/use-today.ts';
import { newUuid } from '#platform/web/uuid.ts';
import {
  getReportQueryFields,
  listResolvedDays,
  getAddressPeriod,
  type ReportAddress,
} from './report-address.ts';
import { useReportLabels } from './report-labels.ts';

/** Dialog to open: save the query as a view, or rename, share or delete a view. */
export type ViewDialogRequest = { kind: 'save' } | { kind: 'change' | 'delete'; view: ReportView };

interface ViewDialogProps {
  request: ViewDialogRequest;
  name: ReportName;
  address: ReportAddress;
  onClose(): void;
}

/** Dialog that saves a query as a view, or renames, shares or deletes one. */
export function ViewDialog({ request, name, address, onClose }: ViewDialogProps) {
  if (request.kind === 'delete') return <DeleteView view={request.view} onClose={onClose} />;
  const view = request.kind === 'change' ? request.view : null;
  return <ViewForm view={view} name={name} address={address} onClose={onClose} />;
}

interface ViewFormProps {
  /** The view to change; null saves the query as a new one. */
  view: ReportView | null;
  name: ReportName;
  address: ReportAddress;
  onClose(): void;
}

function ViewForm({ view, name: report, address, onClose }: ViewFormProps) {
  const t = useReportLabels();
  const user = useUser();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const formId = useId();
  const [idempotencyKey, setIdempotencyKey] = useState(newUuid);
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(view?.isShared ?? false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const fieldErrors = failure instanceof ApiError ? getFieldErrorMessages(failure) : {};

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      if (view) await changeReportView(view, { name, isShared });
      else {
        const currentParams = getReportQueryFields(reportShapes[report], address);
        const viewId = await saveReportView(
          { report, name, params: currentParams, isShared },
          idempotencyKey,
        );
        await refetchReportViews(queryClient);
        void navigate({
          to: '.',
          search: { report, ...currentParams, view: viewId } as never,
          replace: true,
          resetScroll: false,
        });
      }
      toast(t.views.saved(name.trim()));
      onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
      if (error instanceof ApiError && !error.isNetwork) setIdempotencyKey(newUuid());
    }
    void refetchReportViews(queryClient);
  }

  const generalError =
    failure === null || fieldErrors['name'] ? null : getErrorMessage(failure, t.views.notSaved);
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={view ? t.views.changeTitle(view.name) : t.views.save}
        footer={
          <>
            <Button disabled={isBusy} onClick={onClose}>
              {t.views.cancel}
            </Button>
            <Button type="submit" form={formId} variant="primary" disabled={isBusy}>
              {isBusy ? t.saving : t.views.confirm}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
          <Field label={t.views.name} error={fieldErrors['name'] ?? null}>
            {(control) => (
              <Input
                {...control}
                autoFocus
                value={name}
                maxLength={60}
                autoComplete="off"
                placeholder={t.views.example}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
              />
            )}
          </Field>
          {view ? null : <DaysNote report={report} address={address} />}
          {hasFlag(user, 'canCreate') || view?.isShared ? (
            <CheckField
              label={t.views.share}
              hint={t.views.shareHint}
              value={isShared}
              onChange={setShared}
            />
          ) : null}
          {generalError === null ? null : (
            <p role="alert" className="text-destructive text-sm">
              {generalError}
            </p>
          )}
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** States whether the query's period is rolling or fixed. */
function DaysNote({ report, address }: { report: ReportName; address: ReportAddress }) {
  const t = useReportLabels();
  const today = useToday();
  const shape = reportShapes[report];
  const hasDayRange = getReportParams(shape).includes('days');
  if (!hasDayRange && !getReportParams(shape).includes('day')) return null;
  const period = getAddressPeriod(shape, address);
  const days = listResolvedDays(shape, address, today).map(formatDate).join(' – ');
  return (
    <p className="text-muted-foreground text-sm">
      {period === null
        ? t.views.fixedDays(days)
        : t.views.rollingPeriod(hasDayRange ? t.periods[period] : (t.ends[period] ?? t.periods[period]))}
    </p>
  );
}

function DeleteView({ view, onClose }: { view: ReportView; onClose(): void }) {
  const t = useReportLabels();
  const queryClient = useQueryClient();
  const changeSearch = useSearchChange<ReportAddress>();
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await removeReportView(view);
      // The URL keeps the query without the view.
      changeSearch({ view: undefined });
      onClose();
    } catch (error) {
      toastError(getErrorMessage(error, t.views.notSaved));
      setBusy(false);
    }
    void refetchReportViews(queryClient);
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={t.views.deleteTitle(view.name)}
        description={view.isShared ? t.views.deleteSharedText : t.views.deleteText}
        footer={
          <>
            <Button disabled={isBusy} onClick={onClose}>
              {t.views.cancel}
            </Button>
            <Button variant="destructive" disabled={isBusy} onClick={() => void remove()}>
              {t.views.remove}
            </Button>
          </>
        }
      />
    </Dialog>
  );
}
