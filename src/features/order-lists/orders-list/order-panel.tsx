import { useQuery } from '@tanstack/react-query';
import { orderQuery } from '#src/collections/orders/queries.ts';
import { LoadFailed } from '#src/components/layout/states.tsx';
import { Dialog, SheetContent } from '#src/components/ui/dialog.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { ApiError } from '#src/lib/api/api-error.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { OrderDocument } from './order-document.tsx';
import { listMessages } from './messages.ts';

interface OrderPanelProps {
  id: string;
  onClose(): void;
}

/** One order to read, beside the list; what is done with it is done on its own screen, one link away. */
export function OrderPanel({ id, onClose }: OrderPanelProps) {
  const t = useMessages(listMessages).panel;
  const order = useQuery({ ...orderQuery(id), meta: { isLive: true } });
  const isGone = order.error instanceof ApiError && order.error.status === 404;
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      {order.data ? (
        <OrderDocument order={order.data} />
      ) : (
        <SheetContent title={order.error ? t.failed : t.loading}>
          {order.error ? (
            <LoadFailed
              title={isGone ? t.gone : t.failed}
              error={order.error}
              onRetry={() => void order.refetch()}
            />
          ) : (
            <SkeletonRows label={t.loading} />
          )}
        </SheetContent>
      )}
    </Dialog>
  );
}
