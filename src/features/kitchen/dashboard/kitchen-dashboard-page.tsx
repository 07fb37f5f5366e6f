import { getRouteApi } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { LoadFailed, SavedDataNote, SkippedNote } from '#src/components/layout/states.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { cn } from '#src/lib/cn.ts';
import { useConnection } from '#src/lib/api/connection.ts';
import { formatAge } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { markOrdersSeen, useNewOrders } from '#src/lib/new-orders/new-orders.ts';
import { lazyModule, useLazyModuleWhen } from '#src/lib/lazy-module.ts';
import { useNow } from '#src/lib/use-now.ts';
import { AcceptList } from './accept-list.tsx';
import { BinCards } from './bin-cards.tsx';
import { BinList } from './bin-list.tsx';
import { type Bin, isBin } from './bins.ts';
import { kitchenMessages } from './messages.ts';
import { MissingCard } from './missing-card.tsx';
import { NewOrdersNote } from './new-orders-note.tsx';
import { ShortagesCard } from './shortages-card.tsx';
import { type Kitchen, useKitchen } from './use-kitchen.ts';

/** One order, and the open discrepancies: fetched when the page stands. */
const panel = lazyModule(() => import('./kitchen-order-panel.tsx'));

const reconcile = lazyModule(() => import('../reconcile/reconcile-list.tsx'));

const route = getRouteApi('/_shell/central-kitchen/dashboard');

/** What waits at the kitchen, in the order it is worked: accept, pick, ship, follow, reconcile. */
export function KitchenDashboardPage() {
  const t = useMessages(kitchenMessages);
  const now = useNow();
  const { bin: asked, order: orderId } = route.useSearch();
  const navigate = route.useNavigate();
  const { isAlive } = useConnection();
  const kitchen = useKitchen();
  const bin: Bin = isBin(asked) ? asked : 'accept';
  const fresh = useNewOrders();
  const { dataUpdatedAt } = kitchen.open;
  const opened = useLazyModuleWhen(orderId !== undefined, panel);

  return (
    <Page>
      <PageHeader
        title={t.title}
        context={dataUpdatedAt > 0 ? t.context(formatAge(dataUpdatedAt, now)) : ' '}
        actions={
          <>
            <NewOrdersNote count={fresh.length} onSeen={markOrdersSeen} />
            <Button onClick={kitchen.refresh}>
              <RotateCw aria-hidden="true" />
              {t.refresh}
            </Button>
          </>
        }
      />
      {!isAlive && dataUpdatedAt > 0 ? <SavedDataNote loadedAt={dataUpdatedAt} /> : null}
      <SkippedNote count={kitchen.open.data?.skipped ?? 0} />
      <BinCards kitchen={kitchen} current={bin} nowMs={now} />
      <div className="grid items-start gap-6 pt-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-label={t.bins[bin].label} className="min-w-0">
          <BinContent bin={bin} kitchen={kitchen} fresh={new Set(fresh.map((order) => order._id))} />
        </section>
        {/* Nothing stands below what is still on its way. */}
        <aside
          aria-label={t.beside}
          className={cn('flex flex-col gap-4', kitchen.open.isPending && 'max-xl:hidden')}
        >
          <ShortagesCard kitchen={kitchen} />
          {kitchen.open.isLoading || kitchen.stock.isLoading ? null : (
            <MissingCard kitchen={kitchen} nowMs={now} />
          )}
        </aside>
      </div>
      {orderId === undefined || opened === null ? null : (
        <opened.KitchenOrderPanel
          id={orderId}
          onClose={() => void navigate({ search: ({ order: _closed, ...rest }) => rest })}
        />
      )}
    </Page>
  );
}

function BinContent({ bin, kitchen, fresh }: { bin: Bin; kitchen: Kitchen; fresh: ReadonlySet<string> }) {
  const t = useMessages(kitchenMessages);
  const open = useLazyModuleWhen(bin === 'reconcile', reconcile);
  if (bin === 'reconcile') {
    return open ? (
      <open.ReconcileList query={kitchen.discrepancies} />
    ) : (
      <SkeletonRows label={t.loading} rows={6} />
    );
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
    return <AcceptList orders={kitchen.bins.accept} shortages={kitchen.shortages ?? []} fresh={fresh} />;
  }
  return <BinList bin={bin} orders={kitchen.bins[bin]} />;
}
