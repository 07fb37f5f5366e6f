import { useQuery } from '@tanstack/react-query';
import { orderQuery } from '#modules/orders/web/queries/queries.ts';
import { DocumentPanel } from '#platform/documents/web/document-panel.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { receivingMessages } from './messages.ts';
import { ReceiptSheet } from './receipt-sheet.tsx';
import { ReceivedSheet } from './received-sheet.tsx';

/** One delivery: the form to receive it, or the posted receipt. */
export function DeliveryPanel({ id, onClose }: { id: string; onClose(): void }) {
  const t = useMessages(receivingMessages).panel;
  const order = useQuery(orderQuery(id));
  return (
    <DocumentPanel query={order} texts={t} onClose={onClose}>
      {(data) =>
        data.status === 'Received' ? (
          <ReceivedSheet order={data} onClose={onClose} />
        ) : (
          <ReceiptSheet order={data} />
        )
      }
    </DocumentPanel>
  );
}
