import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { branches } from '#contract/resources/branches.ts';
import { suppliers } from '#contract/resources/suppliers.ts';
import { text } from '#contract/tolerant.ts';
import { canOpenPage, mayRead } from '#domain/permissions.ts';
import {
  type CompactItem,
  compactItemsQuery,
  itemSearchQuery,
  searchItems,
} from '#src/collections/items/items.ts';
import { listedOrders } from '#src/collections/orders/cache.ts';
import { ordersQuery } from '#src/collections/orders/queries.ts';
import { type Person, peopleQuery } from '#src/collections/people/people.ts';
import type { OrderRow } from '#src/collections/orders/read.ts';
import {
  type ResourceRow,
  type ResourceSource,
  resourceQuery,
} from '#src/collections/master-data/resources.ts';
import { searchBy } from '#src/lib/rank.ts';
import type { SessionUser } from '#src/lib/session/read-user.ts';

const shown = 6;
/** Lists come by name: of these the best fits are shown. */
const ranked = 30;
const leastTyped = 2;
const pauseMs = 200;

/**
 * Orders, items, suppliers, branches and people that fit what is typed: at once from what is kept, and from the server
 * when the typing pauses. Nothing for less than two letters, and nothing that the person may not read or open.
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
    ...itemSearchQuery(asked, ranked),
    enabled: isAsked && mayRead(user, 'items'),
    placeholderData: keepPreviousData,
  });
  const rowsOf = (source: ResourceSource, page: string) => ({
    ...resourceQuery(source, { q: asked, limit: ranked }),
    enabled: isAsked && mayRead(user, source.collection) && canOpenPage(user, page),
    placeholderData: keepPreviousData,
  });
  const supplierRows = useQuery(rowsOf(suppliers, '/procurements/settings/supplier'));
  const branchRows = useQuery(rowsOf(branches, '/branches'));
  const people = useQuery({
    ...peopleQuery({ q: asked, limit: ranked }),
    enabled: isAsked && mayRead(user, 'users') && canOpenPage(user, '/user'),
    placeholderData: keepPreviousData,
  });
  const queries = [orders, items, supplierRows, branchRows, people];
  if (query.trim().length < leastTyped)
    return { orders: [], items: [], suppliers: [], branches: [], people: [], isSearching: false };
  /** Best fits first; an answer to what was typed before is good for as far as it fits. */
  const answered = <T extends { _id: string }>(
    { isPlaceholderData }: { isPlaceholderData: boolean },
    rows: readonly T[] | undefined,
    search: (query: string, rows: readonly T[]) => T[],
    kept: readonly T[] = [],
  ) => {
    const isCurrent = asked === query.trim() && !isPlaceholderData;
    const fitting = search(query, rows ?? []);
    return merged([...search(query, kept), ...fitting], isCurrent ? (rows ?? []) : []);
  };
  return {
    orders: answered(orders, orders.data?.rows, searchOrders, listedOrders(queryClient)),
    items: answered(items, items.data, searchItems, keptItems(queryClient)),
    suppliers: answered(supplierRows, supplierRows.data?.rows, searchRows),
    branches: answered(branchRows, branchRows.data?.rows, searchRows),
    people: answered(people, people.data?.rows, searchPeople),
    isSearching: asked !== query.trim() || queries.some(({ isFetching }) => isFetching),
  };
}

const searchOrders = searchBy<OrderRow>(({ orderNo, branchName, deliveryNoteNo }) => ({
  names: [orderNo],
  codes: [deliveryNoteNo],
  notes: [branchName],
}));
const searchRows = searchBy<ResourceRow>(({ name, nameAlt, values }) => ({
  names: [name, nameAlt],
  codes: [text(values['code'])],
}));
const searchPeople = searchBy<Person>(({ name, email }) => ({ names: [name], codes: [email] }));

function keptItems(queryClient: QueryClient): CompactItem[] {
  return queryClient.getQueryData<CompactItem[]>(compactItemsQuery().queryKey) ?? [];
}

/** What is kept first, so that nothing moves when the answer comes; each once. */
function merged<T extends { _id: string }>(first: readonly T[], others: readonly T[]): T[] {
  const byId = new Map<string, T>();
  for (const row of [...first, ...others]) if (!byId.has(row._id)) byId.set(row._id, row);
  return [...byId.values()].slice(0, shown);
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
