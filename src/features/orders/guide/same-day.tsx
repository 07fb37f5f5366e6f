import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CopyPlus } from 'lucide-react';
import { isOrderStatus } from '#domain/orders/status.ts';
import { ordersQuery } from '#src/collections/orders/queries.ts';
import { orderAddress } from '#src/components/layout/order-places.ts';
import { statusMessages } from '#src/components/order/status-messages.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useOutbox } from '#src/lib/outbox/use-outbox.ts';
import { useUser } from '#src/lib/session/session.ts';
import { orderTexts } from '../messages.ts';
import { queuedOrdersOf } from '../orders-in-queue.ts';

const over: ReadonlySet<string> = new Set(['Rejected', 'Cancelled']);

/** Says that the branch has an order for this day already, on the server or in the queue, with the way to it. */
export function SameDay({ branch, deliveryDate }: { branch: string; deliveryDate: string }) {
  const t = useMessages(orderTexts).guide.sameDay;
  const { statuses } = useMessages(statusMessages);
  const user = useUser();
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(deliveryDate);
  const found = useQuery({ ...ordersQuery({ branch, deliveryDate, limit: 10 }), enabled: isDay });
  const isSame = (order: { branch?: string | undefined; deliveryDate: string }) =>
    order.deliveryDate === deliveryDate && (order.branch === undefined || order.branch === branch);
  const queued = queuedOrdersOf(useOutbox()).filter(({ input }) => isSame(input)).length;
  // A server that does not know the filters answers with other orders, too.
  const orders = (found.data?.rows ?? []).filter((order) => isSame(order) && !over.has(order.status));
  if (!isDay || (orders.length === 0 && queued === 0)) return null;
  return (
    <p role="status" className="flex items-start gap-2 text-sm text-status-amber">
      <CopyPlus className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>
        {t.text}{' '}
        {orders.map(({ _id, orderNo, status }, index) => {
          const address = orderAddress(user, _id);
          const words = `${orderNo} (${isOrderStatus(status) ? statuses[status] : status})`;
          return (
            <span key={_id}>
              {index > 0 ? ', ' : null}
              {address === null ? (
                <bdi>{words}</bdi>
              ) : (
                <Link to={address} className="underline underline-offset-2">
                  <bdi>{words}</bdi>
                </Link>
              )}
            </span>
          );
        })}
        {queued > 0 ? `${orders.length > 0 ? ', ' : ''}${t.queued(queued)}` : null}
      </span>
    </p>
  );
}
