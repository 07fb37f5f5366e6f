import { ApiError } from '../api/api-error.ts';
import type { Reply, SendOptions, WriteMethod } from '../api/call.ts';
import { actionOf } from './action.ts';
import type { EntryError, OutboxEntry, Queue } from './entry.ts';
import {
  forgetAnswers,
  markRefused,
  markSending,
  markSent,
  markWaiting,
  nextDue,
  nextWakeAt,
} from './queue.ts';
import type { QueueStore } from './store.ts';

interface SenderOptions {
  userId: string;
  store: QueueStore;
  send(method: WriteMethod, path: string, options: SendOptions): Promise<Reply>;
  /** Called after every change of the queue. */
  changed(): void;
  /** Called with what the server refuses for want of a session. */
  refusedSession(error: ApiError): void;
  /** True while the person is still the one signed in. */
  isCurrent(): boolean;
  now?(): number;
}

export interface Sender {
  /** Looks at the queue now: something was added, or the connection is back. */
  wake(): void;
  stop(): void;
}

/** Statuses below 500 that say "later", not "no". */
const laterStatuses = new Set([401, 408, 425, 429]);
const laterCodes = new Set(['STILL_RUNNING', 'REQUEST_IN_PROGRESS']);

/** Sends one person's queue, one action at a time, in order per document. Runs in one tab only. */
export function startSender(options: SenderOptions): Sender {
  const { userId, store, changed, isCurrent, now = Date.now } = options;
  let isStopped = false;
  let isRunning = false;
  let isWoken = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const update = (change: (queue: Queue) => Queue) =>
    store.update(userId, (queue) => ({ queue: change(queue), result: undefined }));

  async function sendOne({ id }: OutboxEntry): Promise<void> {
    // As it stands at this step: until here another may have joined it, or a person have given it up.
    const entry = await store.update(userId, (queue) => {
      const marked = markSending(queue, id);
      return { queue: marked, result: marked.entries.find((each) => each.id === id) };
    });
    if (entry === undefined) return;
    changed();
    try {
      const { data, headers } = await (entry.photo === undefined
        ? sendJson(entry)
        : sendFile(entry, entry.photo));
      // That it was sent is the owner's to know; what the server said to it is nobody's once they have left.
      await update((queue) => {
        const sent = markSent(queue, entry.id, data ?? taggedVersion(headers), now());
        return isCurrent() ? sent : forgetAnswers(sent);
      });
    } catch (error) {
      await update((queue) => fail(queue, entry, error));
    }
    changed();
  }

  const sendJson = (entry: OutboxEntry) =>
    options.send(entry.method, entry.path, {
      json: entry.body ?? undefined,
      idempotencyKey: entry.idempotencyKey,
      ifMatch: entry.ifMatch,
      ...(entry.prefersMinimal && { headers: { prefer: 'return=minimal' } }),
      outlivesSession: true,
    });

  /** What sends photos comes with the first one. */
  async function sendFile(entry: OutboxEntry, photo: string): Promise<Reply> {
    const { sendPhoto } = await import('./send-photo.ts');
    const reply = await sendPhoto(entry, photo);
    const { dropPhotos } = await import('../kept-photos.ts');
    await dropPhotos([photo]);
    return reply;
  }

  function fail(queue: Queue, entry: OutboxEntry, thrown: unknown): Queue {
    const error = thrown instanceof ApiError ? thrown : null;
    const kept = describe(thrown, actionOf(entry.kind)?.failure);
    const isLater =
      error !== null &&
      (error.status === 0 ||
        error.status >= 500 ||
        laterStatuses.has(error.status) ||
        laterCodes.has(error.code));
    if (!isLater) return markRefused(queue, entry.id, kept);
    if (error.status === 401) options.refusedSession(error);
    return markWaiting(queue, entry.id, kept, now() + waitMs(error, entry.attempts));
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    clearTimeout(timer);
    do {
      isWoken = false;
      let entry = nextDue(await store.read(userId), now());
      while (entry && !isStopped && isCurrent()) {
        await sendOne(entry);
        entry = nextDue(await store.read(userId), now());
      }
    } while (isWoken && !isStopped);
    isRunning = false;
    const wakeAt = nextWakeAt(await store.read(userId));
    if (wakeAt !== null && !isStopped && isCurrent()) timer = setTimeout(wake, Math.max(100, wakeAt - now()));
  }

  function wake(): void {
    isWoken = true;
    if (!isStopped) void run();
  }

  wake();
  return {
    wake,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** What an answer without a body tells: the version in its ETag; null without one. */
function taggedVersion(headers: Headers): { version: number } | null {
  const version = /^(?:W\/)?"(\d{1,15})"$/.exec(headers.get('etag') ?? '')?.[1];
  return version === undefined ? null : { version: Number(version) };
}

/**
 * The wait before the next attempt, in milliseconds: what the server asks for; else doubling from one second, up
 * to 5 s while the connection is away (an attempt is cheap then) and 30 s while the server has trouble, with up
 * to a quarter of jitter, so that many tablets do not try again at the same moment.
 */
function waitMs(error: ApiError, attempts: number): number {
  if (error.retryAfterMs !== null) return Math.min(error.retryAfterMs, 120_000);
  const cap = error.isNetwork ? 5000 : 30_000;
  return Math.min(1000 * 2 ** (attempts - 1), cap) * (1 + Math.random() / 4);
}

function describe(thrown: unknown, failure?: () => string): EntryError {
  if (thrown instanceof ApiError) {
    const { code, status, asItCame, details, requestId } = thrown;
    const message = thrown.isGeneric && failure ? failure() : asItCame.message;
    return { code, status, message, fields: asItCame.fields, details, requestId };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: 'CLIENT', status: 0, message, fields: {}, details: {}, requestId: null };
}
