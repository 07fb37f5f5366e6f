import { Link } from '@tanstack/react-router';
import { canOpenPage } from '#domain/permissions.ts';
import { ShareBar } from '#src/components/order/share-bar.tsx';
import { formatDay } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { cardRow, footLink, ListCard, OnArrow } from '../branch-home/list-card.tsx';
import { pickProgress } from './operations-board.ts';
import { operationsMessages } from './operations-messages.ts';
import { orderListFor } from './order-list-for.ts';
import type { Operations } from './use-operations.ts';

const shown = 8;

/** How far the orders in process are, the next delivery first. */
export function PickingCard({ picking }: Pick<Operations, 'picking'>) {
  const t = useMessages(operationsMessages).picking;
  const failed = useMessages(operationsMessages).failed;
  const user = useUser();
  const orders = picking.data?.rows ?? [];
  return (
    <ListCard
      title={t.title}
      isLoading={picking.isPending}
      note={picking.isError && !picking.data ? failed : orders.length === 0 ? t.none : null}
      footer={
        <>
          {orders.length > shown ? (
            <span className="text-muted-foreground">{t.more(orders.length - shown)}</span>
          ) : null}
          {orders.length > 0 && canOpenPage(user, '/central-kitchen/pick-list') ? (
            <Link to="/central-kitchen/pick-list" className={footLink}>
              {t.all}
              <OnArrow />
            </Link>
          ) : null}
        </>
      }
    >
      {orders.slice(0, shown).map((order) => {
        const progress = pickProgress(order);
        const link = orderListFor(user, { status: 'Under Process', order: order._id });
        const content = (
          <>
            <span className="min-w-0">
              <span className="block font-medium">{order.orderNo}</span>
              <span className="block text-muted-foreground text-xs">
                {order.branchName} · {formatDay(order.deliveryDate)}
              </span>
            </span>
            <span className="w-36">
              {progress ? <ShareBar {...progress} label={t.done(progress.done, progress.all)} /> : null}
            </span>
          </>
        );
        return (
          <li key={order._id}>
            {link ? (
              <Link {...link} className={cardRow}>
                {content}
              </Link>
            ) : (
              <span className={cardRow}>{content}</span>
            )}
          </li>
        );
      })}
    </ListCard>
  );
}
