import type { QueryClient } from '@tanstack/react-query';
import type { OrderLine } from '../../shapes.ts';
import { localeStore } from '#platform/web/i18n/locale.ts';
import { compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { unitsQuery } from '#modules/units/web/queries/units.ts';
import { type Branch, branchesQuery } from '#platform/web/queries/branches.ts';
import type { OrderRecord } from './read.ts';

/**
 * Adds branch and item names to orders, for servers that send only ids. Our server sends names in the primary
 * language, so that in this case nothing is fetched.
 */
export async function withOrderNames<T extends OrderRecord>(
  orders: readonly T[],
  client: QueryClient | undefined,
): Promise<T[]> {
  if (!client || hasAllNames(orders)) return [...orders];
  return nameOrders(orders, client);
}

/**
 * Returns a function that returns a location's name in the current language, given its id and its name in a
 * response. Nothing is fetched in the primary language.
 */
export async function getLocationNames(
  client: QueryClient | undefined,
): Promise<(id: string, sentName: string) => string> {
  if (!client || localeStore.get() === 'en') return (_, sentName) => sentName;
  const branches = await loadOrEmpty(client.query(branchesQuery()));
  const names = new Map(branches.map(({ _id, name }) => [_id, name]));
  return (id, sentName) => names.get(id) ?? sentName;
}

/** Adds location names from the cache to an order that was just saved. */
export function withCachedLocationNames<T extends OrderRecord>(order: T, client: QueryClient): T {
  const branches = client.getQueryData<readonly Branch[]>(branchesQuery().queryKey) ?? [];
  const names = new Map(branches.map(({ _id, name }) => [_id, name]));
  return {
    ...order,
    branchName: chooseName(order.branchName, names.get(order.branch)),
    kitchenName: chooseName(order.kitchenName, names.get(order.kitchen)),
  };
}

/** Whether all names are present in the current language. */
export function hasAllNames(orders: readonly OrderRecord[]): boolean {
  return localeStore.get() === 'en' && !orders.some(isMissingNames);
}

/** Whether a branch or item id has no name. */
export function isMissingNames({ branch, branchName, items = [] }: OrderRecord): boolean {
  return (branch !== '' && branchName === '') || items.some((line) => line.itemId && !line.itemName);
}

/** Names by id. */
interface Names {
  branches: ReadonlyMap<string, string>;
  items: ReadonlyMap<string, { name: string; unit: string }>;
  units: ReadonlyMap<string, string>;
}

/**
 * Fills in branch and item names, the branches' in the user's language. Names that can't be loaded are left
 * as sent.
 */
async function nameOrders<T extends OrderRecord>(orders: readonly T[], client: QueryClient): Promise<T[]> {
  const hasLines = orders.some(({ items = [] }) => items.some((line) => line.itemId && !line.itemName));
  const [branches, items, units] = await Promise.all([
    loadOrEmpty(client.query(branchesQuery())),
    hasLines ? loadOrEmpty(client.query(compactItemsQuery())) : [],
    hasLines ? loadOrEmpty(client.query(unitsQuery())) : [],
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
    branchName: chooseName(order.branchName, names.branches.get(order.branch)),
    kitchenName: chooseName(order.kitchenName, names.branches.get(order.kitchen)),
    ...(order.items ? { items: order.items.map((line) => withLineNames(line, names)) } : {}),
  }));
}

/** Returns the name stored in the order, unless a different language is selected. */
function chooseName(sentName: string, currentName: string | undefined): string {
  return (localeStore.get() === 'en' ? sentName || currentName : currentName || sentName) ?? '';
}

function withLineNames(line: OrderLine, { items, units }: Names): OrderLine {
  const item = items.get(line.itemId);
  if (line.itemName || item === undefined) return line;
  const unit = units.get(line.unit || item.unit);
  return { ...line, itemName: item.name, unitSymbol: unit ?? line.unitSymbol };
}

async function loadOrEmpty<T>(rows: Promise<T[]>): Promise<T[]> {
  return rows.catch(() => []);
}
