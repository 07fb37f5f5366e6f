import { useQuery } from '@tanstack/react-query';
import { orderQuery } from '#src/collections/orders/queries.ts';
import { LoadFailed } from '#src/components/layout/states.tsx';
import { Dialog, SheetContent } from '#src/components/ui/dialog.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { ApiError } from '#src/lib/api/api-error.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { KitchenOrder } from './kitchen-order.tsx';
import { liveOrder } from '../processing/live-query.ts';
import { kitchenMessages } from './messages.ts';

/** The side panel with one order, at an address of its own. */
export function KitchenOrderPanel({ id, onClose }: { id: string; onClose(): void }) {
  const t = useMessages(kitchenMessages).panel;
  const order = useQuery({ ...orderQuery(id), ...liveOrder });
  const { data } = order;
  const isGone = order.error instanceof ApiError && order.error.status === 404;
  if (data) {
    return (
      <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
        <KitchenOrder key={data._id} order={data} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <SheetContent title={order.isError ? t.failed : t.loading}>
        {order.isError ? (
          <LoadFailed
            title={isGone ? t.gone : t.failed}
            error={order.error}
            onRetry={() => void order.refetch()}
          />
        ) : (
          <SkeletonRows label={t.loading} rows={8} />
        )}
      </SheetContent>
    </Dialog>
  );
}
