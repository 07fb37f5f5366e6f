import { getCurrentUser, sessionStore } from '#platform/web/session/session.ts';
import { createStore } from '#platform/web/store.ts';
import { outboxStore } from './entries.ts';
import { getQueueStore } from './store.ts';

/** Counter of queue changes in this tab, which wakes the queue service. */
export const changesStore = createStore(0);

/**
 * The storage operation that fails; while it does, nothing is sent and nothing can be entered. Null if
 * storage works.
 */
export const storageFailure = createStore<'reading' | 'writing' | null>(null);

let readCount = 0;
let isSubscribed = false;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
const retryMs = 2000;

/** Publishes the current user's queue as stored on the device. Never rejects: a failed read is retried. */
export async function showQueue(): Promise<void> {
  if (!isSubscribed) sessionStore.subscribe(clearOthersEntries);
  isSubscribed = true;
  const userId = getCurrentUser()?._id;
  if (userId === undefined) return;
  readCount += 1;
  const readNumber = readCount;
  clearTimeout(retryTimer);
  try {
    const { entries } = await getQueueStore().read(userId);
    if (storageFailure.get() === 'reading') storageFailure.set(null);
    if (readNumber === readCount && getCurrentUser()?._id === userId) outboxStore.set(entries);
  } catch {
    storageFailure.set('reading');
    if (readNumber === readCount) retryTimer = setTimeout(() => void showQueue(), retryMs);
  }
}

/** Clears entries of another user, because only their owner may see them. */
function clearOthersEntries(): void {
  const userId = getCurrentUser()?._id;
  if (outboxStore.get().some((entry) => entry.userId !== userId)) outboxStore.set([]);
}
