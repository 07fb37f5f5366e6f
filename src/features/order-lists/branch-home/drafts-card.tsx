import { Link } from '@tanstack/react-router';
import { canOpenPage } from '#domain/permissions.ts';
import { OrderFlags } from '#src/components/order/order-flags.tsx';
import { formatDay } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { homeMessages } from './home-messages.ts';
import { cardRow, footLink, ListCard, OnArrow } from './list-card.tsx';
import type { BranchOrders } from './use-branch-orders.ts';

const shown = 5;

/** Drafts that nobody has submitted yet, the next delivery first. */
export function DraftsCard({ orders }: { orders: BranchOrders }) {
  const t = useMessages(homeMessages).drafts;
  const opens = canOpenPage(useUser(), '/branch-order/order-submission');
  const drafts = (orders.data?.rows ?? []).filter(({ status }) => status === 'Draft');
  const to = opens ? '/branch-order/order-submission' : '/branch-order/order-history';
  return (
    <ListCard
      title={t.title}
      isLoading={orders.isPending}
      note={drafts.length === 0 ? t.none : null}
      footer={
        drafts.length > 0 ? (
          <Link to={to} search={{ status: 'Draft' }} className={footLink}>
            {t.all}
            <OnArrow />
          </Link>
        ) : null
      }
    >
      {drafts.slice(0, shown).map((order) => (
        <li key={order._id}>
          <Link to={to} search={{ status: 'Draft', order: order._id }} className={cardRow}>
            <span>
              <span className="block font-medium">{order.orderNo}</span>
              <span className="block text-muted-foreground text-xs">
                {t.row(formatDay(order.deliveryDate), order.lineCount)}
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
