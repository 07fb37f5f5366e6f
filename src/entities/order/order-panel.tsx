import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Copy, Printer } from 'lucide-react';
import { transitionsFor } from '#contract/order-rules.ts';
import type { Order } from '#contract/shapes/orders.ts';
import { canAttachToOrder } from '#domain/attachments.ts';
import { canOrderFor } from '#domain/orders/edits.ts';
import { type Actor, canOpenPage, canRead } from '#domain/permissions.ts';
import { notePartiesQuery } from '#src/collections/documents/note-parties.ts';
import { orderKey } from '#src/collections/orders/key.ts';
import { orderQuery } from '#src/collections/orders/queries.ts';
import { useTimeZone } from '#src/collections/places/branches.ts';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { useNow } from '#src/lib/use-now.ts';
import { DocumentHistory } from '../document/document-history.tsx';
import { DocumentPanel, DocumentSheet } from '../document/document-panel.tsx';
import { LateAttachments } from '../attachment/late-attachments.tsx';
import { usePrintout } from '../document/printout.tsx';
import { ReturnLink } from '../transfer/return-link.tsx';
import { DeliveryNote } from './delivery-note.tsx';
import { LinesTable, type QuantityColumn } from './lines-table.tsx';
import { orderMessages } from './messages.ts';
import { OrderFacts } from './order-facts.tsx';
import { OrderFlags } from './order-flags.tsx';
import { OrderStages } from './order-stages.tsx';
import { statusMessages } from './status-messages.ts';
import { StatusPill } from './status-pill.tsx';
import { SubstituteAnswer } from './substitute-answer.tsx';
import { type OrderWork, getOrderWorkPage } from './order-work-pages.ts';

interface OrderPanelProps {
  id: string;
  onClose(): void;
}

/** Read-only panel of an order next to its list, with a link to the page where it is worked on. */
export function OrderPanel({ id, onClose }: OrderPanelProps) {
  const t = useMessages(orderMessages).panel;
  const order = useQuery({ ...orderQuery(id), meta: { isLive: true } });
  return (
    <DocumentPanel query={order} texts={t} onClose={onClose}>
      {(data) => <OrderDocument order={data} />}
    </DocumentPanel>
  );
}

/** Complete view of an order: stages, details, quantities and history. */
function OrderDocument({ order }: { order: Order }) {
  const t = useMessages(orderMessages).panel;
  const { statuses } = useMessages(statusMessages);
  const user = useUser();
  const parties = useQuery({ ...notePartiesQuery(order._id), enabled: order.deliveryNoteNo !== null });
  const print = usePrintout(
    order.deliveryNoteNo === null ? null : <DeliveryNote order={order} parties={parties.data ?? null} />,
  );
  const now = useNow();
  const work = workOn(order, user);
  const copies = canOrderFor(user, order.branch) && canOpenPage(user, '/branch-order/create-order');
  return (
    <DocumentSheet
      number={order.orderNo}
      marks={
        <>
          <StatusPill status={order.status} />
          <OrderFlags order={order} />
        </>
      }
      sendKey={orderKey(order._id)}
      footer={
        <>
          {order.deliveryNoteNo === null ? null : (
            <Button onClick={print}>
              <Printer aria-hidden="true" />
              {t.printNote}
            </Button>
          )}
          {order.status === 'Received' ? (
            <ReturnLink of={order.orderNo} place={order.branch} giver={order.kitchen} />
          ) : null}
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
        <OrderStages order={order} />
        <OrderFacts order={order} showsCosts={canRead(user, 'costs')} timeZone={useTimeZone(order.branch)} />
        <LinesTable
          orderNo={order.orderNo}
          lines={order.items}
          columns={columnsOf(order)}
          below={(line) => <SubstituteAnswer order={order} line={line} />}
        />
        {order.shippedAt === null ? null : (
          <LateAttachments
            of={{ docType: 'orders', docId: order._id, number: order.orderNo }}
            lines={order.items}
            canAdd={canAttachToOrder(order, user, new Date(now))}
            hasTitle
          />
        )}
        <DocumentHistory entries={order.statusHistory} statuses={statuses} />
      </div>
    </DocumentSheet>
  );
}

/** Ordered, shipped and received always; other columns if their values differ. */
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

/** Verbs available on each work page; the link is shown only for these. */
const verbs: Record<OrderWork, readonly string[]> = {
  submission: ['submit', 'send', 'recall', 'send back', 'reject'],
  accept: ['accept', 'reject'],
  pick: ['ship', 'release'],
  receive: ['receive'],
};

/** Returns a link to the page where the user can work on the order; null if there is none. */
function workOn(order: Order, actor: Actor) {
  const place = getOrderWorkPage(order.status);
  if (!place || !canOpenPage(actor, place.to)) return null;
  const { work, to, bin } = place;
  if (!transitionsFor(order, actor).some((move) => verbs[work].includes(move.verb))) return null;
  return { work, to, search: { order: order._id, ...(bin ? { bin } : {}) } };
}
