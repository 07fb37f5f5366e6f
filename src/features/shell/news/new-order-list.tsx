import { Link } from '@tanstack/react-router';
import type { Actor } from '#domain/permissions.ts';
import { orderAddress } from '#src/components/layout/order-places.ts';
import { DialogClose } from '#src/components/ui/dialog.tsx';
import { formatAge } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { NewOrder } from '#src/lib/new-orders/counting.ts';
import { useNow } from '#src/lib/use-now.ts';
import { newsMessages } from './messages.ts';

/** Which orders are new, the latest first; each leads to the order. */
export function NewOrderList({ orders, user }: { orders: readonly NewOrder[]; user: Actor }) {
  const t = useMessages(newsMessages);
  if (orders.length === 0) return <p className="text-muted-foreground text-sm">{t.empty}</p>;
  return (
    <ul className="flex flex-col gap-2">
      {orders.map((order) => (
        <li key={order._id} className="rounded-lg border">
          <OrderLink order={order} address={orderAddress(user, order._id)} />
        </li>
      ))}
    </ul>
  );
}

function OrderLink({ order, address }: { order: NewOrder; address: string | null }) {
  const text = <OrderText order={order} />;
  if (address === null) return <div className="px-3 py-2">{text}</div>;
  return (
    <DialogClose asChild>
      <Link
        to={address}
        className="flex min-h-11 flex-col justify-center rounded-lg px-3 py-2 hover:bg-accent"
      >
        {text}
      </Link>
    </DialogClose>
  );
}

function OrderText({ order }: { order: NewOrder }) {
  const t = useMessages(newsMessages);
  const now = useNow();
  const at = Date.parse(order.at);
  return (
    <>
      <span className="block font-medium text-sm">{order.orderNo}</span>
      <span className="block truncate text-muted-foreground text-xs">
        {[order.branchName, Number.isNaN(at) ? '' : t.came(formatAge(at, now))].filter(Boolean).join(' · ')}
      </span>
    </>
  );
}
