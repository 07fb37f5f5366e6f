import type { OrderSummary } from '../shapes.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { StageBar } from '#platform/documents/web/stage-bar.tsx';
import { orderMessages } from './order-messages.ts';
import { statusMessages } from './status-messages.ts';

type StageTimes = Pick<
  OrderSummary,
  'status' | 'createdAt' | 'dateTime' | 'sentAt' | 'acceptedAt' | 'shippedAt' | 'receivedAt'
>;

/** An order's stages with the times from its own fields. */
export function OrderStages({ order }: { order: StageTimes }) {
  const t = useMessages(orderMessages);
  const { stages } = useMessages(statusMessages);
  const timeByStatus = {
    Draft: order.createdAt,
    'Under Review': order.dateTime,
    'Sent to Central Kitchen': order.sentAt,
    'Under Process': order.acceptedAt,
    Shipped: order.shippedAt,
    Received: order.receivedAt,
  };
  const stageTimes = Object.entries(timeByStatus) as [keyof typeof timeByStatus, string | null][];
  return (
    <StageBar
      label={t.progress}
      status={order.status}
      stages={stageTimes.map(([status, at]) => ({ status, name: stages[status], at }))}
    />
  );
}
