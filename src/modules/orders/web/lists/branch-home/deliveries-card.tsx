import { Link } from '@tanstack/react-router';
import { canOpenPage } from '#core/permissions.ts';
import { OrderFlags } from '../../order-flags.tsx';
import { formatAge } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useNow } from '#platform/web/use-now.ts';
import { homeMessages } from './messages.ts';
import { cardRow, footLink, ListCard, LinkArrow } from './list-card.tsx';
import type { BranchOrders } from './use-branch-orders.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';

const maxShown = 5;

/** Shipments in transit to the branch, longest in transit first. */
export function DeliveriesCard({ orders }: { orders: BranchOrders }) {
  const t = useMessages(homeMessages).deliveries;
  const now = useNow();
  const canReceive = canOpenPage(useUser(), '/branch-order/receiving-order');
  const to = canReceive ? '/branch-order/receiving-order' : '/branch-order/order-history';
  const shippedOrders = (orders.data?.rows ?? [])
    .filter(({ status }) => status === 'Shipped')
    .toSorted((a, b) => (a.shippedAt ?? '').localeCompare(b.shippedAt ?? ''));
  return (
    <ListCard
      title={t.title}
      isLoading={orders.isPending}
      note={
        orders.isError && !orders.data
          ? getErrorMessage(orders.error)
          : shippedOrders.length === 0
            ? t.none
            : null
      }
      footer={
        shippedOrders.length > 0 ? (
          <Link to={to} className={footLink}>
            {t.all}
            <LinkArrow />
          </Link>
        ) : null
      }
    >
      {shippedOrders.slice(0, maxShown).map((order) => (
        <li key={order._id}>
          <Link to={to} search={{ order: order._id }} className={cardRow}>
            <span>
              <span className="block font-medium">{order.orderNo}</span>
              <span className="block text-muted-foreground text-xs">
                {t.row(formatAge(order.shippedAt, now))}
              </span>
            </span>
            <span className="flex flex-wrap gap-1">
              <OrderFlags order={order} />
            </span>
          </Link>
        </li>
      ))}
    </ListCard>
  );
}
