import type { QueryClient } from '@tanstack/react-query';
import { localeStore } from '#src/lib/i18n/locale.ts';
import type { OrderRow } from './read-order.ts';

/**
 * Orders with the names of their branch and items: a server that keeps only what it was sent answers ids. Ours names
 * them itself, in the first language: there nothing is asked for, and what finds names is not even loaded.
 */
export async function withNames<T extends OrderRow>(
  orders: readonly T[],
  client: QueryClient | undefined,
): Promise<T[]> {
  if (!client || areNamed(orders)) return [...orders];
  const { nameOrders } = await import('./name-orders.ts');
  return nameOrders(orders, client);
}

/** Whether all names are there, in the language of the person. */
export function areNamed(orders: readonly OrderRow[]): boolean {
  return localeStore.get() === 'en' && !orders.some(lacksNames);
}

/** True where there is an id of a branch or item without its name. */
export function lacksNames({ branch, branchName, items = [] }: OrderRow): boolean {
  return (branch !== '' && branchName === '') || items.some((line) => line.itemId && !line.itemName);
}
