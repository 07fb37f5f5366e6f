import { currentUser, sessionStore } from '../session/session.ts';
import { createStore } from '../store.ts';
import { outboxStore } from './entries.ts';
import { queueStore } from './store.ts';

/** Counts what this tab has changed in the queue: whoever works it looks then. */
export const changesStore = createStore(0);

/** What of this device's storage fails: nothing is sent then, and nothing new can be entered. Null while it responds. */
export const storageFailure = createStore<'reading' | 'writing' | null>(null);

let readings = 0;
let isFollowing = false;
let retry: ReturnType<typeof setTimeout> | undefined;
const retryMs = 2000;

/** Shows the queue of whoever is signed in, as the device has it now. Never rejects: a failed reading is repeated. */
export async function showQueue(): Promise<void> {
  if (!isFollowing) sessionStore.subscribe(forgetOthers);
  isFollowing = true;
  const userId = currentUser()?._id;
  if (userId === undefined) return;
  readings += 1;
  const turn = readings;
  clearTimeout(retry);
  try {
    const { entries } = await queueStore().read(userId);
    if (storageFailure.get() === 'reading') storageFailure.set(null);
    if (turn === readings && currentUser()?._id === userId) outboxStore.set(entries);
  } catch {
    storageFailure.set('reading');
    if (turn === readings) retry = setTimeout(() => void showQueue(), retryMs);
  }
}

/** What waits is nobody's to see but its owner's. */
function forgetOthers(): void {
  const userId = currentUser()?._id;
  if (outboxStore.get().some((entry) => entry.userId !== userId)) outboxStore.set([]);
}
