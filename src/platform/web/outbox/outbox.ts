import { ApiError } from '#platform/web/api/api-error.ts';
import { localizeError, errorMessage } from '#platform/web/api/localize-error.ts';
import { whenLoaded } from '#platform/web/lazy-module.ts';
import { currentUser } from '#platform/web/session/session.ts';
import { toastError } from '#platform/web/toast.ts';
import { deviceMoment } from '#platform/web/device-clock.ts';
import { isStorageFull } from '#platform/web/device-database.ts';
import { messagesOf } from '#platform/web/i18n/messages.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { addToQueue as accept } from './accept.ts';
import { outboxStore } from './entries.ts';
import type { EntryDraft, OutboxEntry, Queue } from './entry.ts';
import { queueService } from './lazy-queue-service.ts';
import { outboxMessages } from './messages.ts';
import { changesStore, showQueue } from './show-queue.ts';
import { queueStore } from './store.ts';
import type * as Works from './queue-service.ts';

/**
 * Adds an action to the current user's queue; a duplicate key returns the existing entry. It waits for device
 * storage only.
 *
 * @throws ApiError `NO_ROOM` or `NOT_STORED` when the device cannot store it; it is then not sent either,
 * because it could be lost
 */
export async function enqueueAction(draft: EntryDraft): Promise<OutboxEntry> {
  const userId = owner();
  const identity = { id: newUuid(), idempotencyKey: newUuid(), now: deviceMoment() };
  const take = () =>
    queueStore().update(userId, (queue) => {
      const added = accept(queue, draft, identity);
      const userName = currentUser()?.name ?? queue.userName;
      const isSame = added.queue === queue || userName === undefined;
      return { queue: isSame ? added.queue : { ...added.queue, userName }, result: added.entry };
    });
  const entry = await stored(take);
  if (!queueStore().isDurable()) warnOnce();
  changed();
  return entry;
}

/** Enqueues an action that no screen waits for; a failure is shown as a toast. */
export function enqueueOrToast(draft: EntryDraft): void {
  toastOnFailure(enqueueAction(draft));
}

/** Shows a toast when a background action fails. */
export function toastOnFailure(doing: Promise<unknown>): void {
  doing.catch((problem: unknown) => toastError(errorMessage(problem)));
}

/** Writes to the device's store; permanent failures become localized errors. */
async function stored<T>(write: () => Promise<T>): Promise<T> {
  try {
    const loaded = queueService.loaded.get();
    return await (loaded === null ? write() : loaded.freeSpaceAndRetry(write));
  } catch (problem) {
    if (problem instanceof ApiError) throw problem;
    const texts = messagesOf(outboxMessages);
    if (isStorageFull(problem)) throw new ApiError({ code: 'NO_ROOM', status: 413, message: texts.noRoom });
    throw new ApiError({ code: 'NOT_STORED', status: 413, message: texts.notStored });
  }
}

let isWarned = false;

/** Warns once per page that the queue is lost when the page closes. */
function warnOnce(): void {
  if (!isWarned) toastError(messagesOf(outboxMessages).notDurable);
  isWarned = true;
}

/** Retries a refused or waiting action at once. */
export const retryEntry = (id: string) => act((queue, rules) => rules.retry(queue, id, deviceMoment()));

/**
 * Discards an action and its followers on the same document. Stored photos stay, because a form may still use
 * them.
 */
export const discardEntry = (id: string) => act((queue, rules) => rules.discard(queue, id));

/** Discards an action on the user's request, including its photos. */
export async function discardEntryAndPhotos(id: string): Promise<void> {
  const before = outboxStore.get();
  const userId = owner();
  await discardEntry(id);
  const { entries } = await stored(() => queueStore().read(userId));
  const remainingIds = new Set(entries.map((entry) => entry.id));
  const photos = before.flatMap((entry) =>
    entry.photo === undefined || remainingIds.has(entry.id) ? [] : [entry.photo],
  );
  if (photos.length > 0) await (await import('#platform/web/stored-photos.ts')).deleteStoredPhotos(photos);
}

/**
 * Resolves with the server's response when an action is sent. Rejects with the refusal, or when the action is
 * discarded. Waits indefinitely while offline.
 */
export function waitForEntry(id: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let wasThere = false;
    const check = () => {
      const entry = outboxStore.get().find((other) => other.id === id);
      if (entry?.state === 'sent') finish(() => resolve(entry.answer));
      else if (entry?.state === 'needs-attention' && entry.lastError) {
        const { lastError } = entry;
        finish(() => void localizeError(new ApiError(lastError)).then(reject));
      } else if (!entry && wasThere) {
        finish(() => reject(new ApiError({ code: 'DISCARDED', status: 0, message: '', isGeneric: true })));
      }
      wasThere ||= entry !== undefined;
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
async function act(edit: (queue: Queue, rules: typeof Works.rules) => Queue): Promise<void> {
  const userId = owner();
  const { rules } = queueService.loaded.get() ?? (await onChange());
  await stored(() =>
    queueStore().update(userId, (queue) => ({ queue: edit(queue, rules), result: undefined })),
  );
  changed();
}

const onChange = () =>
  new Promise<typeof Works>((resolve) => {
    whenLoaded(queueService, (module) => {
      resolve(module);
      return () => undefined;
    });
    queueService.load();
  });

/** Retry interval for loading the queue service while something waits for it. In ms. */
const insistMs = 10_000;
let insisting: ReturnType<typeof setInterval> | undefined;

function changed(): void {
  queueService.load();
  insisting ??= setInterval(() => {
    queueService.load();
    if (queueService.loaded.get() !== null) clearInterval(insisting);
  }, insistMs);
  void showQueue();
  changesStore.set(changesStore.get() + 1);
}

function owner(): string {
  const user = currentUser();
  if (!user) throw new Error('The outbox works while somebody is signed in');
  return user._id;
}
