import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Mail as MailIcon } from 'lucide-react';
import { useState } from 'react';
import type { MailSchedule } from '../shapes.ts';
import { hasFlag } from '#core/permissions.ts';
import { isReportName } from '#modules/reports/report-shapes.ts';
import { getReportStrings } from '#modules/reports/strings.ts';
import {
  mailChoicesQuery,
  mailSchedulesQuery,
  removeMailSchedule,
  invalidateMail,
  sendMailToMe,
  subscribeMail,
  unsubscribeMail,
} from './queries.ts';
import { reportViewsQuery } from '#modules/reports/web/queries/views.ts';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { missingValue, formatInstant } from '#platform/web/format/format.ts';
import { useLocale } from '#platform/web/i18n/locale.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { MailLog, MailPreviewDialog } from './mail-log.tsx';
import { mailMessages } from './messages.ts';
import { ScheduleForm } from './schedule-form.tsx';

type OpenPanel =
  | { kind: 'form'; schedule: MailSchedule | null }
  | { kind: 'preview' | 'remove'; schedule: MailSchedule };

/** `/reports/scheduled`: scheduled emails with recipients, log and preview. */
export function ScheduledPage() {
  const t = useMessages(mailMessages);
  const user = useUser();
  const schedules = useQuery(mailSchedulesQuery());
  const choices = useQuery(mailChoicesQuery());
  const { schedule: logScheduleId, view: viewId } = useSearch({ strict: false }) as {
    schedule?: string;
    view?: string;
  };
  const views = useQuery({ ...reportViewsQuery(), enabled: viewId !== undefined });
  const view = views.data?.find(({ _id }) => _id === viewId);
  const navigate = useNavigate();
  const [openPanel, setOpenPanel] = useState<OpenPanel | null>(null);
  const close = () => {
    setOpenPanel(null);
    if (viewId !== undefined) void navigate({ to: '.', search: {} as never, replace: true });
  };
  const logSchedule = schedules.data?.rows.find(({ _id, canChange }) => _id === logScheduleId && canChange);
  const openLog = (id: string | undefined) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, schedule: id })) as never,
      replace: true,
    });
  const rows = schedules.data?.rows ?? [];
  return (
    <Page className="flex flex-col gap-4">
      <PageHeader
        title={t.title}
        context={t.context}
        actions={
          hasFlag(user, 'canCreate') ? (
            <Button
              variant="primary"
              disabled={!choices.data}
              onClick={() => setOpenPanel({ kind: 'form', schedule: null })}
            >
              {t.add}
            </Button>
          ) : null
        }
      />
      {choices.data?.isSetUp === false ? (
        <p role="status" className="rounded-md border border-dashed p-3 text-sm">
          {t.notSetUp}
        </p>
      ) : choices.data?.isPaused ? (
        <p role="status" className="rounded-md border border-dashed p-3 text-sm">
          {t.isPaused}
        </p>
      ) : null}
      {!schedules.data ? (
        schedules.error ? (
          <LoadFailed title={t.failed} error={schedules.error} onRetry={() => void schedules.refetch()} />
        ) : (
          <SkeletonRows label={t.loading} rows={6} />
        )
      ) : rows.length === 0 ? (
        <EmptyState icon={MailIcon} title={t.none} text={t.noneText} />
      ) : (
        <ul aria-label={t.list} className="flex flex-col gap-3">
          {rows.map((schedule) => (
            <li key={schedule._id}>
              <ScheduleCard schedule={schedule} onOpen={setOpenPanel} onLog={() => openLog(schedule._id)} />
            </li>
          ))}
        </ul>
      )}
      {view && choices.data && hasFlag(user, 'canCreate') ? (
        <ScheduleForm schedule={null} view={view} choices={choices.data} onClose={close} />
      ) : null}
      {openPanel?.kind === 'form' && choices.data ? (
        <ScheduleForm schedule={openPanel.schedule} choices={choices.data} onClose={close} />
      ) : null}
      {openPanel?.kind === 'preview' ? (
        <MailPreviewDialog schedule={openPanel.schedule} onClose={close} />
      ) : null}
      {openPanel?.kind === 'remove' ? <RemoveDialog schedule={openPanel.schedule} onClose={close} /> : null}
      {logSchedule ? <MailLog schedule={logSchedule} onClose={() => openLog(undefined)} /> : null}
    </Page>
  );
}

