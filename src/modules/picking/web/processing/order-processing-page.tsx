import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronLeft, Truck } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { foldText } from '#core/text.ts';
import { ordersQuery } from '#modules/orders/web/queries/queries.ts';
import type { OrderRecord } from '#modules/orders/web/queries/read.ts';
import { createBranchSearchText } from '#modules/branches/web/queries/branch-search-text.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { LoadFailed, NothingMatches, SavedDataNote, SkippedNote } from '#platform/web/layout/states.tsx';
import { OrderFlags } from '#modules/orders/web/order-flags.tsx';
import { ShareBar } from '#modules/orders/web/share-bar.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useConnection } from '#platform/web/api/connection.ts';
import { cn } from '#platform/web/cn.ts';
import { formatDay, formatTotal } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { useMedia } from '#platform/web/use-media.ts';
import { NothingToPick } from '../nothing-to-pick.tsx';
import { liveOrders } from './live-query.ts';
import { isPicked } from './pick-lines.ts';
import { processMessages } from './messages.ts';

const route = getRouteApi('/_shell/central-kitchen/order-processing-prep');
const maxListed = 200;

/** Screen of one order; loaded after the list. */
const sheetModule = lazyModule(() => import('./process-sheet.tsx'));

/** Screen for shipping several orders; loaded on request. */
const shipTogetherModule = lazyModule(() => import('../shipping/ship-together.tsx'));

/** Accepted orders, and the open order. */
export function OrderProcessingPage() {
  const t = useMessages(processMessages).list;
  const title = useMessages(pageMessages).orderProcessing;
  const { order: orderId, q = '', ship: isShipping } = route.useSearch();
  const navigate = route.useNavigate();
  const { isAlive } = useConnection();
  const showsBothColumns = useMedia('(min-width: 1440px)');
  const list = useQuery({
    ...ordersQuery({ status: 'Under Process', view: 'full', sort: 'deliveryDate', limit: maxListed }),
    ...liveOrders,
  });
  const orders = list.data?.rows ?? [];
  const sheet = useLazyModuleWhen(orderId !== undefined, sheetModule);
  const run = useLazyModuleWhen(isShipping === true, shipTogetherModule);
  const next = orders.find((order) => order._id !== orderId) ?? null;
  const showsList = !isShipping && (showsBothColumns || orderId === undefined);

  return (
    <Page isWide>
      <div className="print:hidden">
        <PageHeader
          title={isShipping ? t.together : title}
          context={isShipping ? t.togetherContext : t.context}
          actions={
            isShipping || orders.length === 0 || !showsList ? null : (
              <Button asChild>
                <Link to="/central-kitchen/order-processing-prep" search={{ ship: true }}>
                  <Truck aria-hidden="true" />
                  {t.together}
                </Link>
              </Button>
            )
          }
        />
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
                    void navigate({
                      search: (current) => ({ ...current, q: text || undefined }),
                      replace: true,
                    })
                  }
                />
              ) : (
                <NothingToPick text={t.emptyText} />
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
        {isShipping ? (
          run && list.data ? (
            <run.ShipTogether orders={orders} />
          ) : list.isError ? (
            <LoadFailed title={t.failed} error={list.error} onRetry={() => void list.refetch()} />
          ) : (
            <SkeletonRows label={t.loading} />
          )
        ) : orderId === undefined ? (
          showsBothColumns && orders.length > 0 ? (
            <p className="flex-1 py-12 text-center text-muted-foreground text-sm">{t.choose}</p>
          ) : null
        ) : (
          <div className="min-w-0 flex-1">
            {showsBothColumns ? null : (
              <Button asChild variant="ghost" className="-ms-3 mb-2 print:hidden">
                <Link to="/central-kitchen/order-processing-prep" search={q ? { q } : {}}>
                  <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
                  {t.back}
                </Link>
              </Button>
            )}
            {sheet ? (
              <sheet.ProcessOrder key={orderId} id={orderId} next={next} />
            ) : (
              <SkeletonRows label={t.loading} />
            )}
          </div>
        )}
      </div>
    </Page>
  );
}

interface ProcessListProps {
  orders: readonly OrderRecord[];
  /** ID of the open order. */
  current: string | undefined;
  query: string;
  onQuery(query: string): void;
}

/** Orders in process by delivery day, with their picking progress. */
function ProcessList({ orders, current, query, onQuery }: ProcessListProps) {
  const t = useMessages(processMessages).list;
  const [input, setInput] = useState(query);
  const searchText = foldText(useDeferredValue(input));
  const getSearchText = createBranchSearchText(useQuery(branchesQuery()).data);
  const shown = orders.filter((order) =>
    foldText(`${order.orderNo} ${order.branchName} ${getSearchText(order.branch)}`).includes(searchText),
  );
  const search = (text: string) => {
    setInput(text);
    onQuery(text);
  };
  return (
    <nav aria-label={t.label} className="flex min-w-0 flex-col gap-2">
      <Input
        type="search"
        aria-label={t.search}
        placeholder={t.search}
        value={input}
        onChange={(event) => search(event.currentTarget.value)}
      />
      {shown.length === 0 ? <NothingMatches title={t.noMatch} onClear={() => search('')} /> : null}
      <ul className="flex flex-col overflow-hidden rounded-lg border bg-card empty:hidden">
        {shown.map((order) => (
          <ProcessEntry key={order._id} order={order} isCurrent={order._id === current} query={query} />
        ))}
      </ul>
    </nav>
  );
}

function ProcessEntry({
  order,
  isCurrent,
  query,
}: {
  order: OrderRecord;
  isCurrent: boolean;
  query: string;
}) {
  const t = useMessages(processMessages).list;
  const lines = order.items ?? [];
  const done = lines.filter(isPicked).length;
  const all = lines.length || order.lineCount;
  return (
    <li className="border-b last:border-b-0">
      <Link
        to="/central-kitchen/order-processing-prep"
        search={{ order: order._id, ...(query ? { q: query } : {}) }}
        aria-current={isCurrent ? 'true' : undefined}
        className={cn('flex min-h-12 flex-col gap-1 px-3 py-2 hover:bg-accent', isCurrent && 'bg-selected')}
      >
        <span className="flex items-baseline gap-2">
          <span dir="auto" className="min-w-0 flex-1 truncate font-medium text-sm text-left rtl:text-right">
            {order.branchName}
          </span>
          <span className="text-muted-foreground text-xs">{formatDay(order.deliveryDate)}</span>
        </span>
        <span className="flex flex-wrap items-center gap-2 text-muted-foreground text-xs">
          {order.orderNo}
          <OrderFlags order={order} />
        </span>
        <ShareBar done={done} all={all} label={t.progress(done, all)} />
      </Link>
    </li>
  );
}
