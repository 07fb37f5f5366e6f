import { Link } from '@tanstack/react-router';
import { Clock } from 'lucide-react';
import { nextDelivery } from '#domain/planning/cutoff.ts';
import type { Branch } from '#src/collections/places/branches.ts';
import type { OrderRow } from '#src/collections/orders/read.ts';
import { Card, CardTitle } from '#src/components/ui/card.tsx';
import { cn } from '#src/lib/cn.ts';
import { formatDay, formatInstantAt, formatSpan } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useNow } from '#src/lib/use-now.ts';
import { homeMessages } from './home-messages.ts';
import { footLink, OnArrow } from './list-card.tsx';
import { type BranchOrders, useOrdered } from './use-branch-orders.ts';

interface CutoffCardProps {
  branch: Branch;
  orders: BranchOrders;
  mayOrder: boolean;
}

/** Until when the branch can order for its next delivery, and whether it has. */
export function CutoffCard({ branch, orders, mayOrder }: CutoffCardProps) {
  const t = useMessages(homeMessages).cutoff;
  const now = useNow();
  const ordered = useOrdered(branch._id);
  const next = nextDelivery(branch, new Date(now));
  if (next === null) {
    return (
      <Card>
        <CardTitle>{t.title}</CardTitle>
        <p className="py-3 text-muted-foreground text-sm">{t.none}</p>
      </Card>
    );
  }
  const { deliveryDate, cutoffAt } = next;
  const order = orderFor(deliveryDate, ordered);
  return (
    <Card className="flex flex-col">
      <CardTitle>{t.title}</CardTitle>
      <p className="flex items-center gap-2 pt-3 font-semibold text-xl tabular-nums">
        <Clock className="size-5 shrink-0 text-muted-foreground" aria-hidden="true" />
        {t.left(formatSpan(Date.parse(cutoffAt) - now))}
      </p>
      <p className="pt-1 text-sm">
        {t.until(formatInstantAt(cutoffAt, branch.timezone))} {t.delivery(formatDay(deliveryDate))}
      </p>
      <p className="pt-1 text-muted-foreground text-sm">
        {orders.data === undefined
          ? ' '
          : order === null
            ? t.missing
            : order.status === 'Draft'
              ? t.draft(order.orderNo)
              : t.ordered(order.orderNo)}
      </p>
      {mayOrder && orders.data && order === null ? (
        <Link
          to="/branch-order/create-order"
          search={{ branch: branch._id, date: deliveryDate }}
          className={cn(footLink, 'mt-auto self-start')}
        >
          {t.order}
          <OnArrow />
        </Link>
      ) : null}
    </Card>
  );
}

/** The order for a day that is furthest on its way; null where there is none. */
function orderFor(deliveryDate: string, orders: readonly OrderRow[]): OrderRow | null {
  const ofDay = orders.filter((order) => order.deliveryDate === deliveryDate);
  return ofDay.find(({ status }) => status !== 'Draft') ?? ofDay[0] ?? null;
}
