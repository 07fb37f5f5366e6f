import { type JsonRecord, readRecord } from '#platform/shapes/tolerant.ts';
import { readStoredItem, writeStoredItem } from '#platform/web/device-storage.ts';
import { currentUser, sessionStore } from '#platform/web/session/session.ts';
import { createStore, useStore } from '#platform/web/store.ts';
import { type Counting, type NewOrder, markAllSeen } from './counting.ts';

/** Storage key per user; the content belongs to one session. */
const keyOf = (userId: string) => `commissary.new-orders.${userId}`;

/** The current user's count; null before the first list and when signed out. */
export const countingStore = createStore<Counting | null>(null);

const none: readonly NewOrder[] = [];

/** Returns the orders that arrived since they were last viewed, latest first. */
export function useNewOrders(): readonly NewOrder[] {
  return useStore(countingStore)?.fresh ?? none;
}

/** Resets the count in every tab. */
export function markOrdersSeen(): void {
  updateCounting(markAllSeen);
}

/**
 * Updates the count in every tab of the user. Reads storage first, because another tab may already have
 * counted the same order.
 */
export function updateCounting(change: (counting: Counting | null) => Counting | null): void {
  const stored = loadCounting();
  const next = change(stored);
  if (next !== null && next !== stored) storeCounting(next);
  countingStore.set(next);
}

/**
 * Syncs the count from other tabs, and deletes it when the session ends.
 *
 * @returns a function that stops syncing
 */
export function syncCounting(): () => void {
  let owner = currentUser()?._id ?? null;
  const onStorage = (event: StorageEvent) => {
    if (owner !== null && (event.key === keyOf(owner) || event.key === null))
      countingStore.set(loadCounting());
  };
  const unsubscribe = sessionStore.subscribe(() => {
    const next = currentUser()?._id ?? null;
    if (sessionStore.get().status === 'anonymous' && owner !== null) deleteCounting(owner);
    if (next !== owner) {
      owner = next;
      countingStore.set(loadCounting());
    }
  });
  window.addEventListener('storage', onStorage);
  countingStore.set(loadCounting());
  return () => {
    unsubscribe();
    window.removeEventListener('storage', onStorage);
    countingStore.set(null);
  };
}

interface StoredCounting {
  /** Time of sign-in (epoch ms); the next session starts with its own baseline. */
  startedAt: number;
  counting: Counting;
}

/**
 * Cache of the last stored text and its object, so that equal text gives the same object; also used when
 * storage is blocked.
 */
let lastStored: { text: string; counting: Counting; isStored: boolean } | null = null;

function loadCounting(): Counting | null {
  const session = sessionStore.get();
  const user = currentUser();
  if (session.status === 'anonymous' || !user) return null;
  const text = readStoredItem(keyOf(user._id));
  if (text === null) return lastStored?.isStored === false ? lastStored.counting : null;
  if (lastStored?.text === text) return lastStored.counting;
  const { startedAt, counting } = parse(text);
  if (startedAt !== session.startedAt || !isCounting(counting)) return null;
  lastStored = { text, counting, isStored: true };
  return counting;
}

function storeCounting(counting: Counting): void {
  const session = sessionStore.get();
  const user = currentUser();
  if (session.status === 'anonymous' || !user) return;
  const text = JSON.stringify({ startedAt: session.startedAt, counting } satisfies StoredCounting);
  writeStoredItem(keyOf(user._id), text);
  lastStored = { text, counting, isStored: readStoredItem(keyOf(user._id)) === text };
}

function deleteCounting(userId: string): void {
  lastStored = null;
  writeStoredItem(keyOf(userId), null);
}

function parse(text: string): JsonRecord {
  try {
    return readRecord(JSON.parse(text));
  } catch {
    return {};
  }
}

function isCounting(value: unknown): value is Counting {
  const { lists, known, since, fresh } = readRecord(value);
  return [lists, known, fresh].every(Array.isArray) && typeof since === 'string';
}
