import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Clock } from 'lucide-react';
import { Suspense } from 'react';
import { canOpenPage, hasFlag } from '#core/permissions.ts';
import { findNextCounts } from '#modules/demand/count-due.ts';
import { findNextDelivery } from '#core/cutoff.ts';
import { otherOrdersQuery } from '../../queries/queries.ts';
import type { OrderRecord } from '../../queries/read.ts';
import type { Branch } from '#platform/web/queries/branches.ts';
import { dueCountsQuery } from '#modules/stock-counts/web/queries.ts';
import { countSchedulesQuery } from '#modules/count-schedules/web/queries.ts';
import { activeSectionsQuery } from '#modules/sections/web/queries.ts';
import { getOrderUrl } from '#platform/web/layout/order-pages.ts';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { LoadFailed, SavedDataNote, SkippedNote } from '#platform/web/layout/states.tsx';
import { RevealWhenLoaded } from '#platform/web/layout/reveal-when-loaded.tsx';
import { FigureLink, figureRow, OtherFigure } from '../../figure-link.tsx';
import { OrderFlags } from '../../order-flags.tsx';
import { statusMessages } from '../../status-messages.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Card, CardTitle } from '#platform/web/ui/card.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { useConnection } from '#platform/web/api/connection.ts';
import { cn } from '#platform/web/cn.ts';
import {
  formatDay,
  formatInstantAt,
  formatSpan,
  formatTime,
  formatTotal,
} from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useNow } from '#platform/web/use-now.ts';
import { openOrderStatuses } from '../orders-list/order-stages.ts';
import { BranchScreen } from './branch-screen.tsx';
import { homeMessages } from './messages.ts';
import { DeliveriesCard } from './deliveries-card.tsx';
import { cardGrid, cardRow, footLink, ListCard, LinkArrow, CardSkeletons } from './list-card.tsx';
import { type BranchOrders, useBranchOrders, useAllOpenOrders } from './use-branch-orders.ts';

const DueChecks = lazyView(async () => (await import('#modules/safety-checks/web/due-checks.tsx')).DueChecks);

const route = getRouteApi('/_shell/branch-order/branch');

/** `/branch-order/branch`: a branch's order tasks of the day. */
export function BranchHomePage() {
  const t = useMessages(homeMessages);
  const user = useUser();
  const mayOrder = hasFlag(user, 'canCreate') && canOpenPage(user, '/branch-order/create-order');
  return (
    <BranchScreen
      title={useMessages(pageMessages).branchHome}
      requestedBranch={route.useSearch().branch}
      context={(branch, kitchen) => (kitchen ? t.context(branch.name, kitchen.name) : branch.name)}
      actions={(branch) =>
        mayOrder ? (
          <Button asChild variant="primary">
            <Link to="/branch-order/create-order" search={{ branch: branch._id }}>
              {t.newOrder}
            </Link>
          </Button>
        ) : null
      }
    >
      {(branch) => <BranchHome branch={branch} mayOrder={mayOrder} />}
    </BranchScreen>
  );
}

function BranchHome({ branch, mayOrder }: { branch: Branch; mayOrder: boolean }) {
  const t = useMessages(homeMessages);
  const { isAlive } = useConnection();
  const orders = useBranchOrders(branch._id);
  if (orders.isError && !orders.data)
    return <LoadFailed title={t.failed} error={orders.error} onRetry={() => void orders.refetch()} />;
  return (
    <div className="flex flex-col gap-4">
      {orders.data && (orders.isError || !isAlive) ? <SavedDataNote loadedAt={orders.dataUpdatedAt} /> : null}
      <SkippedNote count={orders.data?.skipped ?? 0} />
      <OpenSubstitutes orders={orders} />
      <Suspense>
        <DueChecks place={branch} />
      </Suspense>
      <StageFigures branch={branch._id} orders={orders} />
      <RevealWhenLoaded placeholder={<CardSkeletons count="four" />}>
        <div className={cardGrid.four}>
          <CutoffCard branch={branch} orders={orders} mayOrder={mayOrder} />
          <DraftsCard orders={orders} />
          <DeliveriesCard orders={orders} />
          <CountsCard branch={branch} />
        </div>
      </RevealWhenLoaded>
    </div>
  );
}

