import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ClipboardList, Columns3 } from 'lucide-react';
import { Suspense } from 'react';
import { orderStatuses } from '#domain/orders/status.ts';
import { mayRead } from '#domain/permissions.ts';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { SecondaryAction } from '#src/components/layout/actions.tsx';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { EmptyState } from '#src/components/layout/states.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { lazyView } from '#src/lib/lazy-module.ts';
import { useUser } from '#src/lib/session/session.ts';
import { branchesInSight } from './list-branches.ts';
import { listMessages } from './messages.ts';
import { useOrderColumns } from '#src/entities/order/order-columns.tsx';
import { OrdersList } from './orders-list.tsx';

/** What is seldom asked for comes when it is. */
const ComparePage = lazyView(async () => (await import('../compare/compare-page.tsx')).ComparePage);
const CompareSelected = lazyView(
  async () => (await import('../compare/compare-selected.tsx')).CompareSelected,
);

const route = getRouteApi('/_shell/branch-orders');

/** `/branch-orders`: the orders of all branches, for head office to read, or some of them side by side. */
export function BranchOrdersPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { loading } = useMessages(listMessages);
  if (search.compare === undefined) return <AllOrders />;
  return (
    <Page isWide>
      <Suspense fallback={<SkeletonRows label={loading} rows={12} />}>
        <ComparePage
          key={search.compare}
          search={search}
          onSearch={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
        />
      </Suspense>
    </Page>
  );
}

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
        more={
          <SecondaryAction asChild>
            <Link to="/branch-orders" search={{ compare: 'branches' }}>
              <Columns3 aria-hidden="true" />
              {t.compare}
            </Link>
          </SecondaryAction>
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
          ...(mayRead(user, 'costs') ? [all.value] : []),
          all.flags,
          all.createdAt,
          all.userName,
          all.sentAt,
          all.shippedAt,
          all.receivedAt,
          all.deliveryNote,
        ]}
        statuses={orderStatuses}
        moreFilters={[{ key: 'kitchen', label: all.kitchen.label, all: t.allKitchens, choices: kitchens }]}
        branches={branchesInSight(places, user)}
        empty={<EmptyState icon={ClipboardList} title={t.empty.all} text={t.empty.allText} />}
        bulk={(orders) => (
          <Suspense>
            <CompareSelected orders={orders} />
          </Suspense>
        )}
      />
    </Page>
  );
}
