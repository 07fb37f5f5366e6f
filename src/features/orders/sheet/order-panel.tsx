import { useQuery } from '@tanstack/react-query';
import { orderQuery } from '#src/collections/orders/queries.ts';
import { LoadFailed } from '#src/components/layout/states.tsx';
import { Dialog, SheetContent } from '#src/components/ui/dialog.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import type { ApiError } from '#src/lib/api/api-error.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { orderPanelTexts } from './panel-messages.ts';
import { OrderSheet } from './order-sheet.tsx';

interface OrderPanelProps {
  id: string;
  /** The refusal of an action made elsewhere: a draft that was created but not submitted. */
  problem?: ApiError | null;
  onClose(): void;
}

/** One order beside the list it came from. */
export function OrderPanel({ id, problem = null, onClose }: OrderPanelProps) {
  const t = useMessages(orderPanelTexts);
  const order = useQuery(orderQuery(id));
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      {order.data ? (
        <OrderSheet order={order.data} problem={problem} onClose={onClose} />
      ) : (
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
