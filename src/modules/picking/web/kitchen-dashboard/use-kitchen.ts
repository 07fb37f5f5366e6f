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
  const open = useQuery({
    ...ordersQuery({
      status: 'Sent to Central Kitchen,Under Process',
      view: 'full',
      sort: 'deliveryDate',
      limit: maxOrders,
    }),
    ...liveOrders,
  });
  const road = useQuery({
    ...ordersQuery({ status: 'Shipped', sort: 'deliveryDate', limit: maxOrders }),
    ...liveOrders,
  });
  const discrepancies = useQuery({
    ...discrepanciesQuery({ status: 'Open', sort: 'createdAt' }),
    ...refetchedWithOrders,
  });
  const stock = useQuery({ ...compactStockQuery(kitchenPlaces), ...refetchedWithOrders });
  useRefetchWithOrders(open.dataUpdatedAt, [discrepancies, stock]);
  const branches = useQuery(branchesQuery());
  const others = useQuery(otherOrdersQuery());

  const orders = open.data?.rows ?? [];
  return {
    open,
    road,
    discrepancies,
    branches,
    stock,
    others,
    bins: sortIntoBins([...orders, ...(road.data?.rows ?? [])]),
    shortages: open.data && stock.data ? findShortages(orders, stock.data.rows) : null,
    refresh(): void {
      for (const query of [open, road, discrepancies, stock, others]) void query.refetch();
    },
  };
}

export type KitchenOrders = ReturnType<typeof useKitchen>;

/**
 * Stages of the kitchen dashboard ("bins"): to accept, to pick, ready to ship, in transit; `reconcile` lists
 * discrepancies.
 */
export const kitchenBins = ['accept', 'pick', 'ready', 'road', 'reconcile'] as const;
export type KitchenBin = (typeof kitchenBins)[number];

export function isKitchenBin(value: string | undefined): value is KitchenBin {
  return (kitchenBins as readonly (string | undefined)[]).includes(value);
}

type OrderBins = Record<Exclude<KitchenBin, 'reconcile'>, OrderRecord[]>;

/** Sorts orders into bins by delivery day, urgent ones first within a day. */
export function sortIntoBins(orders: readonly OrderRecord[]): OrderBins {
  const sorted = orders.toSorted(
    (a, b) =>
      a.deliveryDate.localeCompare(b.deliveryDate) ||
      Number(b.urgent) - Number(a.urgent) ||
      a.orderNo.localeCompare(b.orderNo),
  );
  const byBin: OrderBins = { accept: [], pick: [], ready: [], road: [] };
  for (const order of sorted) {
    const bin = findBin(order);
    if (bin) byBin[bin].push(order);
  }
  return byBin;
}

function findBin(order: OrderRecord): keyof OrderBins | null {
  if (order.status === 'Sent to Central Kitchen') return 'accept';
  if (order.status === 'Shipped') return 'road';
  if (order.status !== 'Under Process') return null;
  const lines = order.items ?? [];
  return lines.length > 0 && lines.every(isPicked) ? 'ready' : 'pick';
}
