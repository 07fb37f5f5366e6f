import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { BellRing, ClipboardList, type LucideIcon, PackageCheck, RotateCw, Truck } from 'lucide-react';
import { Suspense } from 'react';
import { canOpenPage, isOwnLocation, getScope } from '#core/permissions.ts';
import { findMissingOrders, listNextDeliveries } from '#modules/orders/web/branch-deliveries.ts';
import { ordersQuery } from '#modules/orders/web/queries/queries.ts';
import type { OrderRecord as Order } from '#modules/orders/web/queries/read.ts';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState, LoadFailed, SavedDataNote, SkippedNote } from '#platform/web/layout/states.tsx';
import { figureRow, OtherFigure } from '#modules/orders/web/figure-link.tsx';
import { ShareBar } from '#modules/orders/web/share-bar.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card, CardTitle } from '#platform/web/ui/card.tsx';
import { Skeleton, SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useConnection } from '#platform/web/api/connection.ts';
import { isMissingEndpoint } from '#platform/web/api/missing-endpoint.ts';
import { cn } from '#platform/web/cn.ts';
import { formatAge, formatCount, formatDay, formatSpan } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyModule, lazyView, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { markOrdersSeen, useNewOrders } from '#modules/orders/web/new-orders/new-orders.ts';
import { useUser } from '#platform/web/session/session.ts';
import { searchReader } from '#platform/web/search.ts';
import { useNow } from '#platform/web/use-now.ts';
import { dayMs } from '#core/day.ts';
import { liveOrders } from '../processing/live-query.ts';
import { isPicked } from '../processing/pick-lines.ts';
import { AcceptList } from './accept-list.tsx';
import {
  type KitchenStage,
  kitchenStages,
  isKitchenStage,
  type KitchenOrders,
  useKitchen,
} from './use-kitchen.ts';
import { kitchenMessages } from './messages.ts';
import { AwaitingOrder, handleRowKeys } from './awaiting-order.tsx';
import { ShortagesCard } from './shortages-card.tsx';

/** The order panel and the discrepancies are loaded after the page. */
const panelModule = lazyModule(() => import('./kitchen-order.tsx'));

const discrepanciesModule = lazyModule(() => import('#modules/discrepancies/web/discrepancy-list.tsx'));

const DueChecks = lazyView(async () => (await import('#modules/safety-checks/web/due-checks.tsx')).DueChecks);

const route = getRouteApi('/_shell/central-kitchen/dashboard');
const readAddress = searchReader({ stage: 'text', order: 'text' });

/** The kitchen's work in order: accept, pick, ship, in transit, reconcile. */
export function KitchenDashboardPage() {
  const t = useMessages(kitchenMessages);
  const now = useNow();
  const { stage: requestedStage, order: orderId } = readAddress(route.useSearch());
  const navigate = route.useNavigate();
  const { isAlive } = useConnection();
  const kitchen = useKitchen();
  const stage: KitchenStage = isKitchenStage(requestedStage) ? requestedStage : 'accept';
  const newOrders = useNewOrders();
  const { dataUpdatedAt } = kitchen.openOrders;
  const panel = useLazyModuleWhen(orderId !== undefined, panelModule);

  return (
    <Page>
      <PageHeader
        title={t.title}
        context={dataUpdatedAt > 0 ? t.context(formatAge(dataUpdatedAt, now)) : ' '}
        actions={
          <>
            <NewOrdersNote count={newOrders.length} onSeen={markOrdersSeen} />
            <Button onClick={kitchen.refresh}>
              <RotateCw aria-hidden="true" />
              {t.refresh}
            </Button>
          </>
        }
      />
      {!isAlive && dataUpdatedAt > 0 ? <SavedDataNote loadedAt={dataUpdatedAt} /> : null}
      <SkippedNote count={kitchen.openOrders.data?.skipped ?? 0} />
      <KitchenChecks kitchen={kitchen} />
      <StageCards kitchen={kitchen} current={stage} nowMs={now} />
      <div className="grid grid-cols-1 items-start gap-6 pt-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-label={t.stages[stage].label} className="min-w-0">
          <StageContent
            stage={stage}
            kitchen={kitchen}
            newOrderIds={new Set(newOrders.map((order) => order._id))}
          />
        </section>
        {/* Hidden while the list above is loading, to avoid layout shift. */}
        <aside
          aria-label={t.asideLabel}
          className={cn('flex flex-col gap-4', kitchen.openOrders.isPending && 'max-xl:hidden')}
        >
          <ShortagesCard kitchen={kitchen} />
          {kitchen.openOrders.isLoading || kitchen.stock.isLoading ? null : (
            <MissingCard kitchen={kitchen} nowMs={now} />
          )}
        </aside>
      </div>
      {orderId === undefined || panel === null ? null : (
        <panel.KitchenOrderPanel
          id={orderId}
          onClose={() => void navigate({ search: ({ order: _closed, ...rest }) => rest })}
        />
      )}
    </Page>
  );
}

