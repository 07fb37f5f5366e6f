import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronRight, Search, TriangleAlert, Truck } from 'lucide-react';
import { useRef } from 'react';
import { foldText } from '#core/text.ts';
import { getOrderKey } from '#modules/orders/web/queries/key.ts';
import { ordersQuery } from '#modules/orders/web/queries/queries.ts';
import type { OrderRecord } from '#modules/orders/web/queries/read.ts';
import { createBranchSearchText } from '#modules/branches/web/queries/branch-search-text.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { useListKeys } from '#platform/web/form/use-list-keys.ts';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import {
  EmptyState,
  LoadFailed,
  NothingMatches,
  SavedDataNote,
  SkippedNote,
} from '#platform/web/layout/states.tsx';
import { OrderFlags } from '#modules/orders/web/order-flags.tsx';
import { SendState } from '#platform/documents/web/send-state.tsx';
import { StatusPill } from '#modules/orders/web/status-pill.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { cn } from '#platform/web/cn.ts';
import { formatAge, formatDay } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { usePendingOn } from '#platform/web/outbox/entries.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useStore } from '#platform/web/store.ts';
import { useNow } from '#platform/web/use-now.ts';
import { dayMs } from '#core/day.ts';
import { receivingMessages } from './messages.ts';
import { emptyOrderReceipt, receiptDrafts } from './receipt.ts';

/** Receipt form, prefetched after the list so that it works offline. */
const receiving = lazyModule(() => import('./delivery-panel.tsx'));

/** `/branch-order/receiving-order`: deliveries in transit, and orders in preparation. */
export function ReceivingOrderPage() {
  const t = useMessages(receivingMessages);
  const title = useMessages(pageMessages).receivingOrder;
  const navigate = useNavigate();
  const search = useSearch({ from: '/_shell/branch-order/receiving-order' });
  const orders = useQuery(ordersQuery({ status: 'Shipped,Under Process', limit: 500 }));
  const panelModule = useLazyModuleWhen(search.order !== undefined, receiving);
  const now = useNow(60_000);
  const listRef = useRef<HTMLDivElement>(null);
  useListKeys(listRef);

  const branches = useQuery(branchesQuery());
  const { expected, preparing } = groupDeliveries(
    orders.data?.rows ?? [],
    search.q ?? '',
    createBranchSearchText(branches.data),
  );
  const isEmpty = orders.data?.rows.length === 0;
  const hasNoMatches = !isEmpty && orders.data !== undefined && expected.length + preparing.length === 0;
  const setSearch = (changes: Partial<typeof search>) =>
    void navigate({ to: '.', search: (current) => ({ ...current, ...changes }), replace: true });

  return (
    <Page>
      <PageHeader title={title} context={t.context} />
      <div role="search" className="relative block max-w-96 pb-3">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute start-3 top-2.5 size-4 text-muted-foreground touch:top-3.5"
        />
        <Input
          type="search"
          className="ps-9"
          aria-label={t.search}
          placeholder={t.search}
          value={search.q ?? ''}
          onChange={(event) => setSearch({ q: event.target.value || undefined })}
        />
      </div>
      {orders.data && orders.isError ? <SavedDataNote loadedAt={orders.dataUpdatedAt} /> : null}
      <SkippedNote count={orders.data?.skipped ?? 0} />
      {orders.isPending ? <SkeletonRows label={t.loading} /> : null}
      {!orders.data && orders.error ? (
        <LoadFailed title={t.failed} error={orders.error} onRetry={() => void orders.refetch()} />
      ) : null}
      {isEmpty ? (
        <EmptyState
          icon={Truck}
          title={t.empty}
          text={t.emptyText}
          action={
            <Button asChild>
              <Link to="/branch-order/create-order">{t.emptyAction}</Link>
            </Button>
          }
        />
      ) : null}
      {hasNoMatches ? (
        <NothingMatches title={t.nothingMatches} onClear={() => setSearch({ q: undefined })} />
      ) : null}
      <div ref={listRef} className="flex flex-col gap-6">
        <Group title={t.expected} orders={expected} openId={search.order} now={now} />
        <Group
          title={t.preparing}
          note={t.preparingNote}
          orders={preparing}
          openId={search.order}
          now={now}
        />
      </div>
      {search.order === undefined || panelModule === null ? null : (
        <panelModule.DeliveryPanel
          key={search.order}
          id={search.order}
          onClose={() => setSearch({ order: undefined })}
        />
      )}
    </Page>
  );
}

