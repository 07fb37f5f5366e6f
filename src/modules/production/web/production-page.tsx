import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { canWrite } from '#core/permissions.ts';
import {
  createBatchAction,
  editBatchAction,
  recordPrintedLabelsAction,
  createBatchesFromPlanAction,
  moveBatchAction,
} from './queries.ts';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { PendingEntries } from '#platform/documents/web/pending-entries.tsx';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { BatchesList } from './batches-list.tsx';
import { productionMessages } from './messages.ts';
import { OutdatedNotice } from './outdated-notice.tsx';
import { PlanView } from './plan-view.tsx';

const BatchEntry = lazyView(async () => (await import('./batch-entry.tsx')).BatchEntry);

const views = ['plan', 'batches'] as const;

/** Production page: the plan of a day, and the batches. */
export function ProductionPage() {
  const t = useMessages(productionMessages);
  const user = useUser();
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const view = search['view'] === 'batches' || search['row'] !== undefined ? 'batches' : 'plan';
  const set = (changes: Record<string, unknown>) =>
    void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...changes }) });
  return (
    <Page isWide className="flex flex-col gap-4">
      <PageHeader
        title={useMessages(pageMessages).production}
        context={t.context}
        actions={
          canWrite(user, 'production-batches', 'canCreate') ? (
            <Button
              variant={view === 'batches' ? 'primary' : 'secondary'}
              onClick={() => set({ new: 'batch' })}
            >
              {t.fresh}
            </Button>
          ) : null
        }
      />
      <div role="group" aria-label={t.viewsOf} className="flex gap-1 border-b print:hidden">
        {views.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === view}
            onClick={() => set({ view: each === 'plan' ? undefined : each, row: undefined })}
            className={cn(
              '-mb-px h-9 border-transparent border-b-2 px-3 text-sm touch:h-11',
              each === view ? 'border-primary font-medium' : 'text-muted-foreground hover:text-foreground',
            )}
          >
            {t.views[each]}
          </button>
        ))}
      </div>
      <PendingEntries title={t.pending} kinds={kinds} />
      <OutdatedNotice />
      {view === 'plan' ? <PlanView /> : <BatchesList />}
      {search['new'] === undefined ? null : (
        <Suspense>
          <BatchEntry onClose={() => set({ new: undefined })} />
        </Suspense>
      )}
    </Page>
  );
}

const kinds: ReadonlySet<string> = new Set([
  createBatchAction.kind,
  editBatchAction.kind,
  moveBatchAction.kind,
  createBatchesFromPlanAction.kind,
  recordPrintedLabelsAction.kind,
]);
