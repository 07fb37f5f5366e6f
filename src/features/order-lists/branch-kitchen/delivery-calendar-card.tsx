import { Link } from '@tanstack/react-router';
import { canOpenPage } from '#domain/permissions.ts';
import { mayOrderFor } from '#domain/orders/edits.ts';
import type { Branch } from '#src/collections/places/branches.ts';
import { Card, CardTitle } from '#src/components/ui/card.tsx';
import { formatDay, formatInstantAt, formatSpan } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { useNow } from '#src/lib/use-now.ts';
import { comingDeliveries, type Delivery, type MissedDelivery } from '#domain/planning/coming-deliveries.ts';
import { kitchenViewMessages } from './kitchen-view-messages.ts';
import { useOrdered } from '../branch-home/use-branch-orders.ts';

/** When the kitchen delivers in the coming two weeks, until when to order, and what is ordered already. */
export function DeliveryCalendarCard({ branch }: { branch: Branch }) {
  const t = useMessages(kitchenViewMessages).calendar;
  const now = useNow(30_000);
  const ordered = useOrdered(branch._id);
  const deliveries = comingDeliveries(branch, new Date(now));
  return (
    <Card>
      <CardTitle>{t.title}</CardTitle>
      <p className="text-muted-foreground text-xs">{t.zone(branch.timezone)}</p>
      {deliveries.length === 0 ? (
        <p className="py-3 text-muted-foreground text-sm">{t.none}</p>
      ) : (
        <ol className="divide-y pt-1">
          {deliveries.map((delivery) => (
            <CalendarRow
              key={delivery.deliveryDate}
              branch={branch}
              delivery={delivery}
              now={now}
              ordered={ordered.filter(({ deliveryDate }) => deliveryDate === delivery.deliveryDate).length}
            />
          ))}
        </ol>
      )}
    </Card>
  );
}

interface RowProps {
  branch: Branch;
  delivery: Delivery | MissedDelivery;
  now: number;
  ordered: number;
}

function CalendarRow({ branch, delivery, now, ordered }: RowProps) {
  const t = useMessages(kitchenViewMessages).calendar;
  const user = useUser();
  const { deliveryDate } = delivery;
  const isOpen = delivery.closure === null && delivery.isOpen;
  const mayOrder = mayOrderFor(user, branch._id) && canOpenPage(user, '/branch-order/create-order');
  // As wide with the number of orders as without, which comes later: the line beside it does not break anew.
  const link =
    'min-w-20 justify-end font-medium text-primary hover:underline inline-flex min-h-8 shrink-0 items-center touch:min-h-11';
  return (
    <li className="flex items-center justify-between gap-4 py-2 text-sm">
      <span>
        <span className="block font-medium">{formatDay(deliveryDate)}</span>
        <span className="block text-muted-foreground text-xs">
          {delivery.closure ? (
            <>
              {t.missed[delivery.closure.by]}
              {delivery.closure.note === null ? null : (
                <>
                  {' ('}
                  <bdi>{delivery.closure.note}</bdi>)
                </>
              )}
            </>
          ) : (
            <>
              {t.until} {formatInstantAt(delivery.cutoffAt, branch.timezone)} ·{' '}
              {isOpen ? t.left(formatSpan(Date.parse(delivery.cutoffAt) - now)) : t.closed}
            </>
          )}
        </span>
      </span>
      {ordered > 0 ? (
        <Link
          to="/branch-order/order-history"
          search={{ branch: branch._id, from: deliveryDate, to: deliveryDate }}
          className={link}
        >
          {t.ordered(ordered)}
        </Link>
      ) : isOpen && mayOrder ? (
        <Link
          to="/branch-order/create-order"
          search={{ branch: branch._id, date: deliveryDate }}
          className={link}
          aria-label={`${t.order}: ${formatDay(deliveryDate)}`}
        >
          {t.order}
        </Link>
      ) : null}
    </li>
  );
}
