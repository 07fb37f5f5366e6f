import type { Query, QueryClient } from '@tanstack/react-query';
import type { OrderSimple } from '#contract/orders.ts';
import { readId, readNumberValue, readRecord, readText } from '#contract/tolerant.ts';
import { listenToCaches } from '../cache/observer.ts';
import { parseOrderQueryKey } from '../cache/order-keys.ts';
import { readItem, writeItem } from '../device-storage.ts';
import { currentUser, sessionStore } from '../session/session.ts';
import { createStore, type Store } from '../store.ts';

/** What is kept of an order that was on screen, and when it was seen like that (epoch ms). */
export interface LastOrder
  extends Pick<OrderSimple, '_id' | 'orderNo' | 'status' | 'branchName' | 'deliveryDate'> {
  createdAt: string;
  seenAt: number;
}

const prefix = 'commissary.last-orders.';
const atMost = 25;

/**
 * The newest orders this person has seen on this device, newest first: for when the server does not answer, also
 * right after a reload. Gone when they sign out, and when somebody else signs in.
 */
export const lastOrdersStore: Store<readonly LastOrder[]> = createStore<readonly LastOrder[]>([]);

/** Whose orders the store holds; null: nobody's. */
let owner: string | null = null;

/**
 * Keeps what lists of orders have brought and bring from now on, for whoever is signed in.
 *
 * @returns stops keeping
 */
export function recordLastOrders(queryClient: QueryClient): () => void {
  owner = null;
  openForUser();
  const stops = [
    sessionStore.subscribe(openForUser),
    listenToCaches(queryClient, (event) => {
      if (event.kind === 'query-succeeded') takeFrom(event.query);
    }),
  ];
  // The first list may have been there before the shell was.
  for (const query of queryClient.getQueryCache().getAll()) takeFrom(query);
  return () => {
    for (const stop of stops) stop();
  };
}

function takeFrom({ queryKey, state }: Query): void {
  const rows: unknown = readRecord(state.data)['rows'];
  if (owner === null || !Array.isArray(rows) || parseOrderQueryKey(queryKey)?.isList !== true) return;
  take(
    mergeLastOrders(
      lastOrdersStore.get(),
      rows.flatMap((row) => readRow(row, state.dataUpdatedAt) ?? []),
    ),
  );
}

/** The newest of both, each as it was seen last. */
export function mergeLastOrders(known: readonly LastOrder[], seen: readonly LastOrder[]): LastOrder[] {
  const byId = new Map([...known, ...seen].map((order) => [order._id, order]));
  return [...byId.values()].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, atMost);
}

function openForUser(): void {
  const id = currentUser()?._id ?? null;
  if (sessionStore.get().status === 'signed-in' && (id === null || id === owner)) return;
  owner = id;
  lastOrdersStore.set(id === null ? [] : load(id));
}

function take(orders: readonly LastOrder[]): void {
  lastOrdersStore.set(orders);
  writeItem(`${prefix}${owner}`, JSON.stringify(orders));
}

function load(userId: string): LastOrder[] {
  try {
    const stored: unknown = JSON.parse(readItem(`${prefix}${userId}`) ?? '[]');
    return Array.isArray(stored)
      ? stored.flatMap((row) => readRow(row, readNumberValue(readRecord(row)['seenAt']) ?? 0) ?? [])
      : [];
  } catch {
    return [];
  }
}

function readRow(value: unknown, seenAt: number): LastOrder | null {
  const [row, _id] = [readRecord(value), readId(value)];
  if (_id === null) return null;
  return {
    _id,
    seenAt,
    orderNo: readText(row['orderNo']) ?? _id,
    status: readText(row['status']) ?? '',
    branchName: readText(row['branchName']) ?? '',
    deliveryDate: readText(row['deliveryDate']) ?? '',
    createdAt: readText(row['createdAt']) ?? '',
  };
}
