import { record } from '#contract/tolerant.ts';
import { currentUser, sessionStore } from '../session/session.ts';
import { createStore, useStore } from '../store.ts';
import { type Counting, type NewOrder, seeAll } from './counting.ts';

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
  changeCounting(seeAll);
}

/**
 * Changes the count here and in every other tab of the same person. It is read from storage first: another tab
 * may have counted what this one has just heard of.
 */
export function changeCounting(change: (counting: Counting | null) => Counting | null): void {
  const stored = recall();
  const next = change(stored);
  if (next !== null && next !== stored) keep(next);
  countingStore.set(next);
}

/**
 * Follows what other tabs count, and forgets the count when the session ends.
 *
 * @returns stops following
 */
export function followCounting(): () => void {
  let owner = currentUser()?._id ?? null;
  const onStorage = (event: StorageEvent) => {
    if (owner !== null && (event.key === keyOf(owner) || event.key === null)) countingStore.set(recall());
  };
  const unsubscribe = sessionStore.subscribe(() => {
    const next = currentUser()?._id ?? null;
    if (sessionStore.get().status === 'anonymous' && owner !== null) forget(owner);
    if (next !== owner) {
      owner = next;
      countingStore.set(recall());
    }
  });
  window.addEventListener('storage', onStorage);
  countingStore.set(recall());
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

/** What was kept last, and what it was read from: the same text gives the same object. */
let last: { text: string; counting: Counting } | null = null;

function recall(): Counting | null {
  const session = sessionStore.get();
  const user = currentUser();
  if (session.status === 'anonymous' || !user) return null;
  try {
    const text = localStorage.getItem(keyOf(user._id));
    if (text === null) return null;
    const { startedAt, counting } = JSON.parse(text) as Partial<Kept>;
    if (startedAt !== session.startedAt || !isCounting(counting)) return null;
    if (last?.text !== text) last = { text, counting };
    return last.counting;
  } catch {
    // Storage is blocked, or holds what is none of ours: this tab counts for itself.
    return countingStore.get();
  }
}

function keep(counting: Counting): void {
  const session = sessionStore.get();
  const user = currentUser();
  if (session.status === 'anonymous' || !user) return;
  const text = JSON.stringify({ startedAt: session.startedAt, counting } satisfies Kept);
  last = { text, counting };
  try {
    localStorage.setItem(keyOf(user._id), text);
  } catch {
    // See above.
  }
}

function forget(userId: string): void {
  last = null;
  try {
    localStorage.removeItem(keyOf(userId));
  } catch {
    // See above.
  }
}

function isCounting(value: unknown): value is Counting {
  const { lists, known, since, fresh } = record(value);
  return [lists, known, fresh].every(Array.isArray) && typeof since === 'string';
}
