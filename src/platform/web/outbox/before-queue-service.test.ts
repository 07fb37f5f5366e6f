import { waitFor } from '@testing-library/react';
import type { toast as SonnerToast } from 'sonner';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { signInAsDemoUser, useMockApi } from '#app/web/testing/mock-api.ts';
import { endSession } from '#platform/web/session/session.ts';
import { outboxStore } from './entries.ts';
import { newLocalId } from './entry.ts';
import { attachToaster } from '#platform/web/toast.ts';
import { enqueueAction, enqueueOrToast } from './outbox.ts';
import { showQueue } from './show-queue.ts';
import { resetQueueStore, getQueueStore } from './store.ts';

// F13: the queue service is not loaded, as in the first seconds of a page that lost its network.
vi.mock(import('./lazy-queue-service.ts'), async () => {
  const { lazyModule } = await import('#platform/web/lazy-module.ts');
  return {
    queueService: lazyModule(() =>
      Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
    ),
  };
});

useMockApi();

const buildCountAction = (n: number) => ({
  kind: 'stock-counts.enter',
  documentKey: 'stock-counts/c1',
  label: 'Count',
  method: 'post' as const,
  path: 'stock-counts/c1/entries',
  body: { events: [{ id: `e${n}` }] },
  mergeableList: 'events',
});
const buildWasteAction = (localId: string) => ({
  kind: 'wastage.record',
  documentKey: `wastage/${localId}`,
  label: 'Record wastage',
  method: 'post' as const,
  path: 'wastage',
  body: { qty: 1 },
  dedupeKey: localId,
  isSingleUse: true,
});

beforeEach(() => signInAsDemoUser('branch'));

test('F13: stores an action once, and in order, before the queue service has loaded', async () => {
  const localId = newLocalId('00000000-0000-4000-8000-000000000001');
  const [first, second] = await Promise.all([
    enqueueAction(buildWasteAction(localId)),
    enqueueAction(buildWasteAction(localId)),
  ]);
  expect(second.id).toBe(first.id);
  await Promise.all([1, 2, 3].map((n) => enqueueAction(buildCountAction(n))));

  resetQueueStore(); // Simulates a reload.
  const { entries } = await getQueueStore().read(first.userId);
  expect(entries.map(({ documentKey, state, body }) => [documentKey, state, body])).toEqual([
    [`wastage/${localId}`, 'queued', { qty: 1 }],
    [
      'stock-counts/c1',
      'queued',
      {
        events: [
          { id: 'e1' },
          { id: 'e2', afterMs: expect.any(Number) },
          { id: 'e3', afterMs: expect.any(Number) },
        ],
      },
    ],
  ]);
});

test('F16: a stored action is shown as queued, only to its owner', async () => {
  await enqueueAction(buildCountAction(1));
  await waitFor(() => expect(outboxStore.get().map(({ state }) => state)).toEqual(['queued']));
  endSession('signed-out');
  expect(outboxStore.get()).toEqual([]);
  await signInAsDemoUser('branch2');
  await showQueue();
  expect(outboxStore.get()).toEqual([]);
  endSession('signed-out');
  await signInAsDemoUser('branch');
  await showQueue();
  expect(outboxStore.get()).toHaveLength(1);
});

test("reports an action that can't be stored because the device is full, even if no screen waits for it", async () => {
  const messages: unknown[] = [];
  attachToaster({ error: (message: string) => messages.push(message) } as unknown as typeof SonnerToast);
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  onTestFinished(() => {
    put.mockRestore();
    attachToaster(null);
  });
  enqueueOrToast(buildCountAction(1));
  await waitFor(() => expect(messages).toHaveLength(1));
});
