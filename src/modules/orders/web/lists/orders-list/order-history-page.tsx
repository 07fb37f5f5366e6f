import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { orderStatuses } from '../../../status.ts';
import { canOpenPage, hasFlag, canRead } from '#core/permissions.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { listVisibleBranches } from './list-branches.ts';
import { listMessages } from './messages.ts';
import { useOrderColumns } from '../../order-columns.tsx';
import { OrdersList } from './orders-list.tsx';

/** `/branch-order/order-history`: all orders of the user's branches. */
export function OrderHistoryPage() {
  const t = useMessages(listMessages);
  const pages = useMessages(pageMessages);
  const user = useUser();
  const branchQuery = useQuery(branchesQuery());
  const branches = listVisibleBranches(branchQuery.data ?? [], user);
  const hasSeveral = branchQuery.isPending ? user.branches.length !== 1 : branches.length > 1;
  const columns = useOrderColumns();
  const mayCreate = hasFlag(user, 'canCreate') && canOpenPage(user, '/branch-order/create-order');
  return (
    <Page isWide>
      <PageHeader
        title={pages.orderHistory}
        context={t.context.branch}
        actions={
          mayCreate ? (
            <Button asChild variant="primary">
              <Link to="/branch-order/create-order">{t.newOrder}</Link>
            </Button>
          ) : null
        }
      />
      <OrdersList
        name="order-history"
        columns={[
          columns.orderNo,
          columns.status,
          ...(hasSeveral ? [columns.branch] : []),
          columns.deliveryDate,
          columns.lines,
          ...(canRead(user, 'costs') ? [columns.value] : []),
          columns.flags,
          { ...columns.createdAt, isHiddenByDefault: false },
          columns.shippedAt,
          columns.receivedAt,
          columns.deliveryNote,
          columns.userName,
        ]}
        statuses={orderStatuses}
        branches={branches}
        empty={
          <EmptyState
            icon={History}
            title={t.empty.branch}
            text={t.empty.branchText}
            action={
              mayCreate ? (
                <Button asChild>
                  <Link to="/branch-order/create-order">{t.empty.create}</Link>
                </Button>
              ) : null
            }
          />
        }
      />
    </Page>
  );
}
