import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { canWrite } from '#core/permissions.ts';
import {
  createBatchAction,
  editBatchAction,
  recordPrintedLabelsAction,
  createBatchesFromPlanAction,
  moveBatchAction,
  outdatedLabelsQuery,
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
import { productionMessages } from './messages.ts';
import { formatList } from '#platform/web/format/list.ts';
import { PlanView } from './plan-view.tsx';

const BatchesList = lazyView(async () => (await import('./batches-list.tsx')).BatchesList);
const BatchEntry = lazyView(async () => (await import('./batch-entry.tsx')).BatchEntry);

const views = ['plan', 'batches'] as const;

/** Production page: a day's plan, and the batches. */
export function ProductionPage() {
  const t = useMessages(productionMessages);
  const user = useUser();
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const view = search['view'] === 'batches' || search['row'] !== undefined ? 'batches' : 'plan';
  const setSearch = (changes: Record<string, unknown>) =>
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
              onClick={() => setSearch({ new: 'batch' })}
            >
              {t.newBatch}
            </Button>
          ) : null
        }
      />
      <div role="group" aria-label={t.viewsLabel} className="flex gap-1 border-b print:hidden">
        {views.map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={option === view}
            onClick={() => setSearch({ view: option === 'plan' ? undefined : option, row: undefined })}
            className={cn(
              '-mb-px h-9 border-transparent border-b-2 px-3 text-sm touch:h-11',
              option === view ? 'border-primary font-medium' : 'text-muted-foreground hover:text-foreground',
            )}
          >
            {t.views[option]}
          </button>
        ))}
      </div>
      <PendingEntries title={t.pending} kinds={actionKinds} />
      <OutdatedNotice />
      {view === 'plan' ? (
        <PlanView />
      ) : (
        <Suspense>
          <BatchesList />
        </Suspense>
      )}
      {search['new'] === undefined ? null : (
        <Suspense>
          <BatchEntry
            day={/^\d{4}-\d{2}-\d{2}$/.test(String(search['day'])) ? String(search['day']) : null}
            onClose={() => setSearch({ new: undefined })}
          />
        </Suspense>
      )}
    </Page>
  );
}

const actionKinds: ReadonlySet<string> = new Set([
  createBatchAction.kind,
  editBatchAction.kind,
  moveBatchAction.kind,
  createBatchesFromPlanAction.kind,
  recordPrintedLabelsAction.kind,
]);

/** Lists the batches with outdated labels; renders nothing when all are current. */
function OutdatedNotice() {
  const t = useMessages(productionMessages).outdated;
  const { data = [] } = useQuery(outdatedLabelsQuery());
  if (data.length === 0) return null;
  return (
    <section aria-label={t.title(data.length)} className="rounded-md border px-3 py-2 text-sm print:hidden">
      <h2 className="font-semibold">{t.title(data.length)}</h2>
      <p className="text-muted-foreground">{t.text}</p>
      <ul className="pt-1">
        {data.map(({ batchId, number, itemName, lots, reasons }) => (
          <li key={batchId} className="flex flex-wrap items-center gap-x-2 py-0.5">
            <Link
              to="/production"
              search={{ view: 'batches', row: batchId }}
              aria-label={t.open(number)}
              className="touch:inline-flex touch:min-h-11 items-center text-primary underline-offset-4 hover:underline"
            >
              {number}
            </Link>
            <span>
              <bdi>{itemName}</bdi> · <bdi>{formatList(lots)}</bdi> ·{' '}
              {formatList(reasons.map((reason) => t.reasons[reason]))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
