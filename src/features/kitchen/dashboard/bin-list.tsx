import { Link } from '@tanstack/react-router';
import { ClipboardList, type LucideIcon, PackageCheck, Truck } from 'lucide-react';
import type { OrderRow as Order } from '#src/collections/orders/read.ts';
import { EmptyState } from '#src/components/layout/states.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { formatAge } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { Bin } from './bins.ts';
import { kitchenMessages } from './messages.ts';
import { OrderRow } from './order-row.tsx';
import { isPicked } from '../processing/pick-lines.ts';
import { ShareBar } from '#src/components/order/share-bar.tsx';
import { onRowKeys } from './row-keys.ts';

type ListedBin = Exclude<Bin, 'accept' | 'reconcile'>;

const icons: Record<ListedBin, LucideIcon> = { pick: ClipboardList, ready: PackageCheck, road: Truck };

/** The orders of a bin from which one goes on elsewhere: to picking, or to a look at what is on the road. */
export function BinList({ bin, orders }: { bin: ListedBin; orders: readonly Order[] }) {
  const t = useMessages(kitchenMessages);
  if (orders.length === 0) return <EmptyState icon={icons[bin]} {...t.empty[bin]} />;
  return (
    <ul className="overflow-hidden rounded-lg border bg-card" onKeyDown={onRowKeys}>
      {orders.map((order) => (
        <OrderRow
          key={order._id}
          order={order}
          note={bin === 'road' ? t.list.shipped(formatAge(order.shippedAt)) : <Progress order={order} />}
          actions={
            bin === 'road' ? null : (
              <Button asChild variant={bin === 'ready' ? 'primary' : 'secondary'}>
                <Link to="/central-kitchen/order-processing-prep" search={{ order: order._id }}>
                  {bin === 'ready' ? t.list.check : t.list.pick}
                  <span className="sr-only"> {order.orderNo}</span>
                </Link>
              </Button>
            )
          }
        />
      ))}
    </ul>
  );
}

function Progress({ order }: { order: Order }) {
  const t = useMessages(kitchenMessages);
  const lines = order.items ?? [];
  const done = lines.filter(isPicked).length;
  return (
    <span className="block max-w-64 pt-1">
      <ShareBar done={done} all={lines.length} label={t.list.progress(done, lines.length)} />
    </span>
  );
}
