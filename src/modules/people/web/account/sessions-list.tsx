import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import type { ListedSession } from '../../user-shapes.ts';
import { endSessions, sessionsQuery } from '../queries/sessions.ts';
import { getDeviceName } from '#platform/web/device/device-name.ts';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { missingValue, formatAge, formatInstant } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { accountMessages } from './messages.ts';

interface SessionsListProps {
  /** Null for the signed-in user's own sessions. */
  userId: string | null;
  /** Whether the signed-in user may end the sessions; if false, no buttons are shown. */
  canEnd: boolean;
  /** Why the buttons are disabled; null if they are enabled. */
  disabledReason: string | null;
}

/** A user's sessions: device, start and last use. They can be ended individually or all at once. */
export function SessionsList({ userId, canEnd, disabledReason }: SessionsListProps) {
  const t = useMessages(accountMessages);
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({ ...sessionsQuery(userId), refetchOnMount: 'always' });
  const others = (data ?? []).filter(({ isCurrent }) => !isCurrent);

  async function end(session: ListedSession | null): Promise<void> {
    setBusy(true);
    try {
      await endSessions(queryClient, userId, session?._id ?? null);
      toast(session ? t.endedOne : t.endedAll);
    } catch (error) {
      toastError(getErrorMessage(error, t.endFailed));
    } finally {
      setBusy(false);
    }
  }

  if (!data && error) return <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows label={t.loading} rows={3} />;
  if (data.length === 0) return <EmptyState icon={MonitorSmartphone} title={t.none} />;
  const buttonReason = isBusy ? t.ending : disabledReason;
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label={t.label} className="divide-y rounded-md border bg-card text-sm">
        {data.map((session) => (
          <li key={session._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <div className="min-w-0 flex-1 basis-48">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                <bdi>{getDeviceName(session.userAgent) ?? t.unknownDevice}</bdi>
                {session.isCurrent ? <Pill tone="green">{t.current}</Pill> : null}
              </p>
              <p className="text-muted-foreground text-xs">
                {t.details(
                  formatInstant(session.createdAt),
                  session.lastSeenAt ? formatAge(session.lastSeenAt) : missingValue,
                  session.ip || missingValue,
                )}
              </p>
            </div>
            {canEnd && !session.isCurrent ? (
              <GuardedButton size="sm" disabledReason={buttonReason} onClick={() => void end(session)}>
                {t.end}
              </GuardedButton>
            ) : null}
          </li>
        ))}
      </ul>
      {canEnd && others.length > 0 ? (
        <GuardedButton className="self-start" disabledReason={buttonReason} onClick={() => void end(null)}>
          {userId === null ? t.endOthers : t.endAll}
        </GuardedButton>
      ) : null}
    </div>
  );
}