interface GroupProps {
  title: string;
  note?: string;
  orders: readonly OrderRecord[];
  openId: string | undefined;
  now: number;
}

function Group({ title, note, orders, openId, now }: GroupProps) {
  if (orders.length === 0) return null;
  return (
    <section>
      <h2 className="flex flex-wrap items-baseline gap-x-3 pb-2 font-semibold text-sm">
        {title}
        <span className="font-normal text-muted-foreground text-xs tabular-nums">{orders.length}</span>
        {note ? <span className="font-normal text-muted-foreground text-xs">{note}</span> : null}
      </h2>
      <ul className="divide-y rounded-lg border bg-card">
        {orders.map((order) => (
          <DeliveryRow key={order._id} order={order} isOpen={order._id === openId} now={now} />
        ))}
      </ul>
    </section>
  );
}

interface DeliveryRowProps {
  order: OrderRecord;
  isOpen: boolean;
  now: number;
}

/** One delivery in the list; the whole row opens it. */
function DeliveryRow({ order, isOpen, now }: DeliveryRowProps) {
  const t = useMessages(receivingMessages).row;
  const user = useUser();
  const [pending] = usePendingOn(getOrderKey(order._id));
  const hasStarted =
    useStore(receiptDrafts.open(user._id, order._id)) !== emptyOrderReceipt && order.status === 'Shipped';
  const isPreparing = order.status !== 'Shipped';
  const isLongInTransit =
    order.shippedAt !== null && !isPreparing && now - Date.parse(order.shippedAt) > dayMs;
  const details = [
    t.lines(order.lineCount),
    order.shippedAt && !isPreparing ? t.shipped(formatAge(order.shippedAt, now)) : null,
    order.deliveryNoteNo ? t.note(order.deliveryNoteNo) : null,
    order.driver,
  ];
  return (
    <li
      data-row
      aria-current={isOpen || undefined}
      className={cn(
        'relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 px-3 py-3 hover:bg-accent/50 sm:grid-cols-[minmax(0,1fr)_auto_auto] aria-[current]:bg-selected',
        isPreparing && 'text-muted-foreground',
      )}
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            data-row-link
            to="."
            search={(current) => ({ ...current, order: order._id })}
            className="font-medium outline-offset-4 after:absolute after:inset-0"
          >
            {order.orderNo}
          </Link>
          <span>
            {order.branchName} {t.delivery(formatDay(order.deliveryDate))}
          </span>
        </p>
        <p className="text-muted-foreground text-sm">{details.filter(Boolean).join(' · ')}</p>
        {isLongInTransit ? (
          <p className="flex items-center gap-1.5 text-sm text-status-amber">
            <TriangleAlert className="size-3.5 shrink-0" aria-hidden="true" />
            {t.longInTransit}
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-1.5 max-sm:order-last max-sm:col-span-2 empty:hidden sm:justify-end">
        {hasStarted ? <span className="text-muted-foreground text-xs">{t.started}</span> : null}
        <OrderFlags order={order} />
        {pending ? (
          <SendState state={pending.state} />
        ) : (
          <StatusPill status={order.status} className="max-sm:hidden" />
        )}
      </div>
      <ChevronRight className="size-4 shrink-0 text-muted-foreground rtl:-scale-x-100" aria-hidden="true" />
    </li>
  );
}

/** Deliveries in transit, latest first, and orders that the kitchen is still preparing, earliest first. */
interface Deliveries {
  expected: OrderRecord[];
  preparing: OrderRecord[];
}

function groupDeliveries(
  rows: readonly OrderRecord[],
  query: string,
  getBranchText: (id: string) => string,
): Deliveries {
  const searchWords = foldText(query).split(' ').filter(Boolean);
  const matching = rows.filter((row) => {
    const text = foldText(
      [
        row.orderNo,
        row.branchName,
        getBranchText(row.branch),
        row.deliveryNoteNo ?? '',
        row.driver ?? '',
      ].join(' '),
    );
    return searchWords.every((word) => text.includes(word));
  });
  return {
    expected: matching
      .filter((row) => row.status === 'Shipped')
      .toSorted((a, b) => (b.shippedAt ?? '').localeCompare(a.shippedAt ?? '')),
    // Orders that require an answer from the branch come first.
    preparing: matching
      .filter((row) => row.status === 'Under Process')
      .toSorted(
        (a, b) =>
          (b.unansweredSubstitutes ?? 0) - (a.unansweredSubstitutes ?? 0) ||
          a.deliveryDate.localeCompare(b.deliveryDate),
      ),
  };
}
