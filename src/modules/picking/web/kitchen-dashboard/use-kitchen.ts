import { useQuery } from '@tanstack/react-query';
import { discrepanciesQuery } from '#modules/discrepancies/web/queries.ts';
import { ordersQuery, otherOrdersQuery } from '#modules/orders/web/queries/queries.ts';
import type { OrderRecord } from '#modules/orders/web/queries/read.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { compactStockQuery } from '#modules/stock/web/queries/stock.ts';
import {
  refetchedWithOrders,
  kitchenPlaces,
  liveOrders,
  useRefetchWithOrders,
} from '../processing/live-query.ts';
import { isPicked } from '../processing/pick-lines.ts';
import { findShortages } from './shortages.ts';

const maxOrders = 200;

/** Loads the kitchen dashboard's data and keeps it current. */
export function useKitchen() {
  const openOrders = useQuery({
    ...ordersQuery({
      status: 'Sent to Central Kitchen,Under Process',
      view: 'full',
      sort: 'deliveryDate',
      limit: maxOrders,
    }),
    ...liveOrders,
  });
  const inTransit = useQuery({
    ...ordersQuery({ status: 'Shipped', sort: 'deliveryDate', limit: maxOrders }),
    ...liveOrders,
  });
  const discrepancies = useQuery({
    ...discrepanciesQuery({ status: 'Open', sort: 'createdAt' }),
    ...refetchedWithOrders,
  });
  const stock = useQuery({ ...compactStockQuery(kitchenPlaces), ...refetchedWithOrders });
  useRefetchWithOrders(openOrders.dataUpdatedAt, [discrepancies, stock]);
  const branches = useQuery(branchesQuery());
  const otherOrders = useQuery(otherOrdersQuery());

  const orders = openOrders.data?.rows ?? [];
  return {
    openOrders,
    inTransit,
    discrepancies,
    branches,
    stock,
    otherOrders,
    ordersByStage: groupByStage([...orders, ...(inTransit.data?.rows ?? [])]),
    shortages: openOrders.data && stock.data ? findShortages(orders, stock.data.rows) : null,
    refresh(): void {
      for (const query of [openOrders, inTransit, discrepancies, stock, otherOrders]) void query.refetch();
    },
  };
}

export type KitchenOrders = ReturnType<typeof useKitchen>;

/**
 * Stages of the kitchen dashboard: to accept, to pick, ready to ship, in transit, and discrepancies to
 * reconcile.
 */
export const kitchenStages = ['accept', 'pick', 'ready', 'in-transit', 'reconcile'] as const;
export type KitchenStage = (typeof kitchenStages)[number];

export function isKitchenStage(value: string | undefined): value is KitchenStage {
  return (kitchenStages as readonly (string | undefined)[]).includes(value);
}

type OrdersByStage = Record<Exclude<KitchenStage, 'reconcile'>, OrderRecord[]>;

/** Groups orders by stage, sorted by delivery day with urgent orders first. */
export function groupByStage(orders: readonly OrderRecord[]): OrdersByStage {
  const sorted = orders.toSorted(
    (a, b) =>
      a.deliveryDate.localeCompare(b.deliveryDate) ||
      Number(b.urgent) - Number(a.urgent) ||
      a.orderNo.localeCompare(b.orderNo),
  );
  const byStage: OrdersByStage = { accept: [], pick: [], ready: [], 'in-transit': [] };
  for (const order of sorted) {
    const stage = findStage(order);
    if (stage) byStage[stage].push(order);
  }
  return byStage;
}

function findStage(order: OrderRecord): keyof OrdersByStage | null {
  if (order.status === 'Sent to Central Kitchen') return 'accept';
  if (order.status === 'Shipped') return 'in-transit';
  if (order.status !== 'Under Process') return null;
  const lines = order.items ?? [];
  return lines.length > 0 && lines.every(isPicked) ? 'ready' : 'pick';
}
