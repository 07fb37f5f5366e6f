import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TolerantList } from '#contract/tolerant.ts';
import { mayRead } from '#domain/permissions.ts';
import { type CompactItem, compactItemsQuery, itemSearchQuery, searchItems } from '#src/collections/items.ts';
import { ordersQuery } from '#src/collections/orders.ts';
import type { OrderRow } from '#src/collections/read-order.ts';
import { searchBy } from '#src/lib/rank.ts';
import type { SessionUser } from '#src/lib/session/read-user.ts';

const shown = 6;
const leastTyped = 2;
const pauseMs = 200;

/**
 * Orders and items that fit what is typed: at once from what is kept, and from the server when the typing pauses.
 * Nothing for less than two letters, and nothing that the person may not read.
 */
export function useFound(query: string, user: SessionUser) {
  const queryClient = useQueryClient();
  const asked = usePaused(query.trim());
  const isAsked = asked.length >= leastTyped;
  const orders = useQuery({
    ...ordersQuery({ q: asked, limit: shown }),
    enabled: isAsked && mayRead(user, 'orders'),
    placeholderData: keepPreviousData,
  });
  const items = useQuery({
    ...itemSearchQuery(asked, shown),
    enabled: isAsked && mayRead(user, 'items'),
    placeholderData: keepPreviousData,
  });
  if (query.trim().length < leastTyped) return { orders: [], items: [], isSearching: false };
  // An answer to what was typed before is good for as far as it fits.
  const isCurrent = asked === query.trim() && !orders.isPlaceholderData && !items.isPlaceholderData;
  const answered = { orders: orders.data?.rows ?? [], items: items.data ?? [] };
  return {
    orders: merged(
      searchOrders(query, keptOrders(queryClient)),
      isCurrent ? answered.orders : searchOrders(query, answered.orders),
    ),
    items: merged(
      searchItems(query, keptItems(queryClient)),
      isCurrent ? answered.items : searchItems(query, answered.items),
    ),
    isSearching: asked !== query.trim() || orders.isFetching || items.isFetching,
  };
}

const searchOrders = searchBy<OrderRow>(({ orderNo, branchName }) => ({
  names: [orderNo],
  notes: [branchName],
}));

function keptOrders(queryClient: QueryClient): OrderRow[] {
  const lists = queryClient.getQueriesData<TolerantList<OrderRow>>({ queryKey: ['orders_data', 'list'] });
  return lists.flatMap(([, list]) => list?.rows ?? []);
}

function keptItems(queryClient: QueryClient): CompactItem[] {
  return queryClient.getQueryData<CompactItem[]>(compactItemsQuery().queryKey) ?? [];
}

/** What is kept first, so that nothing moves when the answer comes; each once. */
function merged<T extends { _id: string }>(kept: readonly T[], answered: readonly T[]): T[] {
  return [...new Map([...answered, ...kept].map((row) => [row._id, row])).values()]
    .toSorted((a, b) => rank(kept, a) - rank(kept, b))
    .slice(0, shown);
}

function rank<T extends { _id: string }>(kept: readonly T[], { _id }: T): number {
  const at = kept.findIndex((row) => row._id === _id);
  return at < 0 ? kept.length : at;
}

/** The value when it has not changed for a moment. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
