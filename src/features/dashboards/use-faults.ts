import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mayRead } from '#domain/permissions.ts';
import { branchesQuery } from '#src/collections/branches.ts';
import { compactLevelsQuery } from '#src/collections/item-levels.ts';
import { compactItemsQuery } from '#src/collections/items.ts';
import { ordersQuery } from '#src/collections/orders.ts';
import { compactStockQuery } from '#src/collections/stock.ts';
import { lacksCall } from '#src/lib/api/lacks-call.ts';
import { useUser } from '#src/lib/session/session.ts';
import { findFaults } from './data-faults.ts';
import { useSteadyNow } from './use-steady-now.ts';

/** Looks through the data that the person may read; a part that is not there finds nothing of its kind. */
export function useFaults() {
  const user = useUser();
  const nowMs = useSteadyNow();
  const [orders, stock] = [mayRead(user, 'orders'), mayRead(user, 'stock')];
  const sources = {
    shipped: useQuery({
      ...ordersQuery({ status: 'Shipped', sort: 'deliveryDate', limit: 500 }),
      enabled: orders,
    }),
    stock: useQuery({ ...compactStockQuery(), enabled: stock }),
    items: useQuery({ ...compactItemsQuery(), enabled: mayRead(user, 'items') }),
    levels: useQuery({ ...compactLevelsQuery(), enabled: mayRead(user, 'item-levels') }),
    branches: useQuery(branchesQuery()),
  };
  const queries = Object.values(sources);
  const faults = useMemo(
    () =>
      findFaults({
        shipped: sources.shipped.data?.rows ?? null,
        stock: sources.stock.data?.rows ?? null,
        items: sources.items.data ?? null,
        levels: sources.levels.data ?? null,
        branches: sources.branches.data ?? [],
        nowMs,
      }),
    [
      sources.shipped.data,
      sources.stock.data,
      sources.items.data,
      sources.levels.data,
      sources.branches.data,
      nowMs,
    ],
  );
  return {
    faults,
    isLoading: queries.some((query) => query.isLoading),
    error: queries.find(({ error }) => error !== null && !lacksCall(error))?.error ?? null,
    refresh(): void {
      for (const query of queries) void query.refetch();
    },
  };
}