/** Missed and due food safety checks of the user's kitchens. */
function KitchenChecks({ kitchen }: { kitchen: KitchenOrders }) {
  const user = useUser();
  const ownKitchens = (kitchen.branches.data ?? []).filter(
    ({ _id, type, isActive }) => isActive && type === 'central_kitchen' && isOwnLocation(user, _id),
  );
  return (
    <Suspense>
      {ownKitchens.map((place) => (
        <DueChecks key={place._id} place={place} className="mb-4" />
      ))}
    </Suspense>
  );
}

function StageContent({
  stage,
  kitchen,
  newOrderIds,
}: {
  stage: KitchenStage;
  kitchen: KitchenOrders;
  newOrderIds: ReadonlySet<string>;
}) {
  const t = useMessages(kitchenMessages);
  const listModule = useLazyModuleWhen(stage === 'reconcile', discrepanciesModule);
  if (stage === 'reconcile') {
    return listModule ? <listModule.DiscrepancyList /> : <SkeletonRows label={t.loading} rows={6} />;
  }
  const source = stage === 'in-transit' ? kitchen.inTransit : kitchen.openOrders;
  if (!source.data) {
    return source.isError ? (
      <LoadFailed title={t.failed} error={source.error} onRetry={() => void source.refetch()} />
    ) : (
      <SkeletonRows label={t.loading} rows={6} />
    );
  }
  if (stage === 'accept') {
    return (
      <AcceptList
        orders={kitchen.ordersByStage.accept}
        shortages={kitchen.shortages ?? []}
        newIds={newOrderIds}
      />
    );
  }
  return <StageList stage={stage} orders={kitchen.ordersByStage[stage]} />;
}

/** Number of orders that have arrived since the user last viewed them, with a button that resets it. */
function NewOrdersNote({ count, onSeen }: { count: number; onSeen(): void }) {
  const t = useMessages(kitchenMessages);
  if (count === 0) return null;
  return (
    <span className="pill-status-blue flex h-9 items-center gap-2 rounded-full ps-3 pe-1 font-medium text-sm touch:h-11">
      <BellRing className="size-4" aria-hidden="true" />
      {t.newOrders(count)}
      <Button variant="ghost" size="sm" className="h-7 rounded-full touch:h-11" onClick={onSeen}>
        {t.markSeen}
      </Button>
    </span>
  );
}

const isOlder = (time: string | null, days: number, nowMs: number) =>
  time !== null && nowMs - Date.parse(time) > days * dayMs;

const historyPath = '/central-kitchen/branch-orders-history';

interface StageCardsProps {
  kitchen: KitchenOrders;
  current: KitchenStage;
  nowMs: number;
}

/** One card per stage with the total and urgent number of orders; clicking it opens the stage's list. */
function StageCards({ kitchen, current, nowMs }: StageCardsProps) {
  const t = useMessages(kitchenMessages);
  const user = useUser();
  const visibleStages = kitchenStages.filter(
    (stage) => stage !== 'reconcile' || !isMissingEndpoint(kitchen.discrepancies.error),
  );
  return (
    <nav aria-label={t.stagesLabel} className={figureRow}>
      {visibleStages.map((stage) => {
        const figures = getFigures(stage, kitchen, nowMs);
        return (
          <Link
            key={stage}
            to="/central-kitchen/dashboard"
            search={{ stage }}
            replace
            aria-current={stage === current ? 'true' : undefined}
            className={cn(
              'flex min-h-20 flex-col rounded-lg border bg-card p-2.5 hover:bg-accent sm:p-3 lg:p-4',
              stage === current && 'border-primary bg-selected hover:bg-selected',
            )}
          >
            <span className="text-muted-foreground text-sm">{t.stages[stage].label}</span>
            {figures ? (
              <span className="font-semibold text-3xl">{formatCount(figures.count)}</span>
            ) : (
              <Skeleton className="my-1 h-6.5 w-10" />
            )}
            <span className="min-h-8 text-status-amber text-xs sm:min-h-4">
              {figures && figures.urgentCount > 0 ? t.stages[stage].hint(figures.urgentCount) : ''}
            </span>
          </Link>
        );
      })}
      {/* Orders in statuses that only the server defines; they don't belong to any stage. */}
      <OtherFigure
        others={kitchen.otherOrders.data}
        linkTo={(search) => (canOpenPage(user, historyPath) ? { to: historyPath, search } : null)}
      />
    </nav>
  );
}

