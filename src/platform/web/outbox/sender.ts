import { dayMs } from '#core/day.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import type { Reply, SendOptions, WriteMethod } from '#platform/web/api/call.ts';
import { getDeviceMoment, computeElapsedMs } from '#platform/web/device-clock.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { getAction } from './action.ts';
import { deviceCodes, getEnteredAt, type EntryError, type OutboxEntry, type Queue } from './entry.ts';
import { outboxMessages } from './messages.ts';
import {
  dropOldResponses,
  markRefused,
  markSending,
  markSent,
  markWaiting,
  listReadyEntries,
} from './queue.ts';
import { freeSpaceAndRetry } from './free-space.ts';
import type { QueueStore } from './store.ts';

interface SenderOptions {
  userId: string;
  store: QueueStore;
  send(method: WriteMethod, path: string, options: SendOptions): Promise<Reply>;
  /** Called after every change of the queue. */
  onChange(): void;
  /** Called when the server rejects the session (401). */
  onSessionRefused(error: ApiError): void;
  /** True while the owner of the queue is signed in. */
  isCurrent(): boolean;
  /**
   * Called once when device storage fails permanently: the sender has stopped, and the next leader tab
   * (leader-tab.ts) resends.
   */
  onStorageFailure(error: unknown): void;
}

export interface Sender {
  /** Checks the queue now, after an addition or reconnection. */
  wake(): void;
  stop(): void;
}

/** Header with the age of an action (ms), from which the server computes its time by its own clock. */
const actionAgeHeader = 'action-age';

/** Statuses below 500 that are temporary. */
const temporaryStatuses = new Set([401, 408, 425, 429]);
const temporaryCodes = new Set(['STILL_RUNNING', 'REQUEST_IN_PROGRESS']);

/** Sends one user's queue, one action at a time and in order per document. Runs in one tab only. */
export function startSender(options: SenderOptions): Sender {
  const { userId, store, onChange, isCurrent } = options;
  let isStopped = false;
  let isRunning = false;
  let isWakeRequested = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** End of each entry's wait on the monotonic clock, with the attempt count it belongs to. */
  const waits = new Map<string, { attempts: number; untilMs: number }>();

  const update = (change: (queue: Queue) => Queue) =>
    freeSpaceAndRetry(() => store.update(userId, (queue) => ({ queue: change(queue), result: undefined })));

  /** Returns the remaining wait of an entry in ms. */
  function getRemainingMs({ id, attempts, waitMs = 0 }: OutboxEntry): number {
    if (waitMs === 0) return 0;
    const now = performance.now();
    const pendingWait = waits.get(id);
    if (pendingWait?.attempts === attempts) return pendingWait.untilMs - now;
    waits.set(id, { attempts, untilMs: now + waitMs });
    return waitMs;
  }

  /** Sends one entry and records the outcome. Rejects when device storage fails; the entry is then resent. */
  async function sendOne({ id }: OutboxEntry): Promise<void> {
    // Re-read the entry: since it was queued, another action may have been merged into it, or the user may
    // have discarded it.
    const entry = await store.update(userId, (queue) => {
      const marked = markSending(queue, id, getDeviceMoment(), createTooOldError);
      return { queue: marked, result: marked.entries.find((other) => other.id === id) };
    });
    onChange();
    if (entry?.state !== 'sending') return;
    const outcome = isCurrent() ? await attempt(entry) : (queue: Queue) => markWaiting(queue, id, null, 0);
    await update(outcome);
    onChange();
    if (entry.photo !== undefined) await deleteSentPhoto(id, entry.photo);
  }

  /**
   * Sends an entry and returns the queue change for its outcome. Never rejects: a device error isn't a
   * rejection by the server.
   */
  async function attempt(entry: OutboxEntry): Promise<(queue: Queue) => Queue> {
    try {
      const { data, headers } = await (entry.photo === undefined
        ? sendJson(entry)
        : sendFile(entry, entry.photo));
      // The owner's queue records that it was sent; the response is dropped once they have signed out.
      return (queue) => {
        const sent = markSent(queue, entry.id, data ?? readVersionFromETag(headers), Date.now());
        return isCurrent() ? sent : dropOldResponses(sent);
      };
    } catch (error) {
      const description = describeError(error, getAction(entry.kind)?.failure);
      if (!isRetryable(error)) return (queue) => markRefused(queue, entry.id, description);
      if (error instanceof ApiError && error.status === 401) options.onSessionRefused(error);
      const wait = computeWaitMs(error, entry.attempts);
      return (queue) => markWaiting(queue, entry.id, description, wait);
    }
  }

  const sendJson = (entry: OutboxEntry) =>
    options.send(entry.method, entry.path, {
      json: entry.body ?? undefined,
      idempotencyKey: entry.idempotencyKey,
      ifMatch: entry.ifMatch,
      headers: {
        [actionAgeHeader]: String(Math.round(computeElapsedMs(getEnteredAt(entry)))),
        ...(entry.prefersMinimal && { prefer: 'return=minimal' }),
      },
      asUser: userId,
      outlivesSession: true,
    });

  /** The photo module is loaded on first use. */
  async function sendFile(entry: OutboxEntry, photo: string): Promise<Reply> {
    const { sendPhoto } = await import('./send-photo.ts');
    return sendPhoto(entry, photo);
  }

  /** Deletes a photo from the device once its entry is recorded as sent. */
  async function deleteSentPhoto(id: string, photo: string): Promise<void> {
    const { entries } = await store.read(userId);
    if (entries.find((other) => other.id === id)?.state !== 'sent') return;
    const { deleteStoredPhotos } = await import('#platform/web/stored-photos.ts');
    await deleteStoredPhotos([photo]).catch(() => undefined);
  }

  async function sendAll(): Promise<void> {
    while (!isStopped && isCurrent()) {
      isWakeRequested = false;
      const entries = listReadyEntries(await store.read(userId));
      if (isStopped || !isCurrent()) return;
      const due = entries.find((entry) => getRemainingMs(entry) <= 0);
      if (due) await sendOne(due);
      else if (!isWakeRequested) return schedule(entries);
    }
  }

  function schedule(entries: readonly OutboxEntry[]): void {
    if (entries.length > 0) timer = setTimeout(wake, Math.max(100, Math.min(...entries.map(getRemainingMs))));
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    clearTimeout(timer);
    try {
      await sendAll();
    } catch (error) {
      if (isStopped) return;
      stop();
      options.onStorageFailure(error);
    } finally {
      isRunning = false;
    }
  }

  function wake(): void {
    isWakeRequested = true;
    if (!isStopped) void run();
  }

  function stop(): void {
    isStopped = true;
    clearTimeout(timer);
  }

  wake();
  return { wake, stop };
}

