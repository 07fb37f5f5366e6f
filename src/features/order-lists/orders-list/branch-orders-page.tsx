import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { ClipboardList } from 'lucide-react';
import { Suspense } from 'react';
import { orderStatuses } from '#domain/orders/status.ts';
import { canRead } from '#domain/permissions.ts';
import type { OrderRecord } from '#src/collections/orders/read.ts';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { EmptyState } from '#src/components/layout/states.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { lazyView } from '#src/lib/lazy-module.ts';
import { useUser } from '#src/lib/session/session.ts';
import { visibleBranches } from './list-branches.ts';
import { listMessages } from './messages.ts';
import { useOrderColumns } from '#src/entities/order/order-columns.tsx';
import { OrdersList } from './orders-list.tsx';

/** Loaded on demand: the comparison page and the link to it from selected orders. */
const Compare = lazyView(async () => (await import('../compare/compare-page.tsx')).Compare);

/** `/branch-orders`: orders of all branches for head office, or a comparison of some. */
export function BranchOrdersPage() {
  return useSearch({ strict: false }).compare === undefined ? <AllOrders /> : compare();
}

const compare = (selected?: readonly OrderRecord[]) => (
  <Suspense>
    <Compare selected={selected} />
  </Suspense>
);

function AllOrders() {
  const t = useMessages(listMessages);
  const user = useUser();
  const all = useOrderColumns();
  const places = useQuery(branchesQuery()).data ?? [];
  const kitchens = places
    .filter(({ type }) => type === 'central_kitchen')
    .map(({ _id, name }) => ({ id: _id, name }));
  return (
    <Page isWide>
      <PageHeader
        title={useMessages(pageMessages).branchOrders}
        context={t.context.all}
        actions={
          <Button asChild>
            <Link to="/branch-orders" search={{ compare: 'branches' }}>
              {t.compare}
            </Link>
          </Button>
        }
      />
      <OrdersList
        name="branch-orders"
        columns={[
          all.orderNo,
          all.status,
          all.branch,
          all.kitchen,
          all.deliveryDate,
          all.lines,
          ...(canRead(user, 'costs') ? [all.value] : []),
          all.flags,
          all.createdAt,
          all.userName,
          all.sentAt,
          all.shippedAt,
          all.receivedAt,
          all.deliveryNote,
        ]}
        statuses={orderStatuses}
        // The kitchen filter is shown only with several kitchens, to avoid layout shift for most businesses.
        moreFilters={
          kitchens.length > 1
            ? [{ key: 'kitchen', label: all.kitchen.label, all: t.allKitchens, choices: kitchens }]
            : []
        }
        branches={visibleBranches(places, user)}
        empty={<EmptyState icon={ClipboardList} title={t.empty.all} text={t.empty.allText} />}
        bulk={compare}
      />
    </Page>
  );
}
