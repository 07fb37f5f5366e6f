import type { QueryClient } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { connectionStore } from '../api/connection.ts';
import { endRefusedSession } from '../cache/error-policy.ts';
import { currentUser, sessionStore } from '../session/session.ts';
import { actionOf } from './action.ts';
import { outboxStore } from './entries.ts';
import type { OutboxEntry, Queue } from './entry.ts';
import { electLeaderTab } from './leader-tab.ts';
import { forgetAnswers, recover, retryAll } from './queue.ts';
import { type Sender, startSender } from './sender.ts';
import { changesStore, showQueue } from './show-queue.ts';
import { queueStore } from './store.ts';

export * as rules from './queue.ts';
export { withRoom } from './room.ts';

const channelName = 'commissary-outbox';
let stopFollowing: () => void = () => undefined;

/**
 * Works the queue of whoever is signed in, from now on: starts with the session and stops with it. A second call
 * takes the place of the first.
 *
 * @param startedAt when this tab began (epoch ms): answers of before came with the lists that it has loaded
 * @returns stops following
 */
export function followOutbox(queryClient: QueryClient, startedAt: number = Date.now()): () => void {
  stopFollowing();
  let userId: string | null = null;
  let stop: () => void = () => undefined;
  const follow = () => {
    const next = currentUser()?._id ?? null;
    if (next === userId) return;
    stop();
    userId = next;
    stop = next === null ? () => undefined : startOutbox(next, queryClient, startedAt);
  };
  const unsubscribe = sessionStore.subscribe(follow);
  stopFollowing = () => {
    unsubscribe();
    stop();
    userId = null;
    stop = () => undefined;
  };
  follow();
  return stopFollowing;
}

/** Works one person's queue: shows it, sends it from one tab, and hands answers to the query cache of every tab. */
function startOutbox(userId: string, queryClient: QueryClient, startedAt: number): () => void {
  const channel = new BroadcastChannel(channelName);
  /** Answers that this tab has taken over. */
  const applied = new Set<string>();
  let sender: Sender | null = null;
  let isStopped = false;

  const wake = () => sender?.wake();
  const changed = () => {
    // What was on its way when the session ended arrives after it.
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
      if (entry.sentAt === null || entry.sentAt < startedAt || applied.has(entry.id)) continue;
      applied.add(entry.id);
      applyAnswer(entry, queryClient);
    }
  };
  const lead = () => {
    let isLeading = true;
    void change(userId, (queue) => recover(queue, Date.now())).then(async () => {
      const store = await queueStore();
      if (!isLeading) return;
      sender = startSender({
        userId,
        store,
        send: api.send,
        changed,
        refusedSession: endRefusedSession,
        isCurrent: () => !isStopped && currentUser()?._id === userId,
      });
    });
    return () => {
      isLeading = false;
      sender?.stop();
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
      if (isAlive && !wasAlive) void change(userId, retryAll).then(wake);
      wasAlive = isAlive;
    }),
  ];
  apply();
  void showQueue();
  void forgetAnswersOfOthers(userId);
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
    channel.close();
    outboxStore.set([]);
    void change(userId, forgetAnswers);
  };
}

/**
 * Forgets what the server said to everybody but this person; null: to everybody. A session that ends in a browser
 * that is closed by then leaves it behind.
 */
export async function forgetAnswersOfOthers(userId: string | null): Promise<void> {
  for (const owner of await (await queueStore()).owners())
    if (owner !== userId) await change(owner, forgetAnswers);
}

async function change(userId: string, edit: (queue: Queue) => Queue): Promise<void> {
  await (await queueStore()).update(userId, (queue) => ({ queue: edit(queue), result: undefined }));
}

function applyAnswer(entry: OutboxEntry, queryClient: QueryClient): void {
  const action = actionOf(entry.kind);
  if (!action) return;
  try {
    action.onSent(action.read(entry.answer), queryClient);
  } catch (problem) {
    console.warn('An answer could not be read; the screen reloads instead', entry.kind, problem);
    void queryClient.invalidateQueries();
  }
}
