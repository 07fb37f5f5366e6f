import { useQuery, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { Eraser, RotateCcw, RotateCw } from 'lucide-react';
import { canRead } from '#core/permissions.ts';
import { jobsQuery, jobSummaryQuery } from '#modules/jobs/web/queries.ts';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { useRoleLabel } from '#platform/web/layout/use-role-label.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Card, CardTitle } from '#platform/web/ui/card.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useConnection } from '#platform/web/api/connection.ts';
import { resumeOrders } from '#platform/web/cache/background.ts';
import { breakerStore } from '#platform/web/cache/breaker.ts';
import { clearCache, type ClearOperation, clearOperations } from '#platform/web/cache/clearing.ts';
import { listLoadedQueries } from '#platform/web/cache/eviction.ts';
import { useCacheStats } from '#platform/web/cache/use-stats.ts';
import { formatAge, formatInstant } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { sessionLengthMs, useSession, useUser } from '#platform/web/session/session.ts';
import { useStore } from '#platform/web/store.ts';
import { toast } from '#platform/web/toast.ts';
import { useNow } from '#platform/web/use-now.ts';
import { dashboardMessages } from '../messages.ts';
import { TileRow } from '../tiles.tsx';
import { dataIssueKinds } from './data-issues.ts';
import { IssueList, useDataIssues } from './issue-list.tsx';
import { quickFixMessages } from './messages.ts';

const jobsCard = lazyModule(() => import('./jobs-card.tsx'));

/** Diagnostics with fixes: session, circuit breaker, cache and data issues. */
export function QuickFixPage() {
  const names = useMessages(pageMessages);
  const t = useMessages(quickFixMessages);
  const { sections } = useMessages(dashboardMessages);
  const { issues, isLoading, error, refresh } = useDataIssues();
  const jobs = useJobsCard();
  return (
    <Page>
      <PageHeader title={names.quickFix} context={t.context} />
      <div className="grid grid-cols-1 gap-3 pb-6 lg:grid-cols-3">
        <SessionCard />
        <BreakerCard />
        <CacheCard />
      </div>
      <TileRow label={sections.stock} row="stock" search={{}} />
      {isLoading || jobs.isLoading ? (
        <SkeletonRows label={t.issues.loading} rows={6} />
      ) : (
        <>
          {jobs.card === null ? null : <jobs.card.JobsCard />}
          <section>
            <div className="flex items-center gap-3 pb-2">
              <h2 className="flex-1 font-semibold text-sm">{t.issues.title}</h2>
              <Button size="sm" onClick={refresh}>
                <RotateCw aria-hidden="true" />
                {t.issues.refresh}
              </Button>
            </div>
            <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-2">
              {error ? (
                <div className="xl:col-span-2">
                  <LoadFailed title={t.issues.failed} error={error} onRetry={refresh} />
                </div>
              ) : null}
              {dataIssueKinds.map((kind) => (
                <IssueList key={kind} kind={kind} issues={issues[kind]} />
              ))}
            </div>
          </section>
        </>
      )}
    </Page>
  );
}

/**
 * Loads the jobs card for users who see the whole business. It counts as loading until its rows arrive, to
 * avoid layout shift below it.
 */
function useJobsCard() {
  const canReadJobs = canRead(useUser(), 'jobs');
  const card = useLazyModuleWhen(canReadJobs, jobsCard);
  const isMissing = useStore(jobsCard.isMissing);
  const summary = useQuery({ ...jobSummaryQuery(), enabled: canReadJobs });
  const list = useQuery({ ...jobsQuery(), enabled: canReadJobs });
  const isPending = (card === null && !isMissing) || isFirstLoad(summary) || isFirstLoad(list);
  return { card, isLoading: canReadJobs && isPending };
}

/**
 * True only for the first request. A retry after a failure must not unmount the card, which would repeat the
 * request endlessly.
 */
const isFirstLoad = ({ isLoading, isFetched }: UseQueryResult): boolean => isLoading && !isFetched;

/** Signed-in user, session expiry and API status. */
function SessionCard() {
  const { session: t } = useMessages(quickFixMessages);
  const user = useUser();
  const roleLabel = useRoleLabel();
  const session = useSession();
  const { isAlive, lastResponseAt } = useConnection();
  const now = useNow();
  const startedAt = session.status === 'signed-in' ? session.startedAt : null;
  const rows = [
    [t.user, user.name],
    [t.role, roleLabel(user.role, user.roleLabel)],
    [t.since, formatInstant(startedAt)],
    [t.ends, startedAt === null ? '' : formatAge(startedAt + sessionLengthMs, now)],
    [t.client, t.clients[session.client]],
    [t.lastResponse, lastResponseAt === null ? t.never : formatAge(lastResponseAt, now)],
  ] as const;
  return (
    <Card>
      <CardTitle>{t.title}</CardTitle>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 pt-2 text-sm">
        <dt className="text-muted-foreground">{t.api}</dt>
        <dd>
          <Pill tone={isAlive ? 'green' : 'red'}>{isAlive ? t.responding : t.notResponding}</Pill>
        </dd>
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted-foreground">{name}</dt>
            <dd className="min-w-0 truncate">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** State of the circuit breaker for order lists, with a reset. */
function BreakerCard() {
  const { breaker: t } = useMessages(quickFixMessages);
  const queryClient = useQueryClient();
  const isOpen = useStore(breakerStore).size > 0;
  return (
    <Card className="flex flex-col gap-2">
      <CardTitle>{t.title}</CardTitle>
      <p role="status" className={isOpen ? 'text-sm text-status-amber' : 'text-sm'}>
        {isOpen ? t.open : t.closed}
      </p>
      <Button
        className="self-start"
        onClick={() => {
          resumeOrders(queryClient);
          toast(t.done);
        }}
      >
        <RotateCcw aria-hidden="true" />
        {t.reset}
      </Button>
    </Card>
  );
}

const clearingKeys = Object.keys(clearOperations) as ClearOperation[];

/** The five clearing operations of SPEC section 9. */
function CacheCard() {
  const { cache: t } = useMessages(quickFixMessages);
  const queryClient = useQueryClient();
  const { entries } = useCacheStats();
  const clear = (clearing: ClearOperation) => {
    const keys: readonly unknown[] | null = clearOperations[clearing];
    const count = listLoadedQueries(queryClient).filter(
      ({ queryKey }) => keys?.includes(queryKey[0]) ?? true,
    ).length;
    void clearCache(queryClient, clearing);
    toast(t.done(t.names[clearing], count));
  };
  return (
    <Card className="flex flex-col gap-2">
      <CardTitle>{t.title}</CardTitle>
      <p className="text-sm">
        {t.text} <span className="text-muted-foreground">{t.entries(entries)}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        {clearingKeys.map((clearing) => (
          <Button
            key={clearing}
            size="sm"
            aria-label={t.clear(t.names[clearing])}
            onClick={() => clear(clearing)}
          >
            <Eraser aria-hidden="true" />
            {t.names[clearing]}
          </Button>
        ))}
      </div>
    </Card>
  );
}
