import type { QueryClient } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';
import { inOwnWords } from '../api/own-words.ts';
import { connectionStore } from '../api/connection.ts';
import { endRefusedSession } from '../cache/error-policy.ts';
import { currentUser, sessionStore } from '../session/session.ts';
import { createStore } from '../store.ts';
import { newUuid } from '../uuid.ts';
import { actionOf } from './action.ts';
import type { EntryDraft, OutboxEntry, Queue } from './entry.ts';
import { electLeaderTab } from './leader-tab.ts';
import type { Sender } from './sender.ts';
import type { QueueStore } from './store.ts';
import type * as Works from './works.ts';

let fetching: Promise<typeof Works> | null = null;

/**
 * What works a queue; nobody waits for it before the first screen. One promise for all who ask: browsers answer several
 * imports of one module in any order, and what is queued second must not come first.
 */
function works(): Promise<typeof Works> {
  fetching ??= import('./works.ts').catch((problem: unknown) => {
    fetching = null;
    throw problem;
  });
  return fetching;
}

/** Fetches what works a queue: a screen that is typed in without a network has it from the moment on that it is opened. */
export async function readyQueue(): Promise<void> {
  await works();
}

/** What the person's queue holds, as this tab knows it. */
export const outboxStore = createStore<readonly OutboxEntry[]>([]);

const channelName = 'commissary-outbox';
let opened: Promise<QueueStore> | null = null;
let stopFollowing: () => void = () => undefined;
let current: { userId: string; begin(): void; changed(): void; wake(): void } | null = null;

/**
 * Works the queue of whoever is signed in, from now on: starts with the session and stops with it. A second call
 * takes the place of the first. What waits from before is looked at `quietMs` later, so that a page that has just
 * been opened gets its own data first; a new action begins at once.
 */
export function followOutbox(queryClient: QueryClient, quietMs = 0): void {
  stopFollowing();
  opened = null;
  let userId: string | null = null;
  let stop: () => void = () => undefined;
  const follow = () => {
    const next = currentUser()?._id ?? null;
    if (next === userId) return;
    stop();
    userId = next;
    stop = next === null ? () => undefined : startOutbox(next, queryClient, quietMs);
  };
  const unsubscribe = sessionStore.subscribe(follow);
  stopFollowing = () => {
    unsubscribe();
    stop();
  };
  follow();
}

/** Works one person's queue: shows it, sends it from one tab, and hands answers to the query cache. */
function startOutbox(userId: string, queryClient: QueryClient, quietMs: number): () => void {
  const channel = new BroadcastChannel(channelName);
  const startedAt = Date.now();
  /** Answers that this tab has taken over; those from before it started came with the lists it loads. */
  const applied = new Set<string>();
  let reading = 0;
  let sender: Sender | null = null;
  let isStopped = false;

  async function refresh(): Promise<void> {
    reading += 1;
    const turn = reading;
    const { entries } = await (await store()).read(userId);
    if (isStopped || turn !== reading) return;
    outboxStore.set(entries);
    for (const entry of entries) {
      if (entry.sentAt === null || entry.sentAt < startedAt || applied.has(entry.id)) continue;
      applied.add(entry.id);
      applyAnswer(entry, queryClient);
    }
  }
  const wake = () => sender?.wake();
  const changed = () => {
    // What was on its way when the session ended arrives after it.
    if (isStopped) return;
    channel.postMessage('changed');
    void refresh();
  };
  channel.onmessage = () => {
    void refresh();
    wake();
  };
  const lead = () => {
    void change(userId, (queue, rules) => rules.recover(queue, Date.now())).then(async () => {
      const { startSender } = await works();
      if (isStopped) return;
      sender = startSender({
        userId,
        store: await store(),
        send: api.send,
        changed,
        refusedSession: endRefusedSession,
        isCurrent: () => !isStopped && currentUser()?._id === userId,
      });
    });
    return () => sender?.stop();
  };
  let stopLeading: (() => void) | null = null;
  const begin = () => {
    clearTimeout(quiet);
    if (isStopped || stopLeading !== null) return;
    stopLeading = electLeaderTab(lead, channelName);
    void refresh();
    void forgetAnswersOfOthers(userId);
  };
  const quiet = setTimeout(begin, quietMs);
  let wasAlive = connectionStore.get().isAlive;
  const stopListening = connectionStore.subscribe(() => {
    const { isAlive } = connectionStore.get();
    if (isAlive && !wasAlive) void change(userId, (queue, rules) => rules.retryAll(queue)).then(wake);
    wasAlive = isAlive;
  });

  current = { userId, begin, changed, wake };
  if (quietMs === 0) begin();
  return () => {
    isStopped = true;
    current = null;
    clearTimeout(quiet);
    sender?.stop();
    stopLeading?.();
    stopListening();
    channel.close();
    outboxStore.set([]);
    void change(userId, (queue, rules) => rules.forgetAnswers(queue));
  };
}

