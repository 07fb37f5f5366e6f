import type { QueryClient } from '@tanstack/react-query';
import { api } from '#platform/web/api/api.ts';
import { connectionStore } from '#platform/web/api/connection.ts';
import { endRefusedSession } from '#platform/web/cache/error-policy.ts';
import { getCurrentUser, sessionStore } from '#platform/web/session/session.ts';
import { getAction } from './action.ts';
import { outboxStore } from './entries.ts';
import type { OutboxEntry, Queue } from './entry.ts';
import { electLeaderTab } from './leader-tab.ts';
import { dropOldResponses, recover, retryAll } from './queue.ts';
import { type Sender, startSender } from './sender.ts';
import { changesStore, showQueue, storageFailure } from './show-queue.ts';
import { getQueueStore } from './store.ts';

export * as rules from './queue.ts';
export { freeSpaceAndRetry } from './free-space.ts';

const channelName = 'commissary-outbox';
let stopService: () => void = () => undefined;

/**
 * Runs the current user's queue, starting and stopping with the session. Calling it a second time replaces
 * the first run.
 *
 * @param startedAt when this tab started (epoch ms); earlier responses are already included in the data it
 *   has loaded
 * @returns a function that stops the service
 */
export function runQueueService(queryClient: QueryClient, startedAt: number = Date.now()): () => void {
  stopService();
  let userId: string | null = null;
  let stop: () => void = () => undefined;
  const updateUser = () => {
    const next = getCurrentUser()?._id ?? null;
    if (next === userId) return;
    stop();
    userId = next;
    stop = next === null ? () => undefined : startOutbox(next, queryClient, startedAt);
  };
  const unsubscribe = sessionStore.subscribe(updateUser);
  stopService = () => {
    unsubscribe();
    stop();
    userId = null;
    stop = () => undefined;
  };
  updateUser();
  return stopService;
}

/**
 * Runs one user's queue: publishes its entries, sends it from one tab, and applies responses to every tab's
 * query cache.
 */
function startOutbox(userId: string, queryClient: QueryClient, startedAt: number): () => void {
  const channel = new BroadcastChannel(channelName);
  /** Ids of entries whose responses this tab has applied, and of entries that it has received unsent. */
  const appliedIds = new Set<string>();
  const unsentIds = new Set<string>();
  let sender: Sender | null = null;
  let isStopped = false;

  const wake = () => sender?.wake();
  const notifyChange = () => {
    // Responses may arrive after the session has ended.
    if (isStopped) return;
    channel.postMessage('changed');
    void showQueue();
  };
  channel.onmessage = () => {
    void showQueue();
    wake();
  };
  const apply = () => {
    for (const entry of outboxStore.get()) {
      if (entry.sentAt === null) unsentIds.add(entry.id);
      // The clock may have been changed, so an entry that this tab saw unsent always counts as new.
      const isNew = unsentIds.has(entry.id) || (entry.sentAt ?? 0) >= startedAt;
      if (entry.sentAt === null || !isNew || appliedIds.has(entry.id)) continue;
      appliedIds.add(entry.id);
      applyResponse(entry, queryClient);
    }
  };
  const lead = (giveUp: () => void) => {
    let isLeading = true;
    const handleFailure = () => {
      if (!isLeading) return;
      storageFailure.set('writing');
      giveUp();
    };
    updateQueue(userId, (queue) => recover(queue, Date.now())).then(() => {
      if (!isLeading) return;
      storageFailure.set(null);
      void showQueue();
      sender = startSender({
        userId,
        store: getQueueStore(),
        send: api.send,
        onChange: notifyChange,
        onSessionRefused: endRefusedSession,
        isCurrent: () => !isStopped && getCurrentUser()?._id === userId,
        onStorageFailure: handleFailure,
      });
    }, handleFailure);
    return () => {
      isLeading = false;
      sender?.stop();
      sender = null;
    };
  };
  let wasAlive = connectionStore.get().isAlive;
  const stops = [
    electLeaderTab(lead, channelName),
    outboxStore.subscribe(apply),
    changesStore.subscribe(() => {
      channel.postMessage('changed');
      wake();
    }),
    connectionStore.subscribe(() => {
      const { isAlive } = connectionStore.get();
      // If storage fails, the waits end by themselves.
      if (isAlive && !wasAlive) updateQueue(userId, retryAll).then(wake, () => undefined);
      wasAlive = isAlive;
    }),
  ];
  apply();
  void showQueue();
  deleteQueueResponsesOfOthers(userId).catch(() => undefined);
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
    channel.close();
    outboxStore.set([]);
    updateQueue(userId, dropOldResponses).catch(() => undefined);
  };
}

/**
 * Deletes the stored responses of all other users (of all users if null). They remain if a session ended
 * while the browser was closed.
 */
export async function deleteQueueResponsesOfOthers(userId: string | null): Promise<void> {
  for (const owner of await getQueueStore().listOwners())
    if (owner !== userId) await updateQueue(owner, dropOldResponses);
}

async function updateQueue(userId: string, edit: (queue: Queue) => Queue): Promise<void> {
  await getQueueStore().update(userId, (queue) => ({ queue: edit(queue), result: undefined }));
}

function applyResponse(entry: OutboxEntry, queryClient: QueryClient): void {
  const action = getAction(entry.kind);
  if (!action) return;
  try {
    action.onSent(action.read(entry.response), queryClient);
  } catch (error) {
    console.warn('Could not read the response to a queued action; refetching all queries', entry.kind, error);
    void queryClient.invalidateQueries();
  }
}
