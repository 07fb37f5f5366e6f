import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Search, Truck } from 'lucide-react';
import { useRef } from 'react';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { branchWords } from '#src/collections/places/branch-words.ts';
import { ordersQuery } from '#src/collections/orders/queries.ts';
import type { OrderRow } from '#src/collections/orders/read.ts';
import { useListKeys } from '#src/components/form/use-list-keys.ts';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import {
  EmptyState,
  LoadFailed,
  NothingMatches,
  SavedDataNote,
  SkippedNote,
} from '#src/components/layout/states.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#src/lib/lazy-module.ts';
import { useNow } from '#src/lib/use-now.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { receivingTexts } from './messages.ts';
import { deliveriesOf } from './receiving-rows.ts';

/** Receiving itself, fetched when the list stands: it is there without a network, too. */
const receiving = lazyModule(() => import('./delivery-panel.tsx'));

/** `/branch-order/receiving-order`: what is on the road, what is being prepared. */
export function ReceivingOrderPage() {
  const t = useMessages(receivingTexts);
  const title = useMessages(pageMessages).receivingOrder;
  const navigate = useNavigate();
  const search = useSearch({ from: '/_shell/branch-order/receiving-order' });
  const orders = useQuery(ordersQuery({ status: 'Shipped,Under Process', limit: 500 }));
  const opened = useLazyModuleWhen(search.order !== undefined, receiving);
  const now = useNow(60_000);
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);

  const branches = useQuery(branchesQuery());
  const { expected, preparing } = deliveriesOf(
    orders.data?.rows ?? [],
    search.q ?? '',
    branchWords(branches.data),
  );
  const isEmpty = orders.data?.rows.length === 0;
  const isUnmatched = !isEmpty && orders.data !== undefined && expected.length + preparing.length === 0;
  const change = (changed: Partial<typeof search>) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...changed }), replace: true });

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
          onChange={(event) => change({ q: event.target.value || undefined })}
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
      {isUnmatched ? (
        <NothingMatches title={t.nothingMatches} onClear={() => change({ q: undefined })} />
      ) : null}
      <div ref={list} className="flex flex-col gap-6">
        <Group title={t.expected} orders={expected} openId={search.order} now={now} />
        <Group
          title={t.preparing}
          note={t.preparingNote}
          orders={preparing}
          openId={search.order}
          now={now}
        />
      </div>
      {search.order === undefined || opened === null ? null : (
        <opened.DeliveryPanel
          key={search.order}
          id={search.order}
          onClose={() => change({ order: undefined })}
        />
      )}
    </Page>
  );
}

interface GroupProps {
  title: string;
  note?: string;
  orders: readonly OrderRow[];
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
