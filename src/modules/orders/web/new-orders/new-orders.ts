import { type JsonRecord, readRecord } from '#platform/shapes/tolerant.ts';
import { readStoredItem, writeStoredItem } from '#platform/web/device-storage.ts';
import { getCurrentUser, sessionStore } from '#platform/web/session/session.ts';
import { createStore, useStore } from '#platform/web/store.ts';
import { type NewOrderState, type NewOrder, markAllSeen } from './new-order-state.ts';

/** Storage key per user; the content belongs to one session. */
const getStorageKey = (userId: string) => `commissary.new-orders.${userId}`;

/** The current user's count; null before the first list and when signed out. */
export const newOrderStore = createStore<NewOrderState | null>(null);

const noOrders: readonly NewOrder[] = [];

/** Returns the orders that arrived since they were last viewed, latest first. */
export function useNewOrders(): readonly NewOrder[] {
  return useStore(newOrderStore)?.newOrders ?? noOrders;
}

/** Resets the count in every tab. */
export function markOrdersSeen(): void {
  updateNewOrders(markAllSeen);
}

/**
 * Updates the count in every tab of the user. Reads storage first, because another tab may already have
 * counted the same order.
 */
export function updateNewOrders(change: (state: NewOrderState | null) => NewOrderState | null): void {
  const stored = loadState();
  const next = change(stored);
  if (next !== null && next !== stored) storeState(next);
  newOrderStore.set(next);
}

/**
 * Syncs the count from other tabs, and deletes it when the session ends.
 *
 * @returns a function that stops syncing
 */
export function syncNewOrders(): () => void {
  let owner = getCurrentUser()?._id ?? null;
  const onStorage = (event: StorageEvent) => {
    if (owner !== null && (event.key === getStorageKey(owner) || event.key === null))
      newOrderStore.set(loadState());
  };
  const unsubscribe = sessionStore.subscribe(() => {
    const next = getCurrentUser()?._id ?? null;
    if (sessionStore.get().status === 'anonymous' && owner !== null) deleteState(owner);
    if (next !== owner) {
      owner = next;
      newOrderStore.set(loadState());
    }
  });
  window.addEventListener('storage', onStorage);
  newOrderStore.set(loadState());
  return () => {
    unsubscribe();
    window.removeEventListener('storage', onStorage);
    newOrderStore.set(null);
  };
}

interface StoredState {
  /** Time of sign-in (epoch ms); the next session starts with its own baseline. */
  startedAt: number;
  counting: NewOrderState;
}

/**
 * Cache of the last stored text and its object, so that equal text gives the same object; also used when
 * storage is blocked.
 */
let lastStored: { text: string; state: NewOrderState; isStored: boolean } | null = null;

function loadState(): NewOrderState | null {
  const session = sessionStore.get();
  const user = getCurrentUser();
  if (session.status === 'anonymous' || !user) return null;
  const text = readStoredItem(getStorageKey(user._id));
  if (text === null) return lastStored?.isStored === false ? lastStored.state : null;
  if (lastStored?.text === text) return lastStored.state;
  const { startedAt, counting: state } = parseStored(text);
  if (startedAt !== session.startedAt || !isState(state)) return null;
  lastStored = { text, state, isStored: true };
  return state;
}

function storeState(state: NewOrderState): void {
  const session = sessionStore.get();
  const user = getCurrentUser();
  if (session.status === 'anonymous' || !user) return;
  const text = JSON.stringify({ startedAt: session.startedAt, counting: state } satisfies StoredState);
  writeStoredItem(getStorageKey(user._id), text);
  lastStored = { text, state, isStored: readStoredItem(getStorageKey(user._id)) === text };
}

function deleteState(userId: string): void {
  lastStored = null;
  writeStoredItem(getStorageKey(userId), null);
}

function parseStored(text: string): JsonRecord {
  try {
    return readRecord(JSON.parse(text));
  } catch {
    return {};
  }
}

function isState(value: unknown): value is NewOrderState {
  const { lists, knownIds, since, newOrders } = readRecord(value);
  return [lists, knownIds, newOrders].every(Array.isArray) && typeof since === 'string';
}
