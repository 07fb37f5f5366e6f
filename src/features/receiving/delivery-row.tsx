import { Link } from '@tanstack/react-router';
import { ChevronRight, TriangleAlert } from 'lucide-react';
import { orderKey } from '#src/collections/orders/actions.ts';
import type { OrderRow } from '#src/collections/orders/read.ts';
import { OrderFlags } from '#src/components/order/order-flags.tsx';
import { SendState } from '#src/components/order/send-state.tsx';
import { StatusPill } from '#src/components/order/status-pill.tsx';
import { cn } from '#src/lib/cn.ts';
import { formatAge, formatDay } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { usePendingOn } from '#src/lib/outbox/use-outbox.ts';
import { useUser } from '#src/lib/session/session.ts';
import { useStore } from '#src/lib/store.ts';
import { receivingTexts } from './messages.ts';
import { emptyReceipt } from './receipt.ts';
import { receiptDrafts } from './receipt-store.ts';

const dayMs = 86_400_000;

interface DeliveryRowProps {
  order: OrderRow;
  isOpen: boolean;
  now: number;
}

/** One delivery in the list; the whole row opens it. */
export function DeliveryRow({ order, isOpen, now }: DeliveryRowProps) {
  const t = useMessages(receivingTexts).row;
  const user = useUser();
  const [pending] = usePendingOn(orderKey(order._id));
  const isBegun =
    useStore(receiptDrafts.open(user._id, order._id)) !== emptyReceipt && order.status === 'Shipped';
  const isPreparing = order.status !== 'Shipped';
  const isLong = order.shippedAt !== null && !isPreparing && now - Date.parse(order.shippedAt) > dayMs;
  const facts = [
    t.lines(order.lineCount),
    order.shippedAt && !isPreparing ? t.shipped(formatAge(order.shippedAt, now)) : null,
    order.deliveryNoteNo ? t.note(order.deliveryNoteNo) : null,
    order.driver,
  ];
  return (
    <li
      data-row
      aria-current={isOpen || undefined}
      className={cn(
        'relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 px-3 py-3 hover:bg-accent/50 sm:grid-cols-[minmax(0,1fr)_auto_auto] aria-[current]:bg-selected',
        isPreparing && 'text-muted-foreground',
      )}
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            data-row-link
            to="."
            search={(before) => ({ ...before, order: order._id })}
            className="font-medium outline-offset-4 after:absolute after:inset-0"
          >
            {order.orderNo}
          </Link>
          <span>
            {order.branchName} {t.delivery(formatDay(order.deliveryDate))}
          </span>
        </p>
        <p className="text-muted-foreground text-sm">{facts.filter(Boolean).join(' · ')}</p>
        {isLong ? (
          <p className="flex items-center gap-1.5 text-sm text-status-amber">
            <TriangleAlert className="size-3.5 shrink-0" aria-hidden="true" />
            {t.longOnTheRoad}
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-1.5 max-sm:order-last max-sm:col-span-2 empty:hidden sm:justify-end">
        {isBegun ? <span className="text-muted-foreground text-xs">{t.started}</span> : null}
        <OrderFlags order={order} />
        {pending ? (
          <SendState state={pending.state} />
        ) : (
          <StatusPill status={order.status} className="max-sm:hidden" />
        )}
      </div>
      <ChevronRight className="size-4 shrink-0 text-muted-foreground rtl:-scale-x-100" aria-hidden="true" />
    </li>
  );
}
