import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { mayRead } from '#domain/permissions.ts';
import { jobSummaryQuery, jobsQuery } from '#src/collections/business/jobs.ts';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { LoadFailed } from '#src/components/layout/states.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#src/lib/lazy-module.ts';
import { useUser } from '#src/lib/session/session.ts';
import { useStore } from '#src/lib/store.ts';
import { faultKinds } from './data-faults.ts';
import { FaultList } from './fault-list.tsx';
import { quickFixMessages } from './messages.ts';
import { BreakerCard, CacheCard, SessionCard } from './repair-cards.tsx';
import { useFaults } from './use-faults.ts';

const jobsCard = lazyModule(() => import('./jobs-card.tsx'));

/** What stands in the way of work: session, breaker, cache, and faults in the data, each with its fix. */
export function QuickFixPage() {
  const names = useMessages(pageMessages);
  const t = useMessages(quickFixMessages);
  const { faults, isLoading, error, refresh } = useFaults();
  const jobs = useJobsCard();
  return (
    <Page>
      <PageHeader title={names.quickFix} context={t.context} />
      <div className="grid grid-cols-1 gap-3 pb-6 lg:grid-cols-3">
        <SessionCard />
        <BreakerCard />
        <CacheCard />
      </div>
      {isLoading || jobs.isLoading ? (
        <SkeletonRows label={t.faults.loading} rows={6} />
      ) : (
        <>
          {jobs.card === null ? null : <jobs.card.JobsCard />}
          <section>
            <div className="flex items-center gap-3 pb-2">
              <h2 className="flex-1 font-semibold text-sm">{t.faults.title}</h2>
              <Button size="sm" onClick={refresh}>
                <RotateCw aria-hidden="true" />
                {t.faults.refresh}
              </Button>
            </div>
            <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-2">
              {error ? (
                <div className="xl:col-span-2">
                  <LoadFailed title={t.faults.failed} error={error} onRetry={refresh} />
                </div>
              ) : null}
              {faultKinds.map((kind) => (
                <FaultList key={kind} kind={kind} faults={faults[kind]} />
              ))}
            </div>
          </section>
        </>
      )}
    </Page>
  );
}

/**
 * What the server does by itself, for whoever sees the whole business. Loading until its rows are there, too: what comes
 * below it is drawn with it, and nothing moves.
 */
function useJobsCard() {
  const isReader = mayRead(useUser(), 'jobs');
  const card = useLazyModuleWhen(isReader, jobsCard);
  const isMissing = useStore(jobsCard.isMissing);
  const summary = useQuery({ ...jobSummaryQuery(), enabled: isReader });
  const list = useQuery({ ...jobsQuery(), enabled: isReader });
  const isComing = (card === null && !isMissing) || summary.isLoading || list.isLoading;
  return { card, isLoading: isReader && isComing };
}
