import { useQuery } from '@tanstack/react-query';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { discrepanciesQuery } from '#src/collections/documents/discrepancies.ts';
import { ordersQuery, otherOrdersQuery } from '#src/collections/orders/queries.ts';
import { compactStockQuery } from '#src/collections/stock/stock.ts';
import { sortIntoBins } from './bins.ts';
import { besideOrders, kitchenPlaces, liveOrders } from '../processing/live-query.ts';
import { shortages } from './shortages.ts';
import { useBesideOrders } from '../processing/use-beside-orders.ts';

const atMost = 200;

/** Everything the kitchen's dashboard shows, kept up to date while it is open. */
export function useKitchen() {
  const open = useQuery({
    ...ordersQuery({
      status: 'Sent to Central Kitchen,Under Process',
      view: 'full',
      sort: 'deliveryDate',
      limit: atMost,
    }),
    ...liveOrders,
  });
  const road = useQuery({
    ...ordersQuery({ status: 'Shipped', sort: 'deliveryDate', limit: atMost }),
    ...liveOrders,
  });
  const discrepancies = useQuery({
    ...discrepanciesQuery({ status: 'Open', sort: 'createdAt' }),
    ...besideOrders,
  });
  const stock = useQuery({ ...compactStockQuery(kitchenPlaces), ...besideOrders });
  useBesideOrders(open.dataUpdatedAt, [discrepancies, stock]);
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
    shortages: open.data && stock.data ? shortages(orders, stock.data.rows) : null,
    refresh(): void {
      for (const query of [open, road, discrepancies, stock, others]) void query.refetch();
    },
  };
}

export type Kitchen = ReturnType<typeof useKitchen>;
