import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { ClipboardList } from 'lucide-react';
import { Suspense } from 'react';
import { orderStatuses } from '../../../status.ts';
import { canRead } from '#core/permissions.ts';
import type { OrderRecord } from '../../queries/read.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { listVisibleBranches } from './list-branches.ts';
import { listMessages } from './messages.ts';
import { useOrderColumns } from '../../order-columns.tsx';
import { OrdersList } from './orders-list.tsx';

/** Loaded on demand: the comparison page and the link to it from selected orders. */
const Compare = lazyView(async () => (await import('../compare/compare-page.tsx')).Compare);

/** `/branch-orders`: all branches' orders for head office, or a comparison of selected ones. */
export function BranchOrdersPage() {
  return useSearch({ strict: false }).compare === undefined ? <AllOrders /> : renderComparison();
}

const renderComparison = (selected?: readonly OrderRecord[]) => (
  <Suspense>
    <Compare selected={selected} />
  </Suspense>
);

function AllOrders() {
  const t = useMessages(listMessages);
  const user = useUser();
  const columns = useOrderColumns();
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
          columns.orderNo,
          columns.status,
          columns.branch,
          columns.kitchen,
          columns.deliveryDate,
          columns.lines,
          ...(canRead(user, 'costs') ? [columns.value] : []),
          columns.flags,
          columns.createdAt,
          columns.userName,
          columns.sentAt,
          columns.shippedAt,
          columns.receivedAt,
          columns.deliveryNote,
        ]}
        statuses={orderStatuses}
        // The kitchen filter is shown only with several kitchens, to avoid layout shift for most businesses.
        moreFilters={
          kitchens.length > 1
            ? [{ key: 'kitchen', label: columns.kitchen.label, all: t.allKitchens, choices: kitchens }]
            : []
        }
        branches={listVisibleBranches(places, user)}
        empty={<EmptyState icon={ClipboardList} title={t.empty.all} text={t.empty.allText} />}
        bulk={renderComparison}
      />
    </Page>
  );
}
