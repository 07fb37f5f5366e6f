import { useQuery } from '@tanstack/react-query';
import { scopeOf } from '#domain/permissions.ts';
import { ordersQuery } from '#src/collections/orders/queries.ts';
import { Card, CardTitle } from '#src/components/ui/card.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { formatDay, formatSpan } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { liveOrders } from '../processing/live-query.ts';
import { kitchenMessages } from './messages.ts';
import { missingBranches, nextDeliveries } from '#src/collections/orders/missing-branches.ts';
import type { Kitchen } from './use-kitchen.ts';

/** The branches that have not ordered for their next delivery, with the time they have left. */
export function MissingCard({ kitchen, nowMs }: { kitchen: Kitchen; nowMs: number }) {
  const t = useMessages(kitchenMessages).missing;
  const scope = scopeOf(useUser());
  const isOwn = (id: string) =>
    scope.kind === 'all' || (scope.kind === 'kitchens' && scope.kitchens.includes(id));
  const deliveries = nextDeliveries(kitchen.branches.data ?? [], isOwn, new Date(nowMs));
  const days = deliveries.map((delivery) => delivery.deliveryDate).toSorted();
  const orders = useQuery({
    ...ordersQuery({ from: days[0], to: days.at(-1), limit: 500, sort: 'deliveryDate' }),
    ...liveOrders,
    enabled: days.length > 0,
  });
  const isKnown = kitchen.branches.data !== undefined && (days.length === 0 || orders.data !== undefined);
  const missing = missingBranches(deliveries, orders.data?.rows ?? []);

  return (
    <Card>
      <CardTitle>{t.title}</CardTitle>
      <p className="pb-2 text-muted-foreground text-xs">{t.text}</p>
      {kitchen.branches.isError || orders.isError ? (
        <p className="py-2 text-muted-foreground text-sm">{t.failed}</p>
      ) : isKnown ? (
        missing.length === 0 ? (
          <p className="py-2 text-muted-foreground text-sm">{t.none}</p>
        ) : (
          <ul className="divide-y">
            {missing.map(({ _id, name, deliveryDate, cutoffAt }) => (
              <li key={_id} className="py-2 text-sm">
                <p className="font-medium">{name}</p>
                <p className="text-muted-foreground text-xs">
                  {t.row(formatDay(deliveryDate), formatSpan(Date.parse(cutoffAt) - nowMs))}
                </p>
              </li>
            ))}
          </ul>
        )
      ) : (
        <Skeleton className="h-24" />
      )}
    </Card>
  );
}
