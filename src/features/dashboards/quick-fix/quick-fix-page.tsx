import { RotateCw } from 'lucide-react';
import { mayRead } from '#domain/permissions.ts';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { LoadFailed } from '#src/components/layout/states.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#src/lib/lazy-module.ts';
import { useUser } from '#src/lib/session/session.ts';
import { faultKinds } from './data-faults.ts';
import { FaultList } from './fault-list.tsx';
import { quickFixMessages } from './messages.ts';
import { BreakerCard, CacheCard, SessionCard } from './repair-cards.tsx';
import { useFaults } from './use-faults.ts';

const jobs = lazyModule(() => import('./jobs-card.tsx'));

/** What stands in the way of work: session, breaker, cache, and faults in the data, each with its fix. */
export function QuickFixPage() {
  const names = useMessages(pageMessages);
  const t = useMessages(quickFixMessages);
  const { faults, isLoading, error, refresh } = useFaults();
  return (
    <Page>
      <PageHeader title={names.quickFix} context={t.context} />
      <div className="grid grid-cols-1 gap-3 pb-6 lg:grid-cols-3">
        <SessionCard />
        <BreakerCard />
        <CacheCard />
      </div>
      <Jobs />
      <section>
        <div className="flex items-center gap-3 pb-2">
          <h2 className="flex-1 font-semibold text-sm">{t.faults.title}</h2>
          <Button size="sm" onClick={refresh}>
            <RotateCw aria-hidden="true" />
            {t.faults.refresh}
          </Button>
        </div>
        {isLoading ? (
          <SkeletonRows label={t.faults.loading} rows={6} />
        ) : (
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
        )}
      </section>
    </Page>
  );
}

/** What the server does by itself, for whoever sees the whole business. */
function Jobs() {
  const isReader = mayRead(useUser(), 'jobs');
  const card = useLazyModuleWhen(isReader, jobs);
  const t = useMessages(quickFixMessages);
  if (!isReader) return null;
  return card === null ? <SkeletonRows label={t.jobsLoading} rows={2} /> : <card.JobsCard />;
}
