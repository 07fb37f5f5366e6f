import { PackageCheck } from 'lucide-react';
import { useEffect } from 'react';
import type { Order, OrderLine } from '#modules/orders/shapes.ts';
import { toLineQuantities } from '#modules/orders/order-rules.ts';
import { canAttachToOrder } from '#modules/documents/attachable.ts';
import { findReceiptProblem } from '#modules/orders/lines.ts';
import { findDiscrepancies } from '#modules/discrepancies/discrepancy-rules.ts';
import { getOrderKey } from '#modules/orders/web/queries/key.ts';
import { UnsavableChangesTable } from '#platform/web/form/conflict-table.tsx';
import { DocumentSheet } from '#platform/documents/web/document-panel.tsx';
import { LinesTable, type QuantityColumn } from '#modules/orders/web/lines-table.tsx';
import { OrderStages } from '#modules/orders/web/order-stages.tsx';
import { ReturnLink } from '#modules/shipments/web/return-link.tsx';
import { StatusPill } from '#modules/orders/web/status-pill.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { formatInstant } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { usePendingOn } from '#platform/web/outbox/entries.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useStore } from '#platform/web/store.ts';
import { useNow } from '#platform/web/use-now.ts';
import { Attachments } from '#modules/attachments/web/attachments.tsx';
import { useReceiptConflictRow } from './receipt-sentences.ts';
import { receivingMessages } from './messages.ts';
import { findUnpostedParts, receiptDrafts } from './receipt.ts';

/** The posted receipt and its discrepancies. */
export function ReceivedSheet({ order, onClose }: { order: Order; onClose(): void }) {
  const t = useMessages(receivingMessages).panel;
  const user = useUser();
  const now = useNow();
  const store = receiptDrafts.open(user._id, order._id);
  const toConflictRow = useReceiptConflictRow();
  const isSending = usePendingOn(getOrderKey(order._id)).length > 0;
  /** Entries of this device that differ from the receipt posted by another user. */
  const unposted = findUnpostedParts(order, useStore(store));
  // Deletes the draft once it matches the posted receipt.
  useEffect(() => {
    if (unposted.length === 0 && !isSending) store.discard();
  }, [unposted.length, isSending, store]);
  const discrepancyCount = order.items.reduce((count, line) => count + countDiscrepancies(line), 0);
  const differingLines = order.items.filter((line) => countDiscrepancies(line) > 0);
  const columns: QuantityColumn[] = ['shippedQty', 'receivedQty', 'damagedQty', 'shortQty', 'overQty'];
  return (
    <DocumentSheet
      className="max-w-[820px]"
      number={order.orderNo}
      badges={
        <>
          <StatusPill status={order.status} />
          {[order.branchName, order.deliveryNoteNo].filter(Boolean).join(' · ')}
        </>
      }
      outboxKey={getOrderKey(order._id)}
      footer={
        <>
          <ReturnLink delivery={order.orderNo} receiver={order.branch} sender={order.kitchen} />
          <Button variant="primary" onClick={onClose}>
            {t.done}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <OrderStages order={order} />
        {unposted.length > 0 ? (
          <UnsavableChangesTable
            name={order.orderNo}
            rows={unposted.map(toConflictRow)}
            onDiscard={() => store.discard()}
          />
        ) : null}
        <p className="flex items-start gap-2 text-base" role="status">
          <PackageCheck className="mt-0.5 size-5 shrink-0 text-status-green" aria-hidden="true" />
          <span>
            {t.received(formatInstant(order.receivedAt))}{' '}
            {discrepancyCount === 0 ? t.cleanResult : t.discrepanciesReported(discrepancyCount)}
          </span>
        </p>
        {differingLines.length > 0 ? (
          <section className="flex flex-col gap-2">
            <h3 className="font-semibold text-sm">{t.linesWithDifferences}</h3>
            <LinesTable orderNo={order.orderNo} lines={differingLines} columns={columns} />
          </section>
        ) : null}
        <Attachments
          document={{ docType: 'orders', docId: order._id, number: order.orderNo }}
          lines={order.items}
          canAdd={canAttachToOrder(order, user, new Date(now))}
          hasTitle
        />
        <section className="flex flex-col gap-2">
          <h3 className="font-semibold text-sm">{t.allLines}</h3>
          <LinesTable
            orderNo={order.orderNo}
            lines={order.items}
            columns={['orderQty', 'shippedQty', 'receivedQty']}
          />
        </section>
      </div>
    </DocumentSheet>
  );
}

function countDiscrepancies(line: OrderLine): number {
  const quantities = toLineQuantities(line);
  // Quantities from a different server may violate our rules.
  return findReceiptProblem(quantities) === null
    ? findDiscrepancies({ ...quantities, reason: line.reasonCode ?? line.reason }).length
    : 0;
}
