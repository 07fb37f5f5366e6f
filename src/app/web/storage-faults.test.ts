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
import { forgetQueueStore } from '#platform/web/outbox/store.ts';
import { buildEntryDraft } from '#platform/web/outbox/use-outbox.ts';
import { runQueueService } from '#platform/web/outbox/queue-service.ts';
import { currentUser } from '#platform/web/session/session.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { signInAsDemoUser, useMockApi } from '#app/web/testing/mock-api.ts';
import { callsAs } from '#app/web/testing/order-in-status.ts';

const mock = useMockApi();
const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (sign) => sign.charCodeAt(0),
);

/** Counts IndexedDB operations; the test decides which fail. */
const storage = { operations: 0, fails: (_nth: number, _name: string): boolean => false };
const lost = () =>
  new DOMException(
    'Connection to Indexed Database server lost. Refresh the page to try again',
    'UnknownError',
  );

/** Makes operations fail like WebKit's, for one test. */
function failWhere(fails: typeof storage.fails): void {
  Object.assign(storage, { operations: 0, fails });
  const methods: [object, string][] = [
    [IDBFactory.prototype, 'open'],
    [IDBDatabase.prototype, 'transaction'],
    ...['get', 'getAllKeys', 'put', 'delete'].map((name): [object, string] => [
      IDBObjectStore.prototype,
      name,
    ]),
  ];
  for (const [prototype, name] of methods) {
    const holder = prototype as Record<string, (...args: unknown[]) => unknown>;
    const original = holder[name] as (...args: unknown[]) => unknown;
    vi.spyOn(holder, name).mockImplementation(function fail(this: unknown, ...args: unknown[]) {
      // The library itself starts the transaction that creates a database.
      if (args[1] === 'versionchange') return original.apply(this, args);
      storage.operations += 1;
      if (storage.fails(storage.operations, name)) throw lost();
      return original.apply(this, args);
    });
  }
}

afterEach(() => {
  vi.restoreAllMocks();
  storageFailure.set(null);
});

const wasteDraft = (localId: string, note: string) =>
  buildEntryDraft(recordWastageAction, {
    localId,
    itemName: 'Flour',
    input: { branch: ids.branch1, item: ids.items.flour, qty: 1, reason: 'other', note },
  });

async function stock(): Promise<void> {
  const shelf = { db: mock.api.db, clock: { now: () => new Date() } };
  await receiveStock(shelf, ids.branch1, ids.items.flour, 1000, 1);
}

type Row = Record<string, unknown>;
/** Returns the number of photos of each waste record with this note. */
async function recorded(note: string): Promise<number[]> {
  const call = await callsAs(mock.api, 'admin');
  const rows = ((await call('GET', '/wastage?limit=500')) as unknown as Row[]).filter(
    (row) => row['note'] === note,
  );
  const photos = rows.map(async ({ _id }) => call('GET', `/wastage/${String(_id)}/attachments`));
  return (await Promise.all(photos)).map((found) => (found as unknown as Row[]).length);
}

const unsent = () => outboxStore.get().filter(({ state }) => state !== 'sent');

/** The whole life of a queue after a reload: a record and its photo are entered, sent and answered. */
async function enterAndSend(note: string): Promise<void> {
  forgetQueueStore();
  await signInAsDemoUser('branch');
  const stop = runQueueService(new QueryClient());
  const localId = newLocalId(newUuid());
  const photo = newUuid();
  const userId = currentUser()?._id ?? '';
  await storePhoto({ id: photo, userId, type: 'image/png', bytes: png.slice().buffer, at: 0 });
  const of = { docType: 'wastage', docId: localId, lineId: null, number: note } as const;
  const entries = [
    await enqueueAction(wasteDraft(localId, note)),
    await enqueueAction(buildEntryDraft(attachPhotoAction, { ...of, photo })),
  ];
  await Promise.all(entries.map(({ id }) => waitForEntry(id)));
  await waitFor(async () => expect(await loadStoredPhoto(photo, userId)).toBeNull());
  stop();
}

test('F14: whichever device storage operation fails, an entry arrives once and nothing waits forever', async () => {
  await stock();
  let nth = 0;
  failWhere((operation) => operation === nth);
  do {
    nth += 1;
    storage.operations = 0;
    await enterAndSend(`operation ${nth}`);
    expect(await recorded(`operation ${nth}`), `operation ${nth} failed`).toEqual([1]);
  } while (storage.operations >= nth);
  expect(nth).toBeGreaterThan(20);
}, 240_000);

describe('device storage that fails for a while', () => {
  let isDown = false;
  const enter = async (note: string): Promise<OutboxEntry> =>
    enqueueAction(wasteDraft(newLocalId(newUuid()), note));

  async function begin(fails: (name: string) => boolean): Promise<void> {
    isDown = false;
    await stock();
    await signInAsDemoUser('branch');
    failWhere((_, name) => isDown && fails(name));
    onTestFinished(runQueueService(new QueryClient()));
    await waitForEntry((await enter('before')).id);
  }

  test.each(['open', 'transaction', 'get', 'put'])(
    'F14: an entry that cannot be stored is reported at once, and can be entered again: %s',
    async (failing) => {
      await begin((name) => name === failing || (failing === 'open' && name === 'transaction'));
      isDown = true;
      await expect(enter('again')).rejects.toMatchObject({
        code: 'NOT_STORED',
        message: expect.stringMatching(/couldn’t store this, so it wasn’t sent/),
      });
      isDown = false;
      await waitForEntry((await enter('again')).id);
      expect(await recorded('again')).toEqual([0]);
    },
  );

  test('F12: a device that cannot record the response refuses nothing, and resends under the same key', async () => {
    await begin((name) => name === 'put');
    const keys: (string | null)[] = [];
    const note = ({ request }: { request: Request }) => {
      if (request.method !== 'POST' || !request.url.endsWith('/wastage')) return;
      keys.push(request.headers.get('idempotency-key'));
      isDown = keys.length === 1;
    };
    const { events } = mock.api.server;
    events.on('request:start', note);
    onTestFinished(() => events.removeListener('request:start', note));
    const entry = await enter('noted late');
    await waitFor(() => expect(storageFailure.get()).toBe('writing'));
    expect(outboxStore.get().at(-1)).toMatchObject({ state: 'sending', lastError: null });
    isDown = false;
    await waitForEntry(entry.id);
    expect(keys).toEqual([entry.idempotencyKey, entry.idempotencyKey]);
    expect(await recorded('noted late')).toEqual([0]);
    expect(unsent()).toEqual([]);
  });

  test('F14: the failure is shown while it lasts, and waiting entries are sent afterwards', async () => {
    await begin(() => true);
    mock.api.fail({ fault: 'offline', match: '/wastage', method: 'POST', times: 1 });
    const { id } = await enter('waiting');
    await waitFor(() => expect(outboxStore.get().at(-1)).toMatchObject({ state: 'queued', attempts: 1 }));
    isDown = true;
    await showQueue();
    expect(storageFailure.get()).not.toBeNull();
    isDown = false;
    await waitForEntry(id);
    expect(storageFailure.get()).toBeNull();
    expect(await recorded('waiting')).toEqual([0]);
  });

  test('F14: a database that the browser closes is reopened', async () => {
    await begin(() => false);
    await new Promise((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase('commissary-outbox');
      deleting.addEventListener('success', resolve);
      deleting.addEventListener('error', reject);
    });
    await waitForEntry((await enter('after')).id);
    expect(await recorded('after')).toEqual([0]);
  });
});
