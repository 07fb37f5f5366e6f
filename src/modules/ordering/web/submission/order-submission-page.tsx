import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ClipboardList, Eye } from 'lucide-react';
import { Suspense, useState } from 'react';
import { hasFlag, canRead } from '#core/permissions.ts';
import { createBranchSearchText } from '#modules/branches/web/queries/branch-search-text.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { orderSubmissionQuery, submissionStatuses } from '#modules/orders/web/queries/queries.ts';
import type { OrderRecord } from '#modules/orders/web/queries/read.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import {
  EmptyState,
  LoadFailed,
  NothingMatches,
  SavedDataNote,
  SkippedNote,
} from '#platform/web/layout/states.tsx';
import { StatusPill } from '#modules/orders/web/status-pill.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { cn } from '#platform/web/cn.ts';
import { useToday } from '#platform/web/use-today.ts';
import { formatTotal } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useOutbox } from '#platform/web/outbox/entries.ts';
import { useUser } from '#platform/web/session/session.ts';
import { submissionMessages } from './messages.ts';
import {
  findOrderWarnings,
  filterSubmissionOrders,
  getNextOrderTransition,
  SubmissionFilters,
  SubmissionTable,
} from './submission-table.tsx';

/** Queued orders, bulk actions and the order panel are loaded on first use. */
const QueuedOrders = lazyView(async () => (await import('./queued-orders.tsx')).QueuedOrders);
const SubmissionBar = lazyView(async () => (await import('./submission-bar.tsx')).SubmissionBar);
const OrderSheetPanel = lazyView(async () => (await import('../sheet/order-sheet.tsx')).OrderSheetPanel);

type Tab = (typeof submissionStatuses)[number];

/** Maximum number of orders per tab; more can be found with filters. */
const limit = 500;
const nextStatusByTab = { Draft: 'Under Review', 'Under Review': 'Sent to Central Kitchen' } as const;

/**
 * `/branch-order/order-submission`: drafts and orders under review on separate tabs, each with its next step.
 */
