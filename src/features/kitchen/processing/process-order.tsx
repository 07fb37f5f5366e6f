import { useQuery } from '@tanstack/react-query';
import type { OrderRow } from '#src/collections/orders/read.ts';
import { orderQuery } from '#src/collections/orders/queries.ts';
import { EmptyState, LoadFailed } from '#src/components/layout/states.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { ApiError } from '#src/lib/api/api-error.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { FileQuestion } from 'lucide-react';
import { liveOrder } from './live-query.ts';
import { processMessages } from './process-messages.ts';
import { ProcessSheet } from './process-sheet.tsx';

/** Loads the order that is being picked. */
export function ProcessOrder({ id, next }: { id: string; next: OrderRow | null }) {
  const t = useMessages(processMessages).order;
  const order = useQuery({ ...orderQuery(id), ...liveOrder });
  if (order.data) return <ProcessSheet order={order.data} readAt={order.dataUpdatedAt} next={next} />;
  if (!order.isError) return <SkeletonRows label={t.loading} rows={10} />;
  if (order.error instanceof ApiError && order.error.status === 404) {
    return <EmptyState icon={FileQuestion} title={t.gone} />;
  }
  return <LoadFailed title={t.failed} error={order.error} onRetry={() => void order.refetch()} />;
}
