import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronLeft, PackageCheck } from 'lucide-react';
import { ordersQuery } from '#src/collections/orders/queries.ts';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { EmptyState, LoadFailed, SavedDataNote, SkippedNote } from '#src/components/layout/states.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { useConnection } from '#src/lib/api/connection.ts';
import { formatTotal } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#src/lib/lazy-module.ts';
import { useMedia } from '#src/lib/use-media.ts';
import { liveOrders } from './live-query.ts';
import { ProcessList } from './process-list.tsx';
import { processListMessages } from './process-list-messages.ts';

const route = getRouteApi('/_shell/central-kitchen/order-processing-prep');
const listedAtMost = 200;

/** The picking of one order, fetched when the list stands. */
const process = lazyModule(() => import('./process-order.tsx'));

/** The orders that are accepted, and the one that is being picked. */
export function OrderProcessingPage() {
  const t = useMessages(processListMessages);
  const title = useMessages(pageMessages).orderProcessing;
  const { order: orderId, q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const { isAlive } = useConnection();
  const hasRoomForBoth = useMedia('(min-width: 1440px)');
  const list = useQuery({
    ...ordersQuery({ status: 'Under Process', view: 'full', sort: 'deliveryDate', limit: listedAtMost }),
    ...liveOrders,
  });
  const orders = list.data?.rows ?? [];
  const picking = useLazyModuleWhen(orderId !== undefined, process);
  const next = orders.find((order) => order._id !== orderId) ?? null;
  const showsList = hasRoomForBoth || orderId === undefined;

  return (
    <Page isWide>
      <div className="print:hidden">
        <PageHeader title={title} context={t.context} />
        {!isAlive && list.data ? <SavedDataNote loadedAt={list.dataUpdatedAt} /> : null}
        <SkippedNote count={list.data?.skipped ?? 0} />
      </div>
      <div className="flex items-start gap-6">
        {showsList ? (
          <div className="flex w-full min-w-0 flex-col gap-2 min-[1440px]:sticky min-[1440px]:top-20 min-[1440px]:w-72 min-[1440px]:shrink-0 print:hidden">
            {list.data ? (
              orders.length > 0 ? (
                <ProcessList
                  orders={orders}
                  current={orderId}
                  query={q}
                  onQuery={(text) =>
                    void navigate({ search: (old) => ({ ...old, q: text || undefined }), replace: true })
                  }
                />
              ) : (
                <NothingToPick />
              )
            ) : list.isError ? (
              <LoadFailed title={t.failed} error={list.error} onRetry={() => void list.refetch()} />
            ) : (
              <SkeletonRows label={t.loading} />
            )}
            {list.data?.total != null && list.data.total > orders.length ? (
              <p className="text-muted-foreground text-xs">
                {t.more(orders.length, formatTotal(list.data.total, list.data.totalCapped))}
              </p>
            ) : null}
          </div>
        ) : null}
        {orderId === undefined ? (
          hasRoomForBoth && orders.length > 0 ? (
            <p className="flex-1 py-12 text-center text-muted-foreground text-sm">{t.choose}</p>
          ) : null
        ) : (
          <div className="min-w-0 flex-1">
            {hasRoomForBoth ? null : (
              <Button asChild variant="ghost" className="-ms-3 mb-2 print:hidden">
                <Link to="/central-kitchen/order-processing-prep" search={q ? { q } : {}}>
                  <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
                  {t.back}
                </Link>
              </Button>
            )}
            {picking ? (
              <picking.ProcessOrder key={orderId} id={orderId} next={next} />
            ) : (
              <SkeletonRows label={t.loading} />
            )}
          </div>
        )}
      </div>
    </Page>
  );
}

function NothingToPick() {
  const t = useMessages(processListMessages);
  return (
    <EmptyState
      icon={PackageCheck}
      title={t.empty}
      text={t.emptyText}
      action={
        <Button asChild>
          <Link to="/central-kitchen/dashboard">{t.toDashboard}</Link>
        </Button>
      }
    />
  );
}
