import { type JsonRecord, readRecord } from '#contract/tolerant.ts';
import { readItem, writeItem } from '../device-storage.ts';
import { currentUser, sessionStore } from '../session/session.ts';
import { createStore, useStore } from '../store.ts';
import { type Counting, type NewOrder, markAllSeen } from './counting.ts';

/** One for every person who uses this device, and for one session of theirs. */
const keyOf = (userId: string) => `commissary.new-orders.${userId}`;

/** How the count stands for the person signed in; null before the first list, and when nobody is. */
export const countingStore = createStore<Counting | null>(null);

const none: readonly NewOrder[] = [];

/** The orders that came since the last look, the latest first. */
export function useNewOrders(): readonly NewOrder[] {
  return useStore(countingStore)?.fresh ?? none;
}

/** Starts counting anew, in every tab. */
export function markOrdersSeen(): void {
  updateCounting(markAllSeen);
}

/**
 * Changes the count here and in every other tab of the same person. It is read from storage first: another tab
 * may have counted what this one has just heard of.
 */
export function updateCounting(change: (counting: Counting | null) => Counting | null): void {
  const stored = loadCounting();
  const next = change(stored);
  if (next !== null && next !== stored) storeCounting(next);
  countingStore.set(next);
}

/**
 * Follows what other tabs count, and forgets the count when the session ends.
 *
 * @returns stops following
 */
export function syncCounting(): () => void {
  let owner = currentUser()?._id ?? null;
  const onStorage = (event: StorageEvent) => {
    if (owner !== null && (event.key === keyOf(owner) || event.key === null))
      countingStore.set(loadCounting());
  };
  const unsubscribe = sessionStore.subscribe(() => {
    const next = currentUser()?._id ?? null;
    if (sessionStore.get().status === 'anonymous' && owner !== null) forget(owner);
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

interface Kept {
  /** Instant (epoch ms) of the sign-in it belongs to: the next session starts with a baseline of its own. */
  startedAt: number;
  counting: Counting;
}

/** What was kept last, and as what text: the same text gives the same object, and storage may be blocked. */
let last: { text: string; counting: Counting; isKept: boolean } | null = null;

function loadCounting(): Counting | null {
  const session = sessionStore.get();
  const user = currentUser();
  if (session.status === 'anonymous' || !user) return null;
  const text = readItem(keyOf(user._id));
  if (text === null) return last?.isKept === false ? last.counting : null;
  if (last?.text === text) return last.counting;
  const { startedAt, counting } = parse(text);
  if (startedAt !== session.startedAt || !isCounting(counting)) return null;
  last = { text, counting, isKept: true };
  return counting;
}

function storeCounting(counting: Counting): void {
  const session = sessionStore.get();
  const user = currentUser();
  if (session.status === 'anonymous' || !user) return;
  const text = JSON.stringify({ startedAt: session.startedAt, counting } satisfies Kept);
  writeItem(keyOf(user._id), text);
  last = { text, counting, isKept: readItem(keyOf(user._id)) === text };
}

function forget(userId: string): void {
  last = null;
  writeItem(keyOf(userId), null);
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