/**
 * Forgets what the server said to everybody but this person; null: to everybody. A session that ends in a browser
 * that is closed by then leaves it behind.
 */
export async function forgetAnswersOfOthers(userId: string | null): Promise<void> {
  for (const owner of await (await store()).owners())
    if (owner !== userId) await change(owner, (queue, rules) => rules.forgetAnswers(queue));
}

/**
 * Puts an action into the queue of the signed-in person; a twin under the same key is that one. Throws `ApiError` with the
 * code `NO_ROOM` where the device cannot keep it: then it is not sent either, because it might get lost on the way.
 */
export async function enqueue(draft: EntryDraft): Promise<OutboxEntry> {
  const { userId, begin, changed, wake } = working();
  begin();
  const made = { id: newUuid(), idempotencyKey: newUuid(), now: Date.now() };
  const { rules, withRoom } = await works();
  const queues = await store();
  const entry = await withRoom(() =>
    queues.update(userId, (queue) => {
      const added = rules.enqueue(queue, draft, made);
      return { queue: added.queue, result: added.entry };
    }),
  );
  changed();
  wake();
  return entry;
}

/** Tries a refused or waiting action again, at once. */
export const retryEntry = (id: string) => act((queue, rules) => rules.retry(queue, id));

/** Gives an action up, and what was to follow it on the same document. Photos stay kept: a form may still hold them. */
export const discardEntry = (id: string) => act((queue, rules) => rules.discard(queue, id));

/** The same, said by a person: the photos go, too. */
export async function giveUpEntry(id: string): Promise<void> {
  const before = outboxStore.get();
  await discardEntry(id);
  const { entries } = await (await store()).read(working().userId);
  const left = new Set(entries.map((entry) => entry.id));
  const photos = before.flatMap((entry) =>
    entry.photo === undefined || left.has(entry.id) ? [] : [entry.photo],
  );
  if (photos.length > 0) await (await import('../kept-photos.ts')).dropPhotos(photos);
}

/**
 * Waits until an action is sent and answers what the server said. Rejects with the server's refusal, and when
 * the action is given up. Offline this takes as long as it takes.
 */
export function settled(id: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let wasThere = false;
    const look = () => {
      const entry = outboxStore.get().find((other) => other.id === id);
      if (entry?.state === 'sent') finish(() => resolve(entry.answer));
      else if (entry?.state === 'needs-attention' && entry.lastError) {
        const { lastError } = entry;
        finish(() => void inOwnWords(new ApiError(lastError)).then(reject));
      } else if (!entry && wasThere) {
        finish(() => reject(new ApiError({ code: 'DISCARDED', status: 0, message: '', isGeneric: true })));
      }
      wasThere ||= entry !== undefined;
    };
    const unsubscribe = outboxStore.subscribe(look);
    const finish = (settle: () => void) => {
      unsubscribe();
      settle();
    };
    look();
  });
}

type Edit = (queue: Queue, rules: typeof Works.rules) => Queue;

async function act(edit: Edit): Promise<void> {
  const { userId, changed, wake } = working();
  await change(userId, edit);
  changed();
  wake();
}

async function change(userId: string, edit: Edit): Promise<void> {
  const { rules } = await works();
  await (await store()).update(userId, (queue) => ({ queue: edit(queue, rules), result: undefined }));
}

function store(): Promise<QueueStore> {
  opened ??= works().then(({ openQueueStore }) => openQueueStore());
  // Without a network it may not come; the next one asks again.
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

function working() {
  if (!current) throw new Error('The outbox works while somebody is signed in');
  return current;
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