export function OrderSubmissionPage() {
  const t = useMessages(submissionMessages);
  const title = useMessages(pageMessages).orderSubmission;
  const user = useUser();
  const navigate = useNavigate();
  const search = useSearch({ from: '/_shell/branch-order/order-submission' });
  const orders = useQuery(orderSubmissionQuery({ limit }));
  const branches = useQuery(branchesQuery());
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const hasQueue = useOutbox().some(({ state }) => state !== 'sent');
  const [hasSelected, setHasSelected] = useState(false);
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});

  const allOrders = orders.data?.rows ?? [];
  const byStatus = (status: Tab) => allOrders.filter((row) => row.status === status);
  const defaultTab =
    byStatus('Draft').length > 0 || byStatus('Under Review').length === 0 ? 'Draft' : 'Under Review';
  const tab: Tab = submissionStatuses.find((status) => status === search.status) ?? defaultTab;
  const { q, date, branch } = search;
  const tabOrders = byStatus(tab);
  const rows = filterSubmissionOrders(tabOrders, { q, date, branch }, createBranchSearchText(branches.data));
  const selectedOrders = rows.filter((row) => selected.has(row._id));
  const today = useToday();
  const branchesWithOrders = (branches.data ?? []).filter((branch) =>
    allOrders.some((row) => row.branch === branch._id),
  );

  const changeSearch = (changed: Partial<typeof search>) =>
    void navigate({ to: '.', search: (current) => ({ ...current, ...changed }), replace: true });
  const select = (ids: readonly string[], isSelected: boolean) => {
    // Once opened, the bar stays open to report the result of the bulk transition.
    setHasSelected(true);
    const next = new Set(selected);
    for (const id of ids) {
      if (isSelected) next.add(id);
      else next.delete(id);
    }
    setSelected(next);
  };

  return (
    <Page className="flex flex-1 flex-col">
      <PageHeader
        title={title}
        context={t.context}
        actions={
          hasFlag(user, 'canCreate') ? (
            <Button asChild variant="primary">
              <Link to="/branch-order/create-order">{t.create}</Link>
            </Button>
          ) : null
        }
      />
      <div className="flex gap-1 border-b" role="group" aria-label={t.tabsLabel}>
        {submissionStatuses.map((status) => (
          <Link
            key={status}
            to="."
            search={(current) => ({ ...current, status, order: undefined })}
            replace
            aria-current={tab === status ? 'page' : undefined}
            className={cn(
              '-mb-px flex h-10 items-center gap-2 border-transparent border-b-2 px-3 text-sm touch:h-12',
              tab === status ? 'border-primary font-medium' : 'text-muted-foreground hover:text-foreground',
            )}
            onClick={() => setSelected(new Set())}
          >
            {t.tabs[status]}
            <span className="min-w-5 rounded-full bg-muted px-1.5 text-center text-xs tabular-nums">
              {orders.data ? formatTotal(byStatus(status).length, byStatus(status).length >= limit) : '–'}
            </span>
          </Link>
        ))}
      </div>
      <div className="pt-3">
        <SubmissionFilters
          filters={{ q, date, branch }}
          onFilters={changeSearch}
          branches={branchesWithOrders}
        />
      </div>
      {hasQueue ? (
        <Suspense>
          <QueuedOrders branches={branches.data ?? []} />
        </Suspense>
      ) : null}
      {orders.data && orders.isError ? <SavedDataNote loadedAt={orders.dataUpdatedAt} /> : null}
      <SkippedNote count={orders.data?.skipped ?? 0} />
      {orders.isPending ? <SkeletonRows label={t.loading} /> : null}
      {!orders.data && orders.error ? (
        <LoadFailed title={t.failed} error={orders.error} onRetry={() => void orders.refetch()} />
      ) : null}
      {orders.data && tabOrders.length === 0 ? (
        <EmptyTab tab={tab} mayCreate={hasFlag(user, 'canCreate')} />
      ) : null}
      {orders.data && tabOrders.length > 0 && rows.length === 0 ? (
        <NothingMatches
          title={t.nothingMatches}
          onClear={() => changeSearch({ q: undefined, date: undefined, branch: undefined })}
        />
      ) : null}
      {rows.length > 0 ? (
        <SubmissionTable
          rows={rows}
          openId={search.order}
          selected={selected}
          onSelect={select}
          getWarnings={(order: OrderRecord) => findOrderWarnings(order, allOrders, today)}
          refusals={refusals}
          showsCosts={canRead(user, 'costs')}
        />
      ) : null}
      {hasSelected ? (
        <Suspense>
          <SubmissionBar
            orders={selectedOrders}
            movable={selectedOrders.filter((row) => getNextOrderTransition(row, user) !== null)}
            to={nextStatusByTab[tab]}
            onRefused={(id, message) => setRefusals((current) => ({ ...current, [id]: message }))}
            onClear={() => setSelected(new Set())}
          />
        </Suspense>
      ) : null}
      {search.order === undefined ? null : (
        <Suspense>
          <OrderSheetPanel
            key={search.order}
            id={search.order}
            onClose={() => changeSearch({ order: undefined })}
          />
        </Suspense>
      )}
    </Page>
  );
}

function EmptyTab({ tab, mayCreate }: { tab: Tab; mayCreate: boolean }) {
  const t = useMessages(submissionMessages);
  return tab === 'Draft' ? (
    <EmptyState
      icon={ClipboardList}
      title={t.emptyDraft}
      text={t.emptyDraftText}
      action={
        mayCreate ? (
          <Button asChild>
            <Link to="/branch-order/create-order">{t.create}</Link>
          </Button>
        ) : null
      }
    />
  ) : (
    <EmptyState
      icon={Eye}
      title={t.emptyReview}
      text={t.emptyReviewText}
      action={<StatusPill status={tab} />}
    />
  );
}
