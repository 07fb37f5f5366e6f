import { useQuery } from '@tanstack/react-query';
import { Truck } from 'lucide-react';
import { Suspense } from 'react';
import { orderStatuses } from '#domain/orders/status.ts';
import { mayRead } from '#domain/permissions.ts';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { EmptyState } from '#src/components/layout/states.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { lazyView } from '#src/lib/lazy-module.ts';
import { useUser } from '#src/lib/session/session.ts';
import { AcceptSelected } from './accept-selected.tsx';
import { branchesInSight } from './list-branches.ts';
import { listMessages } from './messages.ts';
import { useOrderColumns, shortColumn } from '#src/entities/order/order-columns.tsx';
import { OrdersList } from './orders-list.tsx';

/** Comes with the first selection. */
const PrintNotes = lazyView(async () => (await import('./print-notes.tsx')).PrintNotes);

const reachesKitchen = orderStatuses.filter((status) => status !== 'Draft' && status !== 'Under Review');

/** `/central-kitchen/branch-orders-history`: what the branches have sent to the kitchen, and what became of it. */
export function KitchenHistoryPage() {
  const t = useMessages(listMessages).kitchen;
  const user = useUser();
  const all = useOrderColumns();
  return (
    <Page isWide>
      <PageHeader
        title={useMessages(pageMessages).kitchenHistory}
        context={t.context}
        actions={<Button onClick={() => window.print()}>{t.print}</Button>}
      />
      <OrdersList
        name="kitchen-orders"
        detail="full"
        columns={[
          all.orderNo,
          all.status,
          all.branch,
          all.deliveryDate,
          { ...all.lines, label: t.linesOrdered },
          shortColumn(t.linesShort),
          ...(mayRead(user, 'costs') ? [all.value] : []),
          all.flags,
          all.sentAt,
          all.shippedAt,
          all.receivedAt,
          all.deliveryNote,
          all.userName,
        ]}
        statuses={reachesKitchen}
        branches={branchesInSight(useQuery(branchesQuery()).data ?? [], user)}
        empty={<EmptyState icon={Truck} title={t.empty} text={t.emptyText} />}
        bulk={(orders, clear) => (
          <>
            <Suspense>
              <PrintNotes orders={orders} />
            </Suspense>
            <AcceptSelected orders={orders} onDone={clear} />
          </>
        )}
      />
    </Page>
  );
}
