import { useQuery } from '@tanstack/react-query';
import { scopeOf } from '#domain/permissions.ts';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { discrepanciesQuery } from '#src/collections/documents/discrepancies.ts';
import { orderCountQuery, ordersQuery, otherOrdersQuery } from '#src/collections/orders/queries.ts';
import { nextDeliveries } from '#src/collections/orders/missing-branches.ts';
import { useUser } from '#src/lib/session/session.ts';

const many = 500;

/** What today's board shows. */
export function useOperations(nowMs: number) {
  const scope = scopeOf(useUser());
  const branches = useQuery(branchesQuery());
  const supplies = (kitchen: string) => scope.kind !== 'kitchens' || scope.kitchens.includes(kitchen);
  const isOwn = (branch: string) => scope.kind !== 'branches' || scope.branches.includes(branch);
  const deliveries = nextDeliveries(branches.data ?? [], supplies, new Date(nowMs)).filter(({ _id }) =>
    isOwn(_id),
  );
  const days = deliveries.map(({ deliveryDate }) => deliveryDate).toSorted();
  const ordered = useQuery({
    ...ordersQuery({ from: days[0], to: days.at(-1), sort: 'deliveryDate', limit: many }),
    enabled: days.length > 0,
  });
  const accept = useQuery(orderCountQuery({ status: 'Sent to Central Kitchen' }));
  const picking = useQuery(
    ordersQuery({ status: 'Under Process', view: 'full', sort: 'deliveryDate', limit: 200 }),
  );
  const road = useQuery(ordersQuery({ status: 'Shipped', sort: 'deliveryDate', limit: many }));
  const others = useQuery(otherOrdersQuery());
  const discrepancies = useQuery({
    ...discrepanciesQuery({ status: 'Open', sort: 'createdAt' }),
    refetchOnMount: 'always',
    refetchInterval: 120_000,
  });
  return { branches, deliveries, ordered, accept, picking, road, others, discrepancies };
}

export type Operations = ReturnType<typeof useOperations>;
