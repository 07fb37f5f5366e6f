import type { QueryClient } from '@tanstack/react-query';
import type { OrderLine } from '#contract/orders.ts';
import { localeStore } from '#src/lib/i18n/locale.ts';
import { compactItemsQuery } from '../items/items.ts';
import { unitsQuery } from '../items/units.ts';
import { type Branch, branchesQuery } from '../places/branches.ts';
import type { OrderRow } from './read.ts';

/**
 * Orders with the names of their branch and items: a server that keeps only what it was sent answers ids. Ours names
 * them itself, in the first language: there nothing is asked for.
 */
export async function withOrderNames<T extends OrderRow>(
  orders: readonly T[],
  client: QueryClient | undefined,
): Promise<T[]> {
  if (!client || hasAllNames(orders)) return [...orders];
  return nameOrders(orders, client);
}

/**
 * What a place is called by whoever reads it, by its id and what an answer wrote: in the first language nothing is asked
 * for.
 */
export async function getLocationNames(
  client: QueryClient | undefined,
): Promise<(id: string, written: string) => string> {
  if (!client || localeStore.get() === 'en') return (_, written) => written;
  const branches = await orNothing(client.query(branchesQuery()));
  const names = new Map(branches.map(({ _id, name }) => [_id, name]));
  return (id, written) => names.get(id) ?? written;
}

/** The same for an order that was just saved, from what is at hand. */
export function withCachedLocationNames<T extends OrderRow>(order: T, client: QueryClient): T {
  const branches = client.getQueryData<readonly Branch[]>(branchesQuery().queryKey) ?? [];
  const names = new Map(branches.map(({ _id, name }) => [_id, name]));
  return {
    ...order,
    branchName: nameOf(order.branchName, names.get(order.branch)),
    kitchenName: nameOf(order.kitchenName, names.get(order.kitchen)),
  };
}

/** Whether all names are there, in the language of the person. */
export function hasAllNames(orders: readonly OrderRow[]): boolean {
  return localeStore.get() === 'en' && !orders.some(isMissingNames);
}

/** True where there is an id of a branch or item without its name. */
export function isMissingNames({ branch, branchName, items = [] }: OrderRow): boolean {
  return (branch !== '' && branchName === '') || items.some((line) => line.itemId && !line.itemName);
}

/** Ids by what they are called. */
interface Names {
  branches: ReadonlyMap<string, string>;
  items: ReadonlyMap<string, { name: string; unit: string }>;
  units: ReadonlyMap<string, string>;
}

/**
 * Fills in the names of branches and items, branches in the language of the person. Names that cannot be had stay as
 * they were written.
 */
async function nameOrders<T extends OrderRow>(orders: readonly T[], client: QueryClient): Promise<T[]> {
  const hasLines = orders.some(({ items = [] }) => items.some((line) => line.itemId && !line.itemName));
  const [branches, items, units] = await Promise.all([
    orNothing(client.query(branchesQuery())),
    hasLines ? orNothing(client.query(compactItemsQuery())) : [],
    hasLines ? orNothing(client.query(unitsQuery())) : [],
  ]);
  const names: Names = {
    branches: new Map(branches.map(({ _id, name }) => [_id, name])),
    items: new Map(
      items.map(({ _id, name, orderUnit, baseUnit }) => [_id, { name, unit: orderUnit ?? baseUnit }]),
    ),
    units: new Map(units.map(({ _id, symbol }) => [_id, symbol])),
  };
  return orders.map((order) => ({
    ...order,
    branchName: nameOf(order.branchName, names.branches.get(order.branch)),
    kitchenName: nameOf(order.kitchenName, names.branches.get(order.kitchen)),
    ...(order.items ? { items: order.items.map((line) => named(line, names)) } : {}),
  }));
}

/** What the order itself says, unless the person reads another language than it was written in. */
function nameOf(written: string, known: string | undefined): string {
  return (localeStore.get() === 'en' ? written || known : known || written) ?? '';
}

function named(line: OrderLine, { items, units }: Names): OrderLine {
  const item = items.get(line.itemId);
  if (line.itemName || item === undefined) return line;
  const unit = units.get(line.unit || item.unit);
  return { ...line, itemName: item.name, unitSymbol: unit ?? line.unitSymbol };
}

async function orNothing<T>(rows: Promise<T[]>): Promise<T[]> {
  return rows.catch(() => []);
}
