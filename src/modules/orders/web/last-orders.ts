import type { Query, QueryClient } from '@tanstack/react-query';
import type { OrderSimple } from '../shapes.ts';
import { readId, readNumberValue, readRecord, readText } from '#platform/shapes/tolerant.ts';
import { listenToCaches } from '#platform/web/cache/observer.ts';
import { parseOrderQueryKey } from '#platform/web/cache/order-keys.ts';
import { readStoredItem, writeStoredItem } from '#platform/web/device-storage.ts';
import { getCurrentUser, sessionStore } from '#platform/web/session/session.ts';
import { createStore, type Store } from '#platform/web/store.ts';

/** Stored fields of an order that was on screen, with the time they were loaded (epoch ms). */
export interface LastOrder
  extends Pick<OrderSimple, '_id' | 'orderNo' | 'status' | 'branchName' | 'deliveryDate'> {
  createdAt: string;
  storedAt: number;
}

const prefix = 'commissary.last-orders.';
const maxOrders = 25;

/**
 * The latest orders this user has seen on this device, newest first; shown when the server doesn't respond,
 * even after a reload. Deleted on sign-out and when a different user signs in.
 */
export const lastOrdersStore: Store<readonly LastOrder[]> = createStore<readonly LastOrder[]>([]);

/** Id of the user whose orders are in the store, or null. */
let owner: string | null = null;

/**
 * Records orders from list responses for the current user.
 *
 * @returns a function that stops recording
 */
export function recordLastOrders(queryClient: QueryClient): () => void {
  owner = null;
  switchToCurrentUser();
  const unsubscribes = [
    sessionStore.subscribe(switchToCurrentUser),
    listenToCaches(queryClient, (event) => {
      if (event.kind === 'query-succeeded') recordFrom(event.query);
    }),
  ];
  // The first list may have been loaded before the shell.
  for (const query of queryClient.getQueryCache().getAll()) recordFrom(query);
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}

function recordFrom({ queryKey, state }: Query): void {
  const rows: unknown = readRecord(state.data)['rows'];
  if (owner === null || !Array.isArray(rows) || parseOrderQueryKey(queryKey)?.isList !== true) return;
  storeOrders(
    mergeLastOrders(
      lastOrdersStore.get(),
      rows.flatMap((row) => readRow(row, state.dataUpdatedAt) ?? []),
    ),
  );
}

/** Merges stored and listed orders: the newest ones, each in its latest state. */
export function mergeLastOrders(stored: readonly LastOrder[], listed: readonly LastOrder[]): LastOrder[] {
  const byId = new Map([...stored, ...listed].map((order) => [order._id, order]));
  return [...byId.values()].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, maxOrders);
}

function switchToCurrentUser(): void {
  const id = getCurrentUser()?._id ?? null;
  if (sessionStore.get().status === 'signed-in' && (id === null || id === owner)) return;
  owner = id;
  lastOrdersStore.set(id === null ? [] : loadStoredOrders(id));
}

function storeOrders(orders: readonly LastOrder[]): void {
  lastOrdersStore.set(orders);
  writeStoredItem(`${prefix}${owner}`, JSON.stringify(orders));
}

function loadStoredOrders(userId: string): LastOrder[] {
  try {
    const stored: unknown = JSON.parse(readStoredItem(`${prefix}${userId}`) ?? '[]');
    return Array.isArray(stored)
      ? stored.flatMap((row) => readRow(row, readNumberValue(readRecord(row)['storedAt']) ?? 0) ?? [])
      : [];
  } catch {
    return [];
  }
}

function readRow(value: unknown, storedAt: number): LastOrder | null {
  const [row, _id] = [readRecord(value), readId(value)];
  if (_id === null) return null;
  return {
    _id,
    storedAt,
    orderNo: readText(row['orderNo']) ?? _id,
    status: readText(row['status']) ?? '',
    branchName: readText(row['branchName']) ?? '',
    deliveryDate: readText(row['deliveryDate']) ?? '',
    createdAt: readText(row['createdAt']) ?? '',
  };
}
