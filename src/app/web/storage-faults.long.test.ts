import { QueryClient } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { waitFor } from '#scripts/wait-for.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { attachPhotoAction } from '#modules/attachments/web/queries.ts';
import { recordWastageAction } from '#modules/wastage/web/queries.ts';
import { storePhoto, loadStoredPhoto } from '#platform/web/stored-photos.ts';
import { outboxStore } from '#platform/web/outbox/entries.ts';
import { newLocalId, type OutboxEntry } from '#platform/web/outbox/entry.ts';
import { enqueueAction, waitForEntry } from '#platform/web/outbox/outbox.ts';
import { showQueue, storageFailure } from '#platform/web/outbox/show-queue.ts';
import { resetQueueStore } from '#platform/web/outbox/store.ts';
import { buildEntryDraft } from '#platform/web/outbox/use-outbox.ts';
import { runQueueService } from '#platform/web/outbox/queue-service.ts';
import { getCurrentUser } from '#platform/web/session/session.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { signInAsDemoUser, useMockApi } from '#app/web/testing/mock-api.ts';
import { apiAs } from '#app/web/testing/api-client.ts';

const mock = useMockApi();
const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (sign) => sign.charCodeAt(0),
);

/** Counts IndexedDB operations; the test decides which fail. */
const storageFaults = { operations: 0, shouldFail: (_nth: number, _name: string): boolean => false };
const createLostError = () =>
  new DOMException(
    'Connection to Indexed Database server lost. Refresh the page to try again',
    'UnknownError',
  );

/** Makes operations fail as in WebKit, for one test. */
function failStorageWhere(shouldFail: typeof storageFaults.shouldFail): void {
  Object.assign(storageFaults, { operations: 0, shouldFail });
  const methods: [object, string][] = [
    [IDBFactory.prototype, 'open'],
    [IDBDatabase.prototype, 'transaction'],
    ...['get', 'getAllKeys', 'put', 'delete'].map((name): [object, string] => [
      IDBObjectStore.prototype,
      name,
    ]),
  ];
  for (const [prototype, name] of methods) {
    const methodOwner = prototype as Record<string, (...args: unknown[]) => unknown>;
    const original = methodOwner[name] as (...args: unknown[]) => unknown;
    vi.spyOn(methodOwner, name).mockImplementation(function fail(this: unknown, ...args: unknown[]) {
      // The library itself starts the transaction that creates a database.
      if (args[1] === 'versionchange') return original.apply(this, args);
      storageFaults.operations += 1;
      if (storageFaults.shouldFail(storageFaults.operations, name)) throw createLostError();
      return original.apply(this, args);
    });
  }
}

afterEach(() => {
  vi.restoreAllMocks();
  storageFailure.set(null);
});

const buildWasteDraft = (localId: string, note: string) =>
  buildEntryDraft(recordWastageAction, {
    localId,
    itemName: 'Flour',
    input: { branch: ids.branch1, item: ids.items.flour, qty: 1, reason: 'other', note },
  });

async function addStock(): Promise<void> {
  const fixture = { db: mock.api.db, clock: { now: () => new Date() } };
  await receiveStock(fixture, ids.branch1, ids.items.flour, 1000, 1);
}

type Row = Record<string, unknown>;
/** Returns the number of photos of each waste record that has this note. */
async function countPhotos(note: string): Promise<number[]> {
  const call = await apiAs(mock.api, 'admin');
  const rows = ((await call('GET', '/wastage?limit=500')) as unknown as Row[]).filter(
    (row) => row['note'] === note,
  );
  const photos = rows.map(async ({ _id }) => call('GET', `/wastage/${String(_id)}/attachments`));
  return (await Promise.all(photos)).map((photoRows) => (photoRows as unknown as Row[]).length);
}

const listUnsent = () => outboxStore.get().filter(({ state }) => state !== 'sent');

/** Enters a record with a photo after a reload, and waits until both are sent. */
async function enterAndSend(note: string): Promise<void> {
  resetQueueStore();
  await signInAsDemoUser('branch');
  const stop = runQueueService(new QueryClient());
  const localId = newLocalId(newUuid());
  const photo = newUuid();
  const userId = getCurrentUser()?._id ?? '';
  await storePhoto({ id: photo, userId, type: 'image/png', bytes: png.slice().buffer, at: 0 });
  const target = { docType: 'wastage', docId: localId, lineId: null, number: note } as const;
  const entries = [
    await enqueueAction(buildWasteDraft(localId, note)),
    await enqueueAction(buildEntryDraft(attachPhotoAction, { ...target, photo })),
  ];
  await Promise.all(entries.map(({ id }) => waitForEntry(id)));
  await waitFor(async () => expect(await loadStoredPhoto(photo, userId)).toBeNull());
  stop();
}

