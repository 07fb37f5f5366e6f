import { CalendarHeart, Clock, Replace, TriangleAlert, Zap } from 'lucide-react';
import type { OrderSummary } from '../shapes.ts';
import { Pill } from '#platform/web/ui/pill.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { statusMessages } from './status-messages.ts';

/** Flags for anything unusual about an order; nothing otherwise. */
export function OrderFlags({
  order,
}: {
  order: Pick<OrderSummary, 'occasion' | 'isLate' | 'urgent' | 'hasDiscrepancy' | 'unansweredSubstitutes'>;
}) {
  const t = useMessages(statusMessages).flags;
  return (
    <>
      {order.occasion ? (
        <Pill tone="blue" icon={CalendarHeart}>
          <bdi className="max-w-48 truncate">{order.occasion}</bdi>
        </Pill>
      ) : null}
      {order.urgent ? (
        <Pill tone="red" icon={Zap}>
          {t.urgent}
        </Pill>
      ) : null}
      {order.isLate ? (
        <Pill tone="amber" icon={Clock}>
          {t.late}
        </Pill>
      ) : null}
      {order.unansweredSubstitutes ? (
        <Pill tone="blue" icon={Replace}>
          {t.substitute}
        </Pill>
      ) : null}
      {order.hasDiscrepancy ? (
        <Pill tone="amber" icon={TriangleAlert}>
          {t.discrepancy}
        </Pill>
      ) : null}
    </>
  );
}
