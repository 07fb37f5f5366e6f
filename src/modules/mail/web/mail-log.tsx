import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailSchedule } from '../shapes.ts';
import type { Mail } from '../shapes.ts';
import { getMailFailureMessages } from '../failure-texts.ts';
import {
  mailLogQuery,
  mailPreviewQuery,
  mailPageSize,
  invalidateMail,
  retryMail,
  retryMails,
} from './queries.ts';
import { Pager } from '#platform/web/data-table/pager.tsx';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent, SheetContent } from '#platform/web/ui/dialog.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { formatInstant } from '#platform/web/format/format.ts';
import { useLocale } from '#platform/web/i18n/locale.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { mailMessages } from './messages.ts';

interface ScheduleProps {
  schedule: MailSchedule;
  onClose(): void;
}

/** Delivery log of a schedule with the mail server's responses. */
export function MailLog({ schedule, onClose }: ScheduleProps) {
  const t = useMessages(mailMessages);
  const queryClient = useQueryClient();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    ...mailLogQuery(schedule._id, page),
    placeholderData: keepPreviousData,
  });
  // Failed emails are grouped by reason and retried together, because there may be one per recipient.
  const failedByReason = Map.groupBy(
    (data?.rows ?? []).filter(({ state, kind }) => state === 'failed' && kind !== 'notice'),
    ({ reason }) => reason,
  );
  const resend = async (retry: () => Promise<string>) => {
    try {
      toast(await retry());
    } catch (error) {
      toastError(getErrorMessage(error, t.actions.notSent));
    }
    invalidateMail(queryClient);
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <SheetContent title={t.log.title(schedule.name)}>
        {!data ? (
          error ? (
            <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonRows label={t.loading} rows={6} />
          )
        ) : data.rows.length === 0 && page === 1 ? (
          <p className="text-muted-foreground text-sm">{t.log.none}</p>
        ) : (
          <div className="flex flex-col gap-3">
            {[...failedByReason].map(([reason, { length }]) =>
              reason === null || length < 2 ? null : (
                <Button
                  key={reason}
                  size="sm"
                  className="self-start"
                  onClick={() =>
                    void resend(async () => t.log.retriedAll(await retryMails(schedule, reason, newUuid())))
                  }
                >
                  {t.log.retryAll(t.log.reasons[reason as keyof typeof t.log.reasons] ?? reason)}
                </Button>
              ),
            )}
            <FactTable
              label={t.log.title(schedule.name)}
              rows={data.rows}
              getKey={({ _id }) => _id}
              columns={[
                {
                  heading: t.log.columns.at,
                  cell: ({ createdAt, endedAt }) => formatInstant(endedAt ?? createdAt),
                },
                { heading: t.log.columns.to, cell: (mail) => <Recipient mail={mail} /> },
                {
                  heading: t.log.columns.state,
                  cell: (mail) => (
                    <DeliveryState
                      mail={mail}
                      onRetry={() =>
                        void resend(async () => {
                          await retryMail(schedule, mail);
                          return t.log.retried;
                        })
                      }
                    />
                  ),
                },
                {
                  heading: t.log.columns.serverResponse,
                  cell: ({ serverResponse }) => <ServerResponse serverResponse={serverResponse} />,
                },
              ]}
            />
            {page > 1 || (data.total ?? data.rows.length) > data.rows.length ? (
              <Pager
                page={page}
                pageSize={mailPageSize}
                rowCount={data.rows.length}
                total={data.total}
                isCapped={data.totalCapped}
                onPage={setPage}
              />
            ) : null}
          </div>
        )}
      </SheetContent>
    </Dialog>
  );
}

function Recipient({ mail: { to, address, kind } }: { mail: Mail }) {
  const { kinds } = useMessages(mailMessages).log;
  return (
    <span className="flex flex-col">
      <bdi>{to}</bdi>
      {address !== null && address !== to ? (
        <bdi className="text-muted-foreground text-xs">{address}</bdi>
      ) : null}
      {kind === 'test' || kind === 'notice' ? (
        <span className="text-muted-foreground text-xs">{kinds[kind]}</span>
      ) : null}
    </span>
  );
}

function DeliveryState({ mail, onRetry }: { mail: Mail; onRetry(): void }) {
  const t = useMessages(mailMessages).log;
  const reason = t.reasons[mail.reason as keyof typeof t.reasons];
  return (
    <span className="flex flex-col items-start gap-1">
      <span className="font-medium">{t.states[mail.state]}</span>
      {reason ? <span className="text-muted-foreground text-xs">{reason}</span> : null}
      {mail.nextAt !== null && mail.attempts > 0 ? (
        <span className="text-muted-foreground text-xs">{t.nextAttempt(formatInstant(mail.nextAt))}</span>
      ) : null}
      {mail.state === 'failed' || mail.state === 'unconfirmed' ? (
        <Button size="sm" onClick={onRetry}>
          {t.retry}
        </Button>
      ) : null}
    </span>
  );
}

/** The mail server's response, or the reason why there is none. */
function ServerResponse({ serverResponse }: { serverResponse: string | null }) {
  const failureTexts = getMailFailureMessages(useLocale());
  if (serverResponse === null) return '–';
  return failureTexts[serverResponse] ?? <bdi className="text-xs">{serverResponse}</bdi>;
}

/** Preview of the email as it would be sent to the current user now. */
export function MailPreviewDialog({ schedule, onClose }: ScheduleProps) {
  const t = useMessages(mailMessages);
  const { data, error, refetch } = useQuery(mailPreviewQuery(schedule._id));
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent title={t.preview.title} className="max-w-3xl">
        {!data ? (
          error ? (
            <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonRows label={t.loading} rows={6} />
          )
        ) : (
          <div className="flex flex-col gap-3 text-sm">
            <p>
              {t.preview.subject}: <bdi className="font-medium">{data.subject}</bdi>
            </p>
            <iframe
              title={t.preview.frame}
              sandbox=""
              srcDoc={data.html}
              className="h-96 w-full rounded-md border bg-white"
            />
            {data.attachments.length === 0 ? null : (
              <p>
                {t.preview.files}: <bdi>{data.attachments.join(', ')}</bdi>
              </p>
            )}
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}