test('F14: sends an entry exactly once, whichever device storage operation fails', async () => {
  await addStock();
  let failingOperation = 0;
  failStorageWhere((operation) => operation === failingOperation);
  do {
    failingOperation += 1;
    storageFaults.operations = 0;
    await enterAndSend(`operation ${failingOperation}`);
    expect(
      await countPhotos(`operation ${failingOperation}`),
      `operation ${failingOperation} failed`,
    ).toEqual([1]);
  } while (storageFaults.operations >= failingOperation);
  expect(failingOperation).toBeGreaterThan(20);
}, 240_000);

describe('temporary device storage failures', () => {
  let isFailing = false;
  const enterWaste = async (note: string): Promise<OutboxEntry> =>
    enqueueAction(buildWasteDraft(newLocalId(newUuid()), note));

  async function startWithFaults(shouldFail: (name: string) => boolean): Promise<void> {
    isFailing = false;
    await addStock();
    await signInAsDemoUser('branch');
    failStorageWhere((_, name) => isFailing && shouldFail(name));
    onTestFinished(runQueueService(new QueryClient()));
    await waitForEntry((await enterWaste('before')).id);
  }

  test.each(['open', 'transaction', 'get', 'put'])(
    'F14: reports an entry that cannot be stored and can be entered again: %s',
    async (operationName) => {
      await startWithFaults(
        (name) => name === operationName || (operationName === 'open' && name === 'transaction'),
      );
      isFailing = true;
      await expect(enterWaste('again')).rejects.toMatchObject({
        code: 'NOT_STORED',
        message: expect.stringMatching(/couldn’t store this action, so it wasn’t sent/),
      });
      isFailing = false;
      await waitForEntry((await enterWaste('again')).id);
      expect(await countPhotos('again')).toEqual([0]);
    },
  );

  test('F12: resends an entry with the same key if its response cannot be stored', async () => {
    await startWithFaults((name) => name === 'put');
    const keys: (string | null)[] = [];
    const recordKey = ({ request }: { request: Request }) => {
      if (request.method !== 'POST' || !request.url.endsWith('/wastage')) return;
      keys.push(request.headers.get('idempotency-key'));
      isFailing = keys.length === 1;
    };
    const { events } = mock.api.server;
    events.on('request:start', recordKey);
    onTestFinished(() => events.removeListener('request:start', recordKey));
    const entry = await enterWaste('noted late');
    await waitFor(() => expect(storageFailure.get()).toBe('writing'));
    expect(outboxStore.get().at(-1)).toMatchObject({ state: 'sending', lastError: null });
    isFailing = false;
    await waitForEntry(entry.id);
    expect(keys).toEqual([entry.idempotencyKey, entry.idempotencyKey]);
    expect(await countPhotos('noted late')).toEqual([0]);
    expect(listUnsent()).toEqual([]);
  });

  test('F14: shows the failure while it lasts, and sends waiting entries afterwards', async () => {
    await startWithFaults(() => true);
    mock.api.fail({ fault: 'offline', match: '/wastage', method: 'POST', times: 1 });
    const { id } = await enterWaste('waiting');
    await waitFor(() => expect(outboxStore.get().at(-1)).toMatchObject({ state: 'queued', attempts: 1 }));
    isFailing = true;
    await showQueue();
    expect(storageFailure.get()).not.toBeNull();
    isFailing = false;
    await waitForEntry(id);
    expect(storageFailure.get()).toBeNull();
    expect(await countPhotos('waiting')).toEqual([0]);
  });

  test('F14: reopens a database that the browser closed', async () => {
    await startWithFaults(() => false);
    await new Promise((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase('commissary-outbox');
      deleting.addEventListener('success', resolve);
      deleting.addEventListener('error', reject);
    });
    await waitForEntry((await enterWaste('after')).id);
    expect(await countPhotos('after')).toEqual([0]);
  });
});
