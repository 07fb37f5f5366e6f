import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { Discrepancy } from '#contract/discrepancies.ts';
import { type Actor, canOpenPage, scopeOf } from '#domain/permissions.ts';
import { discrepanciesQuery } from '#src/collections/documents/discrepancies.ts';
import { nextDeliveries } from '#src/entities/order/branch-deliveries.ts';
import { orderCountQuery, ordersQuery, otherOrdersQuery } from '#src/collections/orders/queries.ts';
import type { OrderRow } from '#src/collections/orders/read.ts';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { useUser } from '#src/lib/session/session.ts';

/** How many lines of an order have a picked or shipped quantity. Null where the list came without lines. */
export function pickProgress({ items }: Pick<OrderRow, 'items'>): { done: number; all: number } | null {
  if (!items) return null;
  const done = items.filter(({ pickedQty, shippedQty }) => pickedQty !== null || shippedQty !== null).length;
  return { done, all: items.length };
}

const dayMs = 86_400_000;

/** Shipped more than a day ago. */
export function isLongOnTheRoad({ shippedAt }: Pick<OrderRow, 'shippedAt'>, nowMs: number): boolean {
  return shippedAt !== null && nowMs - Date.parse(shippedAt) > dayMs;
}

export const ages = ['under1', 'under3', 'under7', 'older'] as const;
type Age = (typeof ages)[number];

/** Open discrepancies by how long they have been open, with what they are worth. */
export function byAge(
  open: readonly Pick<Discrepancy, 'createdAt' | 'value'>[],
  nowMs: number,
): Record<Age, { count: number; value: number }> {
  const found = {
    under1: { count: 0, value: 0 },
    under3: { count: 0, value: 0 },
    under7: { count: 0, value: 0 },
    older: { count: 0, value: 0 },
  };
  for (const { createdAt, value } of open) {
    const age = found[ageOf((nowMs - Date.parse(createdAt)) / dayMs)];
    age.count += 1;
    age.value += value;
  }
  return found;
}

function ageOf(days: number): Age {
  if (days < 1) return 'under1';
  if (days < 3) return 'under3';
  return days < 7 ? 'under7' : 'older';
}

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

interface ListFilters {
  status?: string;
  branch?: string;
  from?: string;
  to?: string;
  order?: string;
}

const lists = [
  '/branch-orders',
  '/central-kitchen/branch-orders-history',
  '/branch-order/order-history',
] as const;

/** A link to the list of orders that this person may open, as filtered; null where they have none. */
export function orderListFor(actor: Actor, search: ListFilters): LinkProps | null {
  const isKitchen = scopeOf(actor).kind === 'kitchens';
  const to = (isKitchen ? lists.slice(1, 2) : lists).find((path) => canOpenPage(actor, path));
  return to === undefined ? null : { to, search };
}
