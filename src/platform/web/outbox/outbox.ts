import { ApiError } from '#platform/web/api/api-error.ts';
import { localizeError, getErrorMessage } from '#platform/web/api/localize-error.ts';
import { whenLoaded } from '#platform/web/lazy-module.ts';
import { getCurrentUser } from '#platform/web/session/session.ts';
import { toastError } from '#platform/web/toast.ts';
import { getDeviceMoment } from '#platform/web/device-clock.ts';
import { isStorageFull } from '#platform/web/device-database.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { addToQueue } from './add-to-queue.ts';
import { outboxStore } from './entries.ts';
import type { EntryDraft, OutboxEntry, Queue } from './entry.ts';
import { queueService } from './lazy-queue-service.ts';
import { outboxMessages } from './messages.ts';
import { changesStore, showQueue } from './show-queue.ts';
import { getQueueStore } from './store.ts';
import type * as QueueService from './queue-service.ts';

/**
 * Adds an action to the current user's queue; if its key is a duplicate, returns the existing entry. Waits
 * only for device storage.
 *
 * @throws ApiError `NO_ROOM` or `NOT_STORED` if the device can't store the action; it isn't sent in that
 *   case, because it could be lost
 */
export async function enqueueAction(draft: EntryDraft): Promise<OutboxEntry> {
  const userId = requireUserId();
  const generated = { id: newUuid(), idempotencyKey: newUuid(), now: getDeviceMoment() };
  const store = () =>
    getQueueStore().update(userId, (queue) => {
      const added = addToQueue(queue, draft, generated);
      const userName = getCurrentUser()?.name ?? queue.userName;
      const isUnchanged = added.queue === queue || userName === undefined;
      return { queue: isUnchanged ? added.queue : { ...added.queue, userName }, result: added.entry };
    });
  const entry = await storeOrThrow(store);
  if (!getQueueStore().isDurable()) warnOnce();
  notifyChange();
  return entry;
}

/** Enqueues an action that no screen waits for; a failure is shown as a toast. */
export function enqueueOrToast(draft: EntryDraft): void {
  toastOnFailure(enqueueAction(draft));
}

/** Shows a toast when a background action fails. */
export function toastOnFailure(action: Promise<unknown>): void {
  action.catch((error: unknown) => toastError(getErrorMessage(error)));
}

/** Writes to the device's store; converts permanent failures into localized errors. */
async function storeOrThrow<T>(write: () => Promise<T>): Promise<T> {
  try {
    const loaded = queueService.loaded.get();
    return await (loaded === null ? write() : loaded.freeSpaceAndRetry(write));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const texts = getMessages(outboxMessages);
    if (isStorageFull(error)) throw new ApiError({ code: 'NO_ROOM', status: 413, message: texts.noRoom });
    throw new ApiError({ code: 'NOT_STORED', status: 413, message: texts.notStored });
  }
}

let isWarned = false;

/** Warns once per page load that the queue is lost when the page is closed. */
function warnOnce(): void {
  if (!isWarned) toastError(getMessages(outboxMessages).notDurable);
  isWarned = true;
}

/** Immediately retries a rejected or waiting action. */
export const retryEntry = (id: string) =>
  changeQueue((queue, rules) => rules.retry(queue, id, getDeviceMoment()));

/**
 * Discards an action and the later actions on the same document. Stored photos stay, because a form may still
 * use them.
 */
export const discardEntry = (id: string) => changeQueue((queue, rules) => rules.discard(queue, id));

/** Discards an action on the user's request, including its photos. */
export async function discardEntryAndPhotos(id: string): Promise<void> {
  const before = outboxStore.get();
  const userId = requireUserId();
  await discardEntry(id);
  const { entries } = await storeOrThrow(() => getQueueStore().read(userId));
  const remainingIds = new Set(entries.map((entry) => entry.id));
  const photos = before.flatMap((entry) =>
    entry.photo === undefined || remainingIds.has(entry.id) ? [] : [entry.photo],
  );
  if (photos.length > 0) await (await import('#platform/web/stored-photos.ts')).deleteStoredPhotos(photos);
}

/**
 * Resolves with the server's response once the action is sent. Rejects with the error if the server rejects
 * the action, or if it is discarded. Waits indefinitely while offline.
 */
export function waitForEntry(id: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let hasAppeared = false;
    const check = () => {
      const entry = outboxStore.get().find((other) => other.id === id);
      if (entry?.state === 'sent') finish(() => resolve(entry.response));
      else if (entry?.state === 'needs-attention' && entry.lastError) {
        const { lastError } = entry;
        finish(() => void localizeError(new ApiError(lastError)).then(reject));
      } else if (!entry && hasAppeared) {
        finish(() => reject(new ApiError({ code: 'DISCARDED', status: 0, message: '', isGeneric: true })));
      }
      hasAppeared ||= entry !== undefined;
    };
    const unsubscribe = outboxStore.subscribe(check);
    const finish = (settle: () => void) => {
      unsubscribe();
      settle();
    };
    check();
  });
}

/** Changes the queue once the queue service is loaded. */
async function changeQueue(edit: (queue: Queue, rules: typeof QueueService.rules) => Queue): Promise<void> {
  const userId = requireUserId();
  const { rules } = queueService.loaded.get() ?? (await loadQueueService());
  await storeOrThrow(() =>
    getQueueStore().update(userId, (queue) => ({ queue: edit(queue, rules), result: undefined })),
  );
  notifyChange();
}

const loadQueueService = () =>
  new Promise<typeof QueueService>((resolve) => {
    whenLoaded(queueService, (module) => {
      resolve(module);
      return () => undefined;
    });
    queueService.load();
  });

/** Interval in ms for retrying to load the queue service while something waits for it. */
const loadRetryMs = 10_000;
let loadTimer: ReturnType<typeof setInterval> | undefined;

function notifyChange(): void {
  queueService.load();
  loadTimer ??= setInterval(() => {
    queueService.load();
    if (queueService.loaded.get() !== null) clearInterval(loadTimer);
  }, loadRetryMs);
  void showQueue();
  changesStore.set(changesStore.get() + 1);
}

function requireUserId(): string {
  const user = getCurrentUser();
  if (!user) throw new Error('The outbox requires a signed-in user');
  return user._id;
}
