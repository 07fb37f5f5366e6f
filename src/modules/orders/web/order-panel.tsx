import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Copy, Printer } from 'lucide-react';
import { getAvailableTransitions } from '../order-rules.ts';
import type { Order } from '../shapes.ts';
import { canAttachToOrder } from '#modules/documents/attachable.ts';
import { canOrderFor } from '../edits.ts';
import { type Actor, canOpenPage, canRead } from '#core/permissions.ts';
import { notePartiesQuery } from '#modules/documents/web/queries/note-parties.ts';
import { getOrderKey } from './queries/key.ts';
import { orderQuery } from './queries/queries.ts';
import { useTimeZone } from '#platform/web/queries/branches.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useNow } from '#platform/web/use-now.ts';
import { DocumentHistory } from '#platform/documents/web/document-history.tsx';
import { DocumentPanel, DocumentSheet } from '#platform/documents/web/document-panel.tsx';
import { LazyAttachments } from '#modules/attachments/web/lazy-attachments.tsx';
import { usePrintout } from '#platform/documents/web/printout.tsx';
import { ReturnLink } from '#modules/shipments/web/return-link.tsx';
import { DeliveryNote } from './delivery-note.tsx';
import { LinesTable, type QuantityColumn } from './lines-table.tsx';
import { orderMessages } from './order-messages.ts';
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

/** Read-only order panel next to the list, with a link to the page for working on the order. */
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
  const work = findWork(order, user);
  const canCopy = canOrderFor(user, order.branch) && canOpenPage(user, '/branch-order/create-order');
  return (
    <DocumentSheet
      number={order.orderNo}
      badges={
        <>
          <StatusPill status={order.status} />
          <OrderFlags order={order} />
        </>
      }
      outboxKey={getOrderKey(order._id)}
      footer={
        <>
          {order.deliveryNoteNo === null ? null : (
            <Button onClick={print}>
              <Printer aria-hidden="true" />
              {t.printNote}
            </Button>
          )}
          {order.status === 'Received' ? (
            <ReturnLink delivery={order.orderNo} receiver={order.branch} sender={order.kitchen} />
          ) : null}
          {canCopy ? (
            <Button asChild>
              <Link to="/branch-order/create-order" search={{ branch: order.branch, copy: order._id }}>
                <Copy aria-hidden="true" />
                {t.orderAgain}
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
          columns={getColumns(order)}
          below={(line) => <SubstituteAnswer order={order} line={line} />}
        />
        {order.shippedAt === null ? null : (
          <LazyAttachments
            document={{ docType: 'orders', docId: order._id, number: order.orderNo }}
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

/** Returns the ordered, shipped and received columns, and other columns if their values differ. */
function getColumns({ items, status }: Order): QuantityColumn[] {
  const hasApproved = items.some(({ approvedQty, orderQty }) => (approvedQty ?? orderQty) !== orderQty);
  const exceptions = (['damagedQty', 'shortQty', 'overQty'] as const).filter((column) =>
    items.some((line) => (line[column] ?? 0) > 0),
  );
  const isDraft = status === 'Draft';
  return [
    'orderQty',
    ...(hasApproved ? (['approvedQty'] as const) : []),
    ...(isDraft ? [] : (['shippedQty', 'receivedQty'] as const)),
    ...exceptions,
  ];
}

/** Verbs available on each work page; its link is shown only if one of them is allowed. */
const verbs: Record<OrderWork, readonly string[]> = {
  submission: ['submit', 'send', 'recall', 'send back', 'reject'],
  accept: ['accept', 'reject'],
  pick: ['ship', 'release'],
  receive: ['receive'],
};

/** Returns a link to the page where the user can work on the order; null if there is none. */
function findWork(order: Order, actor: Actor) {
  const workPage = getOrderWorkPage(order.status);
  if (!workPage || !canOpenPage(actor, workPage.to)) return null;
  const { work, to, stage } = workPage;
  if (!getAvailableTransitions(order, actor).some((move) => verbs[work].includes(move.verb))) return null;
  return { work, to, search: { order: order._id, ...(stage ? { stage } : {}) } };
}
