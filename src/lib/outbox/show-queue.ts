import { currentUser, sessionStore } from '../session/session.ts';
import { createStore } from '../store.ts';
import { outboxStore } from './entries.ts';
import { queueStore } from './store.ts';

/** Counts what this tab has changed in the queue: whoever works it looks then. */
export const changesStore = createStore(0);

let readings = 0;
let isFollowing = false;

/** Shows the queue of whoever is signed in, as the device has it now. */
export async function showQueue(): Promise<void> {
  if (!isFollowing) sessionStore.subscribe(forgetOthers);
  isFollowing = true;
  const userId = currentUser()?._id;
  if (userId === undefined) return;
  readings += 1;
  const turn = readings;
  const { entries } = await (await queueStore()).read(userId);
  if (turn === readings && currentUser()?._id === userId) outboxStore.set(entries);
}

/** What waits is nobody's to see but its owner's. */
function forgetOthers(): void {
  const userId = currentUser()?._id;
  if (outboxStore.get().some((entry) => entry.userId !== userId)) outboxStore.set([]);
}
