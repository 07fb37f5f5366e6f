import type { QueryClient } from '@tanstack/react-query';
import type { OrderLine } from '#contract/orders.ts';
import { type Branch, branchesQuery } from './branches.ts';
import { type CompactItem, compactItemsQuery } from './items.ts';
import type { OrderRow } from './read-order.ts';
import { type Unit, unitsQuery } from './units.ts';

/** Ids by what they are called. */
interface Names {
  branches: ReadonlyMap<string, string>;
  items: ReadonlyMap<string, { name: string; unit: string }>;
  units: ReadonlyMap<string, string>;
}

/**
 * Orders with the names of their branch and items: a server that keeps only what it was sent answers ids. Ours names
 * them itself, and then nothing is asked for. Names that cannot be had stay empty.
 */
export async function withNames<T extends OrderRow>(
  orders: readonly T[],
  client: QueryClient | undefined,
): Promise<T[]> {
  if (!client) return [...orders];
  const queries = [
    ...(orders.some(lacksBranch) ? [client.query(branchesQuery())] : []),
    ...(orders.some(lacksItem) ? [client.query(compactItemsQuery()), client.query(unitsQuery())] : []),
  ];
  if (queries.length === 0) return [...orders];
  await Promise.allSettled(queries);
  return orders.map((order) => withKnownNames(order, client));
}

/** The same, with the names that are loaded already. */
export function withKnownNames<T extends OrderRow>(order: T, client: QueryClient): T {
  if (!lacksBranch(order) && !lacksItem(order)) return order;
  const names = knownNames(client);
  return {
    ...order,
    branchName: order.branchName || (names.branches.get(order.branch) ?? ''),
    kitchenName: order.kitchenName || (names.branches.get(order.kitchen) ?? ''),
    ...(order.items ? { items: order.items.map((line) => named(line, names)) } : {}),
  };
}

function named(line: OrderLine, { items, units }: Names): OrderLine {
  const item = items.get(line.itemId);
  if (line.itemName || item === undefined) return line;
  const unit = units.get(line.unit || item.unit);
  return { ...line, itemName: item.name, unitSymbol: unit ?? line.unitSymbol };
}

function knownNames(client: QueryClient): Names {
  const branches = client.getQueryData<Branch[]>(branchesQuery().queryKey) ?? [];
  const items = client.getQueryData<CompactItem[]>(compactItemsQuery().queryKey) ?? [];
  const units = client.getQueryData<Unit[]>(unitsQuery().queryKey) ?? [];
  return {
    branches: new Map(branches.map(({ _id, name }) => [_id, name])),
    items: new Map(
      items.map(({ _id, name, orderUnit, baseUnit }) => [_id, { name, unit: orderUnit ?? baseUnit }]),
    ),
    units: new Map(units.map(({ _id, symbol }) => [_id, symbol])),
  };
}

function lacksBranch({ branch, branchName }: OrderRow): boolean {
  return branch !== '' && branchName === '';
}

function lacksItem({ items }: OrderRow): boolean {
  return items?.some((line) => line.itemName === '' && line.itemId !== '') ?? false;
}
