import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { BellRing, ClipboardList, type LucideIcon, PackageCheck, RotateCw, Truck } from 'lucide-react';
import { Suspense } from 'react';
import { canOpenPage, isOwnLocation, scopeOf } from '#core/permissions.ts';
import { missingBranches, nextDeliveries } from '#modules/orders/web/branch-deliveries.ts';
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
import { type KitchenBin, kitchenBins, isKitchenBin, type KitchenOrders, useKitchen } from './use-kitchen.ts';
import { kitchenMessages } from './messages.ts';
import { AwaitingOrder, onRowKeys } from './awaiting-order.tsx';
import { ShortagesCard } from './shortages-card.tsx';

/** The order panel and the discrepancies are loaded after the page. */
const panelModule = lazyModule(() => import('./kitchen-order.tsx'));

const discrepanciesModule = lazyModule(() => import('#modules/discrepancies/web/discrepancy-list.tsx'));

const DueChecks = lazyView(async () => (await import('#modules/safety-checks/web/due-checks.tsx')).DueChecks);

const route = getRouteApi('/_shell/central-kitchen/dashboard');
const readAddress = searchReader({ bin: 'text', order: 'text' });

/** The kitchen's work in order: accept, pick, ship, in transit, reconcile. */
export function KitchenDashboardPage() {
  const t = useMessages(kitchenMessages);
  const now = useNow();
  const { bin: requestedBin, order: orderId } = readAddress(route.useSearch());
  const navigate = route.useNavigate();
  const { isAlive } = useConnection();
  const kitchen = useKitchen();
  const bin: KitchenBin = isKitchenBin(requestedBin) ? requestedBin : 'accept';
  const newOrders = useNewOrders();
  const { dataUpdatedAt } = kitchen.open;
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
      <SkippedNote count={kitchen.open.data?.skipped ?? 0} />
      <KitchenChecks kitchen={kitchen} />
      <BinCards kitchen={kitchen} current={bin} nowMs={now} />
      <div className="grid grid-cols-1 items-start gap-6 pt-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-label={t.bins[bin].label} className="min-w-0">
          <BinContent
            bin={bin}
            kitchen={kitchen}
            newOrderIds={new Set(newOrders.map((order) => order._id))}
          />
        </section>
        {/* Hidden while the list above is loading, to avoid layout shift. */}
        <aside
          aria-label={t.asideLabel}
          className={cn('flex flex-col gap-4', kitchen.open.isPending && 'max-xl:hidden')}
        >
          <ShortagesCard kitchen={kitchen} />
          {kitchen.open.isLoading || kitchen.stock.isLoading ? null : (
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
  const own = (kitchen.branches.data ?? []).filter(
    ({ _id, type, isActive }) => isActive && type === 'central_kitchen' && isOwnLocation(user, _id),
  );
  return (
    <Suspense>
      {own.map((place) => (
        <DueChecks key={place._id} place={place} className="mb-4" />
      ))}
    </Suspense>
  );
}

function BinContent({
  bin,
  kitchen,
  newOrderIds,
}: {
  bin: KitchenBin;
  kitchen: KitchenOrders;
  newOrderIds: ReadonlySet<string>;
}) {
  const t = useMessages(kitchenMessages);
  const desk = useLazyModuleWhen(bin === 'reconcile', discrepanciesModule);
  if (bin === 'reconcile') {
    return desk ? <desk.DiscrepancyList /> : <SkeletonRows label={t.loading} rows={6} />;
  }
  const source = bin === 'road' ? kitchen.road : kitchen.open;
  if (!source.data) {
    return source.isError ? (
      <LoadFailed title={t.failed} error={source.error} onRetry={() => void source.refetch()} />
    ) : (
      <SkeletonRows label={t.loading} rows={6} />
    );
  }
  if (bin === 'accept') {
    return (
      <AcceptList orders={kitchen.bins.accept} shortages={kitchen.shortages ?? []} newIds={newOrderIds} />
    );
  }
  return <BinList bin={bin} orders={kitchen.bins[bin]} />;
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

const isOlder = (at: string | null, days: number, nowMs: number) =>
  at !== null && nowMs - Date.parse(at) > days * dayMs;

const history = '/central-kitchen/branch-orders-history';

interface BinCardsProps {
  kitchen: KitchenOrders;
  current: KitchenBin;
  nowMs: number;
}

/** One card per bin with its number of orders and of urgent ones; clicking it opens the bin's list. */
function BinCards({ kitchen, current, nowMs }: BinCardsProps) {
  const t = useMessages(kitchenMessages);
  const user = useUser();
  const visibleBins = kitchenBins.filter(
    (bin) => bin !== 'reconcile' || !isMissingEndpoint(kitchen.discrepancies.error),
  );
  return (
    <nav aria-label={t.binsLabel} className={figureRow}>
      {visibleBins.map((bin) => {
        const figures = getFigures(bin, kitchen, nowMs);
        return (
          <Link
            key={bin}
            to="/central-kitchen/dashboard"
            search={{ bin }}
            replace
            aria-current={bin === current ? 'true' : undefined}
            className={cn(
              'flex min-h-20 flex-col rounded-lg border bg-card p-2.5 hover:bg-accent sm:p-3 lg:p-4',
              bin === current && 'border-primary bg-selected hover:bg-selected',
            )}
          >
            <span className="text-muted-foreground text-sm">{t.bins[bin].label}</span>
            {figures ? (
              <span className="font-semibold text-3xl">{formatCount(figures.count)}</span>
            ) : (
              <Skeleton className="my-1 h-6.5 w-10" />
            )}
            <span className="min-h-8 text-status-amber text-xs sm:min-h-4">
              {figures && figures.urgentCount > 0 ? t.bins[bin].hint(figures.urgentCount) : ''}
            </span>
          </Link>
        );
      })}
      {/* Orders in statuses that only the server defines; they belong to no bin. */}
      <OtherFigure
        others={kitchen.others.data}
        linkTo={(search) => (canOpenPage(user, history) ? { to: history, search } : null)}
      />
    </nav>
  );
}

/** Returns a bin's total and urgent counts; null while loading. */
function getFigures(
  bin: KitchenBin,
  kitchen: KitchenOrders,
  nowMs: number,
): { count: number; urgentCount: number } | null {
  if (bin === 'reconcile') {
    const { data } = kitchen.discrepancies;
    if (!data) return null;
    const urgentCount = data.rows.filter((row) => isOlder(row.createdAt, 3, nowMs)).length;
    return { count: data.total ?? data.rows.length, urgentCount };
  }
  const orders = kitchen.bins[bin];
  if (bin === 'road') {
    const { data } = kitchen.road;
    if (!data) return null;
    const urgentCount = orders.filter((order) => isOlder(order.shippedAt, 1, nowMs)).length;
    return { count: data.total ?? orders.length, urgentCount };
  }
  if (!kitchen.open.data) return null;
  return { count: orders.length, urgentCount: orders.filter((order) => order.urgent).length };
}

type ListedBin = Exclude<KitchenBin, 'accept' | 'reconcile'>;

const icons: Record<ListedBin, LucideIcon> = { pick: ClipboardList, ready: PackageCheck, road: Truck };

/** Orders to pick, ready to ship or in transit, with links to the screens that process them. */
function BinList({ bin, orders }: { bin: ListedBin; orders: readonly Order[] }) {
  const t = useMessages(kitchenMessages);
  if (orders.length === 0) return <EmptyState icon={icons[bin]} {...t.empty[bin]} />;
  return (
    <ul className="overflow-hidden rounded-lg border bg-card" onKeyDown={onRowKeys}>
      {orders.map((order) => (
        <AwaitingOrder
          key={order._id}
          order={order}
          note={bin === 'road' ? t.list.shipped(formatAge(order.shippedAt)) : <Progress order={order} />}
          actions={
            bin === 'road' ? null : (
              <Button asChild variant={bin === 'ready' ? 'primary' : 'secondary'}>
                <Link to="/central-kitchen/order-processing-prep" search={{ order: order._id }}>
                  {bin === 'ready' ? t.list.check : t.list.pick}
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
  const scope = scopeOf(useUser());
  const isOwn = (id: string) =>
    scope.kind === 'all' || (scope.kind === 'places' && scope.kitchens.includes(id));
  const deliveries = nextDeliveries(kitchen.branches.data ?? [], isOwn, new Date(nowMs));
  const days = deliveries.map((delivery) => delivery.deliveryDate).toSorted();
  const orders = useQuery({
    ...ordersQuery({ from: days[0], to: days.at(-1), limit: 500, sort: 'deliveryDate' }),
    ...liveOrders,
    enabled: days.length > 0,
  });
  const isLoaded = kitchen.branches.data !== undefined && (days.length === 0 || orders.data !== undefined);
  const missing = missingBranches(deliveries, orders.data?.rows ?? []);

  return (
    <Card>
      <CardTitle>{t.title}</CardTitle>
      <p className="pb-2 text-muted-foreground text-xs">{t.text}</p>
      {kitchen.branches.isError || orders.isError ? (
        <p className="py-2 text-muted-foreground text-sm">{t.failed}</p>
      ) : isLoaded ? (
        missing.length === 0 ? (
          <p className="py-2 text-muted-foreground text-sm">{t.none}</p>
        ) : (
          <ul className="divide-y">
            {missing.map(({ _id, name, deliveryDate, cutoffAt }) => (
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
