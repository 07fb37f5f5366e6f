import { useQuery } from '@tanstack/react-query';
import { orderQuery } from '#src/collections/orders/queries.ts';
import { LoadFailed } from '#src/components/layout/states.tsx';
import { Dialog, SheetContent } from '#src/components/ui/dialog.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { receivingTexts } from './messages.ts';
import { ReceiptSheet } from './receipt-sheet.tsx';
import { ReceivedSheet } from './received-sheet.tsx';

/** One delivery: to be received, or what became of it. */
export function DeliveryPanel({ id, onClose }: { id: string; onClose(): void }) {
  const t = useMessages(receivingTexts).panel;
  const order = useQuery(orderQuery(id));
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      {order.data?.status === 'Received' ? <ReceivedSheet order={order.data} onClose={onClose} /> : null}
      {order.data && order.data.status !== 'Received' ? <ReceiptSheet order={order.data} /> : null}
      {order.data ? null : (
        <SheetContent title={order.error ? t.failed : t.loading}>
          {order.error ? (
            <LoadFailed title={t.failed} error={order.error} onRetry={() => void order.refetch()} />
          ) : (
            <SkeletonRows label={t.loading} />
          )}
        </SheetContent>
      )}
    </Dialog>
  );
}
