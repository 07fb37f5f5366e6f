import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mayRead } from '#domain/permissions.ts';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { compactLevelsQuery } from '#src/collections/items/item-levels.ts';
import { compactItemsQuery } from '#src/collections/items/items.ts';
import { ordersQuery } from '#src/collections/orders/queries.ts';
import { compactStockQuery } from '#src/collections/stock/stock.ts';
import { lacksCall } from '#src/lib/api/lacks-call.ts';
import { useUser } from '#src/lib/session/session.ts';
import { findFaults } from './data-faults.ts';
import { useSteadyNow } from '../use-steady-now.ts';

/** Looks through the data that the person may read; a part that is not there finds nothing of its kind. */
export function useFaults() {
  const user = useUser();
  const nowMs = useSteadyNow();
  const [orders, stock] = [mayRead(user, 'orders'), mayRead(user, 'stock')];
  const shipped = useQuery({
    ...ordersQuery({ status: 'Shipped', sort: 'deliveryDate', limit: 500 }),
    enabled: orders,
  });
  const balances = useQuery({ ...compactStockQuery(), enabled: stock });
  const items = useQuery({ ...compactItemsQuery(), enabled: mayRead(user, 'items') });
  const levels = useQuery({ ...compactLevelsQuery(), enabled: mayRead(user, 'item-levels') });
  const branches = useQuery(branchesQuery());
  const queries = [shipped, balances, items, levels, branches];
  // Twenty thousand rows: looked through when an answer comes.
  const faults = useMemo(
    () =>
      findFaults({
        shipped: shipped.data?.rows ?? null,
        stock: balances.data?.rows ?? null,
        items: items.data ?? null,
        levels: levels.data ?? null,
        branches: branches.data ?? [],
        nowMs,
      }),
    [shipped.data, balances.data, items.data, levels.data, branches.data, nowMs],
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