/** Orders with substitutes that the branch has neither accepted nor refused; hidden if there are none. */
function OpenSubstitutes({ orders }: { orders: BranchOrders }) {
  const t = useMessages(homeMessages).substitutes;
  const user = useUser();
  const ordersWithSubstitutes = (orders.data?.rows ?? []).filter(
    ({ unansweredSubstitutes }) => (unansweredSubstitutes ?? 0) > 0,
  );
  if (ordersWithSubstitutes.length === 0) return null;
  return (
    <section aria-label={t.title} className="pill-status-amber rounded-lg px-4 py-3">
      <h2 className="font-semibold text-sm">{t.title}</h2>
      <ul className="pt-1 text-sm">
        {ordersWithSubstitutes.map((order) => {
          const url = getOrderUrl(user, order._id);
          const text = t.row(order.orderNo, order.unansweredSubstitutes ?? 0);
          return (
            <li key={order._id}>
              {url === null ? (
                text
              ) : (
                <Link
                  to={url}
                  className="inline-flex items-center underline underline-offset-4 touch:min-h-11"
                >
                  {text}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Number of the branch's orders by stage, linked to the orders. */
function StageFigures({ branch, orders }: { branch: string; orders: BranchOrders }) {
  const t = useMessages(homeMessages).stages;
  const stageNames = useMessages(statusMessages).stages;
  const canOpenHistory = canOpenPage(useUser(), '/branch-order/order-history');
  const { data } = orders;
  const others = useQuery(otherOrdersQuery({ branch })).data;
  const isCapped = data?.total != null && data.total > data.rows.length;
  return (
    <section aria-label={t.title} className={figureRow}>
      {openOrderStatuses.map((status) => {
        const count = data?.rows.filter((order) => order.status === status).length;
        return (
          <FigureLink
            key={status}
            label={stageNames[status]}
            figure={count === undefined ? null : formatTotal(count, isCapped)}
            link={canOpenHistory ? { to: '/branch-order/order-history', search: { status, branch } } : null}
          />
        );
      })}
      <OtherFigure
        others={others}
        linkTo={(search) =>
          canOpenHistory ? { to: '/branch-order/order-history', search: { ...search, branch } } : null
        }
      />
    </section>
  );
}

interface CutoffCardProps {
  branch: Branch;
  orders: BranchOrders;
  mayOrder: boolean;
}

/** Cut-off for the next delivery, and whether the branch has ordered. */
function CutoffCard({ branch, orders, mayOrder }: CutoffCardProps) {
  const t = useMessages(homeMessages).cutoff;
  const now = useNow();
  const openOrders = useAllOpenOrders(branch._id);
  const canSetDays = canOpenPage(useUser(), '/branches');
  const next = findNextDelivery(branch, new Date(now));
  if (next === null) {
    return (
      <Card>
        <CardTitle>{t.title}</CardTitle>
        <p className="py-3 text-muted-foreground text-sm">{t.none}</p>
        {canSetDays ? (
          <Link to="/branches" search={{ row: branch._id }} className={footLink}>
            {t.setDays}
            <LinkArrow />
          </Link>
        ) : null}
      </Card>
    );
  }
  const { deliveryDate, cutoffAt } = next;
  const order = findMostAdvancedOrder(deliveryDate, openOrders);
  return (
    <Card className="flex flex-col">
      <CardTitle>{t.title}</CardTitle>
      <p className="flex items-center gap-2 pt-3 font-semibold text-xl tabular-nums">
        <Clock className="size-5 shrink-0 text-muted-foreground" aria-hidden="true" />
        {t.timeLeft(formatSpan(Date.parse(cutoffAt) - now))}
      </p>
      <p className="pt-1 text-sm">
        {t.until(formatInstantAt(cutoffAt, branch.timezone))} {t.delivery(formatDay(deliveryDate))}
      </p>
      <p className="pt-1 text-muted-foreground text-sm">
        {orders.data === undefined
          ? ' '
          : order === null
            ? t.missing
            : order.status === 'Draft'
              ? t.draft(order.orderNo)
              : t.ordered(order.orderNo)}
      </p>
      {mayOrder && orders.data && order === null ? (
        <Link
          to="/branch-order/create-order"
          search={{ branch: branch._id, date: deliveryDate }}
          className={cn(footLink, 'mt-auto self-start')}
        >
          {t.order}
          <LinkArrow />
        </Link>
      ) : null}
    </Card>
  );
}

/** Returns the most advanced order for a delivery day; null if there is none. */
function findMostAdvancedOrder(deliveryDate: string, orders: readonly OrderRecord[]): OrderRecord | null {
  const dayOrders = orders.filter((order) => order.deliveryDate === deliveryDate);
  return dayOrders.find(({ status }) => status !== 'Draft') ?? dayOrders[0] ?? null;
}

const maxShown = 5;

/** Drafts that aren't submitted, next delivery first. */
function DraftsCard({ orders }: { orders: BranchOrders }) {
  const t = useMessages(homeMessages).drafts;
  const canOpenSubmission = canOpenPage(useUser(), '/branch-order/order-submission');
  const drafts = (orders.data?.rows ?? []).filter(({ status }) => status === 'Draft');
  const to = canOpenSubmission ? '/branch-order/order-submission' : '/branch-order/order-history';
  return (
    <ListCard
      title={t.title}
      isLoading={orders.isPending}
      note={drafts.length === 0 ? t.none : null}
      footer={
        drafts.length > 0 ? (
          <Link to={to} search={{ status: 'Draft' }} className={footLink}>
            {t.all}
            <LinkArrow />
          </Link>
        ) : null
      }
    >
      {drafts.slice(0, maxShown).map((order) => (
        <li key={order._id}>
          <Link to={to} search={{ status: 'Draft', order: order._id }} className={cardRow}>
            <span>
              <span className="block font-medium">{order.orderNo}</span>
              <span className="block text-muted-foreground text-xs">
                {t.row(formatDay(order.deliveryDate), order.lineCount)}
              </span>
            </span>
            <span className="flex flex-wrap gap-1">
              <OrderFlags order={order} />
            </span>
          </Link>
        </li>
      ))}
    </ListCard>
  );
}

const countPage = '/branch-order/stock-count';

/** Each section's next scheduled count, with a link to start or continue it. */
function CountsCard({ branch }: { branch: Branch }) {
  const t = useMessages(homeMessages).counts;
  const user = useUser();
  const now = useNow();
  const schedules = useQuery(countSchedulesQuery(branch._id));
  const dueCounts = useQuery({ ...dueCountsQuery(branch._id), enabled: canOpenPage(user, countPage) }).data;
  const startedCounts = new Map(
    dueCounts?.flatMap(({ schedule, count }) => (count ? [[schedule, count] as const] : [])),
  );
  const sections = useQuery(activeSectionsQuery());
  const branchSections = (sections.data ?? []).filter(
    ({ branchId }) => branchId === null || branchId === branch._id,
  );
  const sectionNames = new Map(branchSections.map(({ _id, name }) => [_id, name]));
  const nextCounts = findNextCounts(schedules.data ?? [], [...sectionNames.keys()], branch, new Date(now));
  const failure = schedules.error && !schedules.data ? t.failed : null;
  const canOpenSettings = canOpenPage(user, '/branch-order/settings');
  return (
    <ListCard
      title={t.title}
      isLoading={(schedules.isPending && !failure) || sections.isPending}
      note={failure ?? (nextCounts.length === 0 ? t.none : null)}
      footer={
        canOpenSettings ? (
          <Link
            to="/branch-order/settings"
            search={{ tab: 'schedules', branch: branch._id }}
            className={footLink}
          >
            {nextCounts.length > maxShown ? t.more(nextCounts.length - maxShown) : t.schedules}
            <LinkArrow />
          </Link>
        ) : null
      }
    >
      {nextCounts.slice(0, maxShown).map(({ sectionId, plan, day, dueAt }) => (
        <li
          key={sectionId}
          className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2 text-sm"
        >
          <span>
            <bdi className="block font-medium">{sectionNames.get(sectionId)}</bdi>
            <span className="block text-muted-foreground text-xs">
              {t.by(formatDay(day), formatTime(dueAt, branch.timezone))}
            </span>
          </span>
          <span className="flex items-center gap-2">
            <Pill>{t.types[plan.type === 'cycle' ? 'cycle' : 'full']}</Pill>
            {canOpenPage(user, countPage) ? (
              <Link
                to={countPage}
                search={
                  startedCounts.has(plan._id)
                    ? { row: startedCounts.get(plan._id)?._id }
                    : {
                        row: 'new',
                        branch: branch._id,
                        type: plan.type === 'cycle' ? 'cycle' : 'full',
                        sections: plan.sections.join(',') || undefined,
                        schedule: plan._id,
                      }
                }
                aria-label={`${t.count}: ${sectionNames.get(sectionId)}`}
                className={footLink}
              >
                {startedCounts.get(plan._id)?.number ?? t.count}
              </Link>
            ) : null}
          </span>
        </li>
      ))}
    </ListCard>
  );
}