/** Returns a stage's total and urgent counts; null while loading. */
function getFigures(
  stage: KitchenStage,
  kitchen: KitchenOrders,
  nowMs: number,
): { count: number; urgentCount: number } | null {
  if (stage === 'reconcile') {
    const { data } = kitchen.discrepancies;
    if (!data) return null;
    const urgentCount = data.rows.filter((row) => isOlder(row.createdAt, 3, nowMs)).length;
    return { count: data.total ?? data.rows.length, urgentCount };
  }
  const orders = kitchen.ordersByStage[stage];
  if (stage === 'in-transit') {
    const { data } = kitchen.inTransit;
    if (!data) return null;
    const urgentCount = orders.filter((order) => isOlder(order.shippedAt, 1, nowMs)).length;
    return { count: data.total ?? orders.length, urgentCount };
  }
  if (!kitchen.openOrders.data) return null;
  return { count: orders.length, urgentCount: orders.filter((order) => order.urgent).length };
}

type ListedStage = Exclude<KitchenStage, 'accept' | 'reconcile'>;

const icons: Record<ListedStage, LucideIcon> = {
  pick: ClipboardList,
  ready: PackageCheck,
  'in-transit': Truck,
};

/** Orders to pick, ready to ship or in transit, with links to the screens that process them. */
function StageList({ stage, orders }: { stage: ListedStage; orders: readonly Order[] }) {
  const t = useMessages(kitchenMessages);
  if (orders.length === 0) return <EmptyState icon={icons[stage]} {...t.empty[stage]} />;
  return (
    <ul className="overflow-hidden rounded-lg border bg-card" onKeyDown={handleRowKeys}>
      {orders.map((order) => (
        <AwaitingOrder
          key={order._id}
          order={order}
          note={
            stage === 'in-transit' ? t.list.shipped(formatAge(order.shippedAt)) : <Progress order={order} />
          }
          actions={
            stage === 'in-transit' ? null : (
              <Button asChild variant={stage === 'ready' ? 'primary' : 'secondary'}>
                <Link to="/central-kitchen/order-processing-prep" search={{ order: order._id }}>
                  {stage === 'ready' ? t.list.check : t.list.pick}
                  <span className="sr-only"> {order.orderNo}</span>
                </Link>
              </Button>
            )
          }
        />
      ))}
    </ul>
  );
}

function Progress({ order }: { order: Order }) {
  const t = useMessages(kitchenMessages);
  const lines = order.items ?? [];
  const done = lines.filter(isPicked).length;
  return (
    <span className="block max-w-64 pt-1">
      <ShareBar done={done} all={lines.length} label={t.list.progress(done, lines.length)} />
    </span>
  );
}

/** Branches without an order for their next delivery, with the time until their cut-off. */
function MissingCard({ kitchen, nowMs }: { kitchen: KitchenOrders; nowMs: number }) {
  const t = useMessages(kitchenMessages).missing;
  const scope = getScope(useUser());
  const isOwn = (id: string) =>
    scope.kind === 'all' || (scope.kind === 'places' && scope.kitchens.includes(id));
  const deliveries = listNextDeliveries(kitchen.branches.data ?? [], isOwn, new Date(nowMs));
  const days = deliveries.map((delivery) => delivery.deliveryDate).toSorted();
  const orders = useQuery({
    ...ordersQuery({ from: days[0], to: days.at(-1), limit: 500, sort: 'deliveryDate' }),
    ...liveOrders,
    enabled: days.length > 0,
  });
  const isLoaded = kitchen.branches.data !== undefined && (days.length === 0 || orders.data !== undefined);
  const missingOrders = findMissingOrders(deliveries, orders.data?.rows ?? []);

  return (
    <Card>
      <CardTitle>{t.title}</CardTitle>
      <p className="pb-2 text-muted-foreground text-xs">{t.text}</p>
      {kitchen.branches.isError || orders.isError ? (
        <p className="py-2 text-muted-foreground text-sm">{t.failed}</p>
      ) : isLoaded ? (
        missingOrders.length === 0 ? (
          <p className="py-2 text-muted-foreground text-sm">{t.none}</p>
        ) : (
          <ul className="divide-y">
            {missingOrders.map(({ _id, name, deliveryDate, cutoffAt }) => (
              <li key={_id} className="py-2 text-sm">
                <p className="font-medium">{name}</p>
                <p className="text-muted-foreground text-xs">
                  {t.row(formatDay(deliveryDate), formatSpan(Date.parse(cutoffAt) - nowMs))}
                </p>
              </li>
            ))}
          </ul>
        )
      ) : (
        <Skeleton className="h-24" />
      )}
    </Card>
  );
}
