import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { waitFor } from '#scripts/wait-for.ts';
import { signInAsDemoUser, useMockApi } from '#app/web/testing/mock-api.ts';
import { api } from '#platform/web/api/api.ts';
import { uploadFile } from '#platform/web/api/upload.ts';
import { getCurrentUser } from '#platform/web/session/session.ts';
import { createEmptyQueue, addToQueue } from './add-to-queue.ts';
import { getDeviceMoment } from '#platform/web/device-clock.ts';
import { startSender } from './sender.ts';
import type { QueueStore } from './store.ts';

const mock = useMockApi();

const draft = {
  kind: 'test',
  documentKey: 'wastage/1',
  label: 'Record',
  method: 'post' as const,
  path: 'wastage',
  body: {},
};

/** Requests that reached the server. */
let calls: string[] = [];
beforeEach(async () => {
  await signInAsDemoUser('branch2');
  calls = [];
  const recordCall = ({ request }: { request: Request }) => void calls.push(request.url);
  const { events } = mock.api.server;
  events.on('request:start', recordCall);
  onTestFinished(() => events.removeListener('request:start', recordCall));
});

/**
 * Starts a sender with one queued action; returns its queue and a switch for whether the owner is signed in.
 */
function startWithOneAction(send: Parameters<typeof startSender>[0]['send']) {
  const generated = { id: 'e1', idempotencyKey: 'k1', now: getDeviceMoment() };
  const state = { queue: addToQueue(createEmptyQueue('owner'), draft, generated).queue, isCurrent: true };
  const store: QueueStore = {
    isDurable: () => true,
    listOwners: async () => ['owner'],
    read: async () => state.queue,
    async update(_, change) {
      const updated = change(state.queue);
      state.queue = updated.queue;
      return updated.result;
    },
  };
  const start = () => {
    const options = { userId: 'owner', onChange: () => undefined, onSessionRefused: () => undefined };
    const isCurrent = () => state.isCurrent;
    const sender = startSender({ ...options, store, send, isCurrent, onStorageFailure: () => undefined });
    onTestFinished(sender.stop);
  };
  return { state, store, start };
}

test('F16: an action is not sent if its owner signs out while it is marked as sending', async () => {
  const send = vi.fn(async () => ({ data: null, status: 201, headers: new Headers() }));
  const { state, store, start } = startWithOneAction(send);
  const { update } = store;
  store.update = async (userId, change) => {
    const result = await update(userId, change);
    state.isCurrent = false;
    return result;
  };
  start();
  await waitFor(() =>
    expect(state.queue.entries[0]).toMatchObject({ state: 'queued', lastError: null, waitMs: 0 }),
  );
  expect(send).not.toHaveBeenCalled();
});

test('F16: the response is not stored if the owner signs out while the action is being sent', async () => {
  const { state, start } = startWithOneAction(async () => {
    state.isCurrent = false;
    return { data: { _id: 'w1', cost: 12.5 }, status: 201, headers: new Headers() };
  });
  start();
  await waitFor(() => expect(state.queue.entries).toEqual([]));
  expect(JSON.stringify(state.queue)).not.toContain('12.5');
});

test("F16: sends a request only with its owner's credentials", async () => {
  const sessionEnded = { code: 'SESSION_ENDED' };
  await expect(api.send('post', 'wastage', { json: {}, asUser: 'owner' })).rejects.toMatchObject(
    sessionEnded,
  );
  const upload = { method: 'post', path: 'wastage/1/attachments', file: new Blob(['x']) } as const;
  await expect(uploadFile({ ...upload, asUser: 'owner' })).rejects.toMatchObject(sessionEnded);
  expect(calls).toEqual([]);
  const asUser = getCurrentUser()?._id ?? '';
  await expect(api.send('post', 'wastage', { json: {}, asUser })).rejects.toMatchObject({ status: 422 });
  expect(calls).toHaveLength(1);
});