interface CardProps {
  schedule: MailSchedule;
  onOpen(panel: OpenPanel): void;
  onLog(): void;
}

/** One schedule with its actions. */
function ScheduleCard({ schedule, onOpen, onLog }: CardProps) {
  const t = useMessages(mailMessages);
  const user = useUser();
  const reportStrings = getReportStrings(useLocale());
  const queryClient = useQueryClient();
  const {
    name,
    report,
    cadence,
    sendTime,
    timezone,
    nextDue,
    lastDue,
    recipients,
    problems,
    canChange,
    isRecipient,
  } = schedule;
  const runAction = async (action: () => Promise<void>, done: string) => {
    try {
      await action();
      toast(done);
    } catch (error) {
      toastError(getErrorMessage(error, t.actions.notSent));
    }
    invalidateMail(queryClient);
  };
  const details: [string, string][] = [
    [
      t.columns.content,
      report === null ? t.digest : isReportName(report) ? reportStrings.names[report] : report,
    ],
    [t.columns.when, t.cadenceAt(t.cadences[cadence], sendTime, timezone)],
    [
      t.columns.next,
      schedule.isActive ? (nextDue === null ? missingValue : formatInstant(nextDue)) : t.paused,
    ],
    [t.columns.last, lastDue === null ? missingValue : formatInstant(lastDue)],
    ...(canChange
      ? [
          [t.columns.to, t.people(recipients.filter(({ isUnsubscribed }) => !isUnsubscribed).length)] as [
            string,
            string,
          ],
        ]
      : []),
  ];
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="font-semibold text-base">
          <bdi>{name}</bdi>
        </h2>
        <span className="text-muted-foreground text-sm">
          {problems > 0 ? <strong className="text-destructive">{t.problems(problems)} · </strong> : null}
          {t.scheduledBy(schedule.ownerName)}
        </span>
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {details.map(([label, value]) => (
          <div key={label} className="flex gap-2">
            <dt className="text-muted-foreground">{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onOpen({ kind: 'preview', schedule })}>
          {t.actions.preview}
        </Button>
        <Button
          size="sm"
          onClick={() => void runAction(() => sendMailToMe(schedule, newUuid()), t.actions.sent)}
        >
          {t.actions.sendNow}
        </Button>
        {canChange ? (
          <Button size="sm" onClick={onLog}>
            {t.actions.log}
          </Button>
        ) : null}
        {canChange && hasFlag(user, 'canEdit') ? (
          <Button size="sm" onClick={() => onOpen({ kind: 'form', schedule })}>
            {t.actions.edit}
          </Button>
        ) : null}
        {isRecipient ? (
          <Button
            size="sm"
            onClick={() => void runAction(() => unsubscribeMail(schedule, newUuid()), t.actions.unsubscribed)}
          >
            {t.actions.unsubscribe}
          </Button>
        ) : null}
        {recipients.some(({ userId, isUnsubscribed }) => isUnsubscribed && userId === user._id) ? (
          <Button
            size="sm"
            onClick={() => void runAction(() => subscribeMail(schedule, newUuid()), t.actions.subscribed)}
          >
            {t.actions.subscribe}
          </Button>
        ) : null}
        {canChange && hasFlag(user, 'canDelete') ? (
          <Button size="sm" onClick={() => onOpen({ kind: 'remove', schedule })}>
            {t.actions.remove}
          </Button>
        ) : null}
      </div>
    </Card>
  );
}

function RemoveDialog({ schedule, onClose }: { schedule: MailSchedule; onClose(): void }) {
  const t = useMessages(mailMessages);
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await removeMailSchedule(schedule);
      onClose();
    } catch (error) {
      toastError(getErrorMessage(error, t.notSaved));
      setBusy(false);
    }
    invalidateMail(queryClient);
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={t.actions.removeAsk(schedule.name)}
        footer={
          <>
            <Button disabled={isBusy} onClick={onClose}>
              {t.form.cancel}
            </Button>
            <Button variant="primary" disabled={isBusy} onClick={() => void remove()}>
              {t.actions.remove}
            </Button>
          </>
        }
      />
    </Dialog>
  );
}
