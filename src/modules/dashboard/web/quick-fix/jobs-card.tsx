import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Clock, LoaderCircle, RotateCw, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Job } from '#modules/jobs/shapes.ts';
import { canWrite } from '#core/permissions.ts';
import {
  jobSummaryQuery,
  jobsQuery,
  removeJob,
  invalidateJobs,
  retryJob,
} from '#modules/jobs/web/queries.ts';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card, CardTitle } from '#platform/web/ui/card.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { Pill, type Tone } from '#platform/web/ui/pill.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { isMissingEndpoint } from '#platform/web/api/missing-endpoint.ts';
import { formatAge, formatInstant } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { useNow } from '#platform/web/use-now.ts';
import { jobsMessages } from './jobs-messages.ts';

const stateStyles: Readonly<Record<Job['state'], { tone: Tone; icon: typeof Clock }>> = {
  failed: { tone: 'red', icon: TriangleAlert },
  running: { tone: 'blue', icon: LoaderCircle },
  waiting: { tone: 'neutral', icon: Clock },
  done: { tone: 'green', icon: CircleCheck },
};

/**
 * Returns the names and descriptions of job kinds. The name of an unknown kind from a newer server is derived
 * from its key.
 */
function useKinds() {
  const t = useMessages(jobsMessages);
  const kinds: Readonly<Record<string, string>> = t.kinds;
  const descriptions: Readonly<Record<string, string>> = t.descriptions;
  return {
    getName: (kind: string) => kinds[kind] ?? kind.replaceAll('-', ' '),
    getDescription: (kind: string) => descriptions[kind],
  };
}

/**
 * Background jobs of the server: failed, running, waiting and scheduled. Shown to users who can see the whole
 * business.
 */
export function JobsCard() {
  const t = useMessages(jobsMessages);
  const summary = useQuery(jobSummaryQuery());
  const list = useQuery(jobsQuery());
  const { getName, getDescription } = useKinds();
  const error = summary.error ?? list.error;
  // A different server may have no background jobs.
  if (isMissingEndpoint(error)) return null;
  const retry = () => void Promise.all([summary.refetch(), list.refetch()]);
  const counts = summary.data;
  const rows = list.data?.rows ?? [];
  const hiddenCount = (list.data?.total ?? 0) - rows.length;
  return (
    <Card className="mb-6 p-0">
      <div className="flex flex-wrap items-center gap-2 px-4 py-3">
        <CardTitle className="min-w-40 flex-1">{t.title}</CardTitle>
        {counts
          ? (['failed', 'running', 'waiting'] as const)
              .filter((state) => counts[state] > 0)
              .map((state) => (
                <Pill key={state} {...stateStyles[state]}>
                  {t[state](counts[state])}
                </Pill>
              ))
          : null}
        <p className="basis-full text-muted-foreground text-sm">
          {t.text} {list.data && rows.length === 0 ? t.none : null}
        </p>
      </div>
      {error && !(counts && list.data) ? (
        <div className="border-t">
          <LoadFailed title={t.loadFailed} error={error} onRetry={retry} />
        </div>
      ) : rows.length > 0 ? (
        <ul aria-label={t.title} className="divide-y border-t">
          {rows.map((job) => (
            <JobLine key={job._id} job={job} name={getName(job.kind)} />
          ))}
          {hiddenCount > 0 ? (
            <li className="px-4 py-2 text-muted-foreground text-sm">{t.more(hiddenCount)}</li>
          ) : null}
        </ul>
      ) : null}
      {counts && counts.schedules.length > 0 ? (
        <div className="border-t py-2">
          <p className="px-4 text-muted-foreground text-xs">{t.schedules}</p>
          <ul aria-label={t.schedules}>
            {counts.schedules.map(({ name, kind, lastDue, nextDue }) => (
              <li key={name} className="px-4 py-1 text-sm">
                <p className="flex flex-wrap gap-x-3">
                  <span className="font-medium">{getName(kind)}</span>
                  <span className="text-muted-foreground">
                    {lastDue === null ? t.never : t.last(formatInstant(lastDue))} ·{' '}
                    {t.due(formatInstant(nextDue))}
                  </span>
                </p>
                <p className="text-muted-foreground text-xs">{getDescription(kind)}</p>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </Card>
  );
}

/** Returns the stored message of an error code that this version of the app doesn't define. */
const getStoredMessage = ({ message }: { message: string }): string => message;

function JobLine({ job, name }: { job: Job; name: string }) {
  const t = useMessages(jobsMessages);
  const user = useUser();
  const now = useNow();
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const errors: Readonly<Record<string, string>> = t.errors;
  const { state, attempts, maxAttempts, runAt, startedAt, createdAt, error } = job;
  const details = [
    t.since(formatInstant(state === 'running' ? (startedAt ?? createdAt) : createdAt)),
    ...(attempts > 0 ? [t.tries(attempts, maxAttempts)] : []),
    ...(state === 'waiting' && runAt !== null ? [t.next(formatAge(runAt, now))] : []),
  ];

  async function runAction(action: (job: Job) => Promise<void>, message: string): Promise<void> {
    setBusy(true);
    try {
      await action(job);
      toast(message);
    } catch (error) {
      const hasChanged = error instanceof ApiError && [404, 409, 412].includes(error.status);
      toastError(hasChanged ? t.changed : getErrorMessage(error, t.notSent));
    } finally {
      setBusy(false);
      setConfirming(false);
      invalidateJobs(queryClient);
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2 text-sm">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi>{name}</bdi>
          <Pill {...stateStyles[state]}>{t.states[state]}</Pill>
        </p>
        <p className="text-muted-foreground text-xs">{details.join(' · ')}</p>
        {error ? (
          <p className="wrap-anywhere text-xs">
            <bdi>{errors[error.code] ?? getStoredMessage(error)}</bdi>
          </p>
        ) : null}
      </div>
      {state === 'failed' && canWrite(user, 'jobs', 'canEdit') ? (
        <Button
          size="sm"
          disabled={isBusy}
          aria-label={t.retryThis(name)}
          onClick={(event) => {
            // The second click of a double click would hit the next line, which has moved up.
            if (event.detail < 2) void runAction(retryJob, t.retried(name));
          }}
        >
          <RotateCw aria-hidden="true" />
          {t.retry}
        </Button>
      ) : null}
      {(state === 'failed' || state === 'waiting') && canWrite(user, 'jobs', 'canDelete') ? (
        <Button
          size="sm"
          disabled={isBusy}
          aria-label={t.removeThis(name)}
          onClick={() => setConfirming(true)}
        >
          <Trash2 aria-hidden="true" />
          {t.remove}
        </Button>
      ) : null}
      {isConfirming ? (
        <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : setConfirming(false))}>
          <DialogContent
            title={t.removeTitle(name)}
            description={t.removeText}
            footer={
              <>
                <Button onClick={() => setConfirming(false)}>{t.cancel}</Button>
                <Button
                  variant="destructive"
                  disabled={isBusy}
                  onClick={() => void runAction(removeJob, t.removed(name))}
                >
                  {t.remove}
                </Button>
              </>
            }
          />
        </Dialog>
      ) : null}
    </li>
  );
}