/**
 * Whether an action is retried automatically: after no response, a server error, or a device error.
 * Rejections, unreadable responses and missing photos need the user's attention.
 */
function isRetryable(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const { status, code } = error;
  return status === 0 || status >= 500 || temporaryStatuses.has(status) || temporaryCodes.has(code);
}

/** Returns the version from a response's ETag when there is no body; null without one. */
function readVersionFromETag(headers: Headers): { version: number } | null {
  const version = /^(?:W\/)?"(\d{1,15})"$/.exec(headers.get('etag') ?? '')?.[1];
  return version === undefined ? null : { version: Number(version) };
}

/**
 * Returns the wait before the next attempt in milliseconds: `Retry-After`, otherwise exponential from one
 * second, up to 5 s while offline and 30 s after server or device errors, with up to 25% jitter to spread
 * clients.
 */
function computeWaitMs(error: unknown, attempts: number): number {
  const apiError = error instanceof ApiError ? error : null;
  if (apiError?.retryAfterMs != null) return Math.min(apiError.retryAfterMs, 120_000);
  const cap = apiError?.isNetwork ? 5000 : 30_000;
  return Math.min(1000 * 2 ** (attempts - 1), cap) * (1 + Math.random() / 4);
}

function describeError(error: unknown, failure?: () => string): EntryError {
  if (error instanceof ApiError) {
    const { code, status, serverText, details, requestId } = error;
    const message = error.isGeneric && failure ? failure() : serverText.message;
    return { code, status, message, fields: serverText.fields, details, requestId };
  }
  return createDeviceError(deviceCodes.failed, getMessages(outboxMessages).failed, { cause: String(error) });
}

function createTooOldError(ageMs: number): EntryError {
  const days = Math.round(ageMs / dayMs);
  return createDeviceError(deviceCodes.old, getMessages(outboxMessages).old(days), { days });
}

const createDeviceError = (code: string, message: string, details: Record<string, unknown>): EntryError => ({
  code,
  status: 0,
  message,
  fields: {},
  details,
  requestId: null,
});
