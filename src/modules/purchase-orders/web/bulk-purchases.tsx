import type { PurchaseOrder } from '../shapes.ts';
import { purchaseStatuses } from '../purchase-status.ts';
import { BulkTransitions } from '#platform/documents/web/bulk-transitions.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { MailField, useMailPurchase } from './mail-to-supplier.tsx';
import { purchaseMessages } from './messages.ts';
import { purchaseKind } from './purchase-kind.ts';
import { movePurchaseAction } from './queries.ts';

interface BulkPurchasesProps {
  orders: readonly PurchaseOrder[];
  onDone(): void;
}

/** Sends, approves or closes the selected orders, and emails them to their suppliers. */
export function BulkPurchases({ orders, onDone }: BulkPurchasesProps) {
  const t = useMessages(purchaseMessages);
  const moving = useOutboxMutation(movePurchaseAction);
  const { mail } = useMailPurchase();
  return (
    <BulkTransitions
      kind={purchaseKind}
      documents={orders}
      statuses={t.statuses}
      send={(order, { to }, form) => {
        const status = purchaseStatuses.find((candidate) => candidate === to);
        const transition = status && moving.send({ record: order, input: { status } });
        // The selection remains until the emails are also queued, so that their errors are shown here.
        return Promise.all([transition, form.has('mail') && mail(order, true)]);
      }}
      onDone={onDone}
      getFields={({ verb }) =>
        verb === 'send'
          ? {
              missing: () => [],
              content: () => <MailField orderId={orders[0]?._id ?? ''} isBulk />,
            }
          : undefined
      }
    />
  );
}
