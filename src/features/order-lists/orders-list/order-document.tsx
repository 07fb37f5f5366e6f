import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Copy, Printer } from 'lucide-react';
import type { Order } from '#contract/orders.ts';
import { mayAttachToOrder } from '#domain/attachments.ts';
import { mayOrderFor } from '#domain/orders/edits.ts';
import { canOpenPage, mayRead } from '#domain/permissions.ts';
import { useTimeZone } from '#src/collections/places/branches.ts';
import { orderKey } from '#src/collections/orders/actions.ts';
import { notePartiesQuery } from '#src/collections/documents/note-parties.ts';
import { DeliveryNote } from '#src/components/order/delivery-note.tsx';
import { LinesTable, type QuantityColumn } from '#src/components/order/lines-table.tsx';
import { OrderFacts } from '#src/components/order/order-facts.tsx';
import { OrderFlags } from '#src/components/order/order-flags.tsx';
import { OrderHistory } from '#src/components/order/order-history.tsx';
import { DocumentSendState } from '#src/components/order/send-state.tsx';
import { StageBar } from '#src/components/order/stage-bar.tsx';
import { StatusPill } from '#src/components/order/status-pill.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { SheetContent } from '#src/components/ui/dialog.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { useNow } from '#src/lib/use-now.ts';
import { LateAttachments } from '#src/entities/attachment/late-attachments.tsx';
import { workOn } from './order-work.ts';
import { listMessages } from './messages.ts';
import { PrintAlone } from './print-alone.tsx';

/** Everything about one order: where it stands, its facts, its quantities side by side, and what happened to it. */
export function OrderDocument({ order }: { order: Order }) {
  const t = useMessages(listMessages).panel;
  const user = useUser();
  const parties = useQuery({ ...notePartiesQuery(order._id), enabled: order.deliveryNoteNo !== null });
  const now = useNow();
  const work = workOn(order, user);
  const copies = mayOrderFor(user, order.branch) && canOpenPage(user, '/branch-order/create-order');
  return (
    <SheetContent
      title={order.orderNo}
      description={
        <span className="flex flex-wrap items-center gap-2 pt-1">
          <StatusPill status={order.status} />
          <OrderFlags order={order} />
          <DocumentSendState documentKey={orderKey(order._id)} />
        </span>
      }
      footer={
        <>
          {order.deliveryNoteNo === null ? null : (
            <Button onClick={() => window.print()}>
              <Printer aria-hidden="true" />
              {t.printNote}
            </Button>
          )}
          {copies ? (
            <Button asChild>
              <Link to="/branch-order/create-order" search={{ branch: order.branch, copy: order._id }}>
                <Copy aria-hidden="true" />
                {t.again}
              </Link>
            </Button>
          ) : null}
          {work ? (
            <Button asChild variant="primary">
              <Link to={work.to} search={work.search}>
                {t.work[work.work]}
                <ArrowRight aria-hidden="true" className="rtl:-scale-x-100" />
              </Link>
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <StageBar order={order} />
        <OrderFacts order={order} showsCosts={mayRead(user, 'costs')} timeZone={useTimeZone(order.branch)} />
        <LinesTable orderNo={order.orderNo} lines={order.items} columns={columnsOf(order)} />
        {order.shippedAt === null ? null : (
          <LateAttachments
            of={{ docType: 'orders', docId: order._id, number: order.orderNo }}
            lines={order.items}
            canAdd={mayAttachToOrder(order, user, new Date(now))}
            hasTitle
          />
        )}
        <OrderHistory entries={order.statusHistory} />
      </div>
      {order.deliveryNoteNo === null ? null : (
        <PrintAlone>
          <DeliveryNote order={order} parties={parties.data ?? null} />
        </PrintAlone>
      )}
    </SheetContent>
  );
}

/** Ordered, shipped and received always; the others where they say something else. */
function columnsOf({ items, status }: Order): QuantityColumn[] {
  const hasApproved = items.some(({ approvedQty, orderQty }) => (approvedQty ?? orderQty) !== orderQty);
  const exceptions = (['damagedQty', 'shortQty', 'overQty'] as const).filter((column) =>
    items.some((line) => (line[column] ?? 0) > 0),
  );
  const isBeforeKitchen = status === 'Draft';
  return [
    'orderQty',
    ...(hasApproved ? (['approvedQty'] as const) : []),
    ...(isBeforeKitchen ? [] : (['shippedQty', 'receivedQty'] as const)),
    ...exceptions,
  ];
}
