import { Check } from 'lucide-react';
import type { OrderSummary } from '#contract/orders.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import { cn } from '#src/lib/cn.ts';
import { formatInstant } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { orderMessages } from './messages.ts';
import { statusMessages } from './status-messages.ts';

type Stage = Exclude<OrderStatus, 'Rejected' | 'Cancelled'>;
type Times = Pick<
  OrderSummary,
  'status' | 'createdAt' | 'dateTime' | 'sentAt' | 'acceptedAt' | 'shippedAt' | 'receivedAt'
>;

const stages: readonly { stage: Stage; at(order: Times): string | null }[] = [
  { stage: 'Draft', at: (order) => order.createdAt },
  { stage: 'Under Review', at: (order) => order.dateTime },
  { stage: 'Sent to Central Kitchen', at: (order) => order.sentAt },
  { stage: 'Under Process', at: (order) => order.acceptedAt },
  { stage: 'Shipped', at: (order) => order.shippedAt },
  { stage: 'Received', at: (order) => order.receivedAt },
];

/** Where an order stands on its way, and when it got there. One that left the way shows how far it came. */
export function StageBar({ order }: { order: Times }) {
  const t = useMessages(orderMessages);
  const { stages: names } = useMessages(statusMessages);
  const current = stages.findIndex(({ stage }) => stage === order.status);
  const reached = current >= 0 ? current : stages.findLastIndex(({ at }) => at(order) !== null);
  return (
    <ol aria-label={t.progress} className="grid grid-cols-6 gap-1">
      {stages.map(({ stage, at }, index) => {
        const isNow = index === current;
        const isDone = index < reached || (index === reached && (!isNow || stage === 'Received'));
        return (
          <li
            key={stage}
            aria-current={isNow ? 'step' : undefined}
            // On a phone the name of the stage is wider than its part of the bar: the last ones reach back.
            className="min-w-0 max-sm:nth-[n+5]:flex max-sm:nth-[n+5]:flex-col max-sm:nth-[n+5]:items-end"
          >
            <div
              className={cn(
                'h-1 w-full shrink-0 rounded-full bg-border',
                current >= 0 && index <= reached && 'bg-primary',
                current < 0 && index <= reached && 'bg-muted-foreground',
              )}
            />
            <p
              className={cn(
                'flex items-center gap-1 pt-1.5 text-muted-foreground text-xs',
                isNow ? 'font-medium text-foreground' : 'max-sm:sr-only',
              )}
            >
              {isDone ? <Check className="size-3 shrink-0" aria-hidden="true" /> : null}
              <span className="whitespace-nowrap sm:truncate">{names[stage]}</span>
              {isNow || isDone ? (
                <span className="sr-only">, {isNow ? t.stageNow : t.stageReached}</span>
              ) : null}
            </p>
            <p className="hidden truncate text-muted-foreground text-xs sm:block">
              {index <= reached && at(order) !== null ? formatInstant(at(order)) : ''}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
