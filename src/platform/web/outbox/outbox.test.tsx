import { QueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { readId, unwrapDocument, readRecord } from '#platform/shapes/tolerant.ts';
import { ids } from '#app/server/testing/ids.ts';
import { signInAsDemoUser, useMockApi } from '#app/web/testing/mock-api.ts';
import { api } from '#platform/web/api/api.ts';
import { reportConnection } from '#platform/web/api/connection.ts';
import { endSession } from '#platform/web/session/session.ts';
import { type Action, defineAction } from './action.ts';
import { newLocalId } from './entry.ts';
import { outboxStore } from './entries.ts';
import { discardEntry, enqueueAction, retryEntry, waitForEntry } from './outbox.ts';
import { runQueueService } from './queue-service.ts';
import { useOutboxMutation } from './use-outbox.ts';

const mock = useMockApi();
const shown: unknown[] = [];

interface Draft {
  id: string;
  qty: number;
}
type Row = ReturnType<typeof unwrapDocument>;

const createOrder: Action<Draft, Row> = defineAction({
  kind: 'test.create',
  document: ({ id }: Draft) => `orders/${id}`,
  dedupeKey: ({ id }: Draft) => `draft ${id}`,
  isOnce: true,
  label: () => 'Create order',
  request: ({ qty }: Draft) => ({
    method: 'post',
    path: 'orders',
    body: { deliveryDate: '2030-01-15', items: [{ itemId: ids.items.flour, orderQty: qty }] },
  }),
  read: unwrapDocument,
  onSent: (order) => shown.push(order['status']),
});

const create = (id: string, qty = 2) => {
  const { method, path, body } = createOrder.request({ id, qty });
  return {
    kind: createOrder.kind,
    documentKey: `orders/${id}`,
    label: 'Create',
    method,
    path,
    body,
    dedupeKey: id,
    isOnce: true,
  };
};
const submit = (id: string) => ({
  kind: 'test.move',
  documentKey: `orders/${id}`,
  label: 'Submit',
  method: 'patch' as const,
  path: `orders/${id}`,
  body: { status: 'Under Review' },
  ifMatch: 1,
});

let serial = 0;
const local = () => newLocalId(`00000000-0000-4000-8000-${String((serial += 1)).padStart(12, '0')}`);
const states = () => outboxStore.get().map((entry) => entry.state);

async function orders(): Promise<{ _id: string; status: string }[]> {
  const { token } = await mock.api.signIn('master');
  const { data } = await api.get('orders', { headers: { authorization: `Bearer ${token}` } });
  return (readRecord(data)['orders'] ?? []) as { _id: string; status: string }[];
}

beforeEach(async () => {
  shown.length = 0;
  runQueueService(new QueryClient());
  await signInAsDemoUser('branch');
});

describe('one action, once', () => {
  test('a screen receives the response, and the lists apply it', async () => {
    const { result } = renderHook(() => useOutboxMutation(createOrder));
    const order = await act(() => result.current.send({ id: local(), qty: 3 }));
    expect(readId(order)).not.toBeNull();
    expect(shown).toEqual(['Draft']);
    expect(result.current).toMatchObject({ state: 'sent', isPending: false, error: null });
    expect(await orders()).toHaveLength(1);
  });

  test('a double click creates one order', async () => {
    const { result } = renderHook(() => useOutboxMutation(createOrder));
    const id = local();
    const both = await act(() =>
      Promise.all([result.current.send({ id, qty: 3 }), result.current.send({ id, qty: 3 })]),
    );
    expect(readId(both[0])).toBe(readId(both[1]));
    expect(await orders()).toHaveLength(1);
  });

  test('a screen is notified once the action is stored on the device, and not earlier', async () => {
    mock.api.fail({ fault: 'offline', match: '/orders', method: 'POST', times: 1 });
    const { result } = renderHook(() => useOutboxMutation(createOrder));
    const sent: Promise<unknown>[] = [];
    act(() => void sent.push(result.current.send({ id: local(), qty: 3 })));
    expect(result.current).toMatchObject({ isKeeping: true, isPending: true });
    expect(states()).toEqual([]);
    await waitFor(() => expect(result.current).toMatchObject({ isKeeping: false, isPending: true }));
    await waitFor(() => expect(outboxStore.get()[0]).toMatchObject({ state: 'queued', attempts: 1 }));
    await act(async () => {
      await retryEntry(outboxStore.get()[0]?.id ?? '');
      await Promise.all(sent);
    });
    expect(result.current.isPending).toBe(false);
  });

  test.each(['offline', '503', 'html-200', 'cut-after-send'] as const)(
    '%s: it arrives once',
    async (fault) => {
      mock.api.fail({ fault, match: '/orders', method: 'POST', times: 1 });
      const entry = await enqueueAction(create(local()));
      await waitFor(() => expect(outboxStore.get()[0]).toMatchObject({ state: 'queued', attempts: 1 }));
      await retryEntry(entry.id);
      await waitForEntry(entry.id);
      expect(await orders()).toHaveLength(1);
    },
  );

  test('it is sent automatically when the connection is back', async () => {
    mock.api.fail({ fault: 'offline', match: '/orders', method: 'POST', times: 2 });
    const entry = await enqueueAction(create(local()));
    await waitFor(() => expect(outboxStore.get()[0]?.attempts).toBe(1));
    reportConnection(true);
    await waitFor(() => expect(outboxStore.get()[0]?.attempts).toBe(2));
    reportConnection(true);
    await waitForEntry(entry.id);
    expect(await orders()).toHaveLength(1);
  });
});

test("an order created and submitted offline arrives in order, with the server's id", async () => {
  mock.api.fail({ fault: 'offline', match: '/orders', times: 1 });
  const id = local();
  await enqueueAction(create(id));
  const move = await enqueueAction(submit(id));
  await waitFor(() => expect(states()).toEqual(['queued', 'queued']));
  reportConnection(true);
  await waitForEntry(move.id);
  expect((await orders()).map((order) => order.status)).toEqual(['Under Review']);
});

test('a tab that comes back resends the interrupted action, under the same key', async () => {
  mock.api.fail({ fault: 'cut-after-send', match: '/orders', method: 'POST', times: 1 });
  const entry = await enqueueAction(create(local()));
  await waitFor(() => expect(outboxStore.get()[0]?.attempts).toBe(1));
  runQueueService(new QueryClient()); // As after a reload: everything in memory is gone.
  await waitFor(() => expect(outboxStore.get()).toHaveLength(1));
  await retryEntry(entry.id);
  await waitForEntry(entry.id);
  expect(await orders()).toHaveLength(1);
});

describe('ownership', () => {
  test('another user does not send it; its owner does, on returning', async () => {
    mock.api.fail({ fault: 'offline', match: '/orders', method: 'POST' });
    for (const id of [local(), local(), local()]) await enqueueAction(create(id));
    await waitFor(() => expect(outboxStore.get()[0]?.attempts).toBe(1));
    endSession('signed-out');
    mock.api.recover();

    await signInAsDemoUser('branch2');
    const own = await enqueueAction(create(local()));
    await waitForEntry(own.id);
    expect(await orders()).toHaveLength(1);
    expect(outboxStore.get()).toHaveLength(1);
    endSession('signed-out');

    await signInAsDemoUser('branch');
    await waitFor(() => expect(outboxStore.get()).toHaveLength(3));
    for (const entry of outboxStore.get()) await retryEntry(entry.id);
    await waitFor(() => expect(states()).toEqual(['sent', 'sent', 'sent']));
    expect(await orders()).toHaveLength(4);
  });
});

describe('refusals', () => {
  test('go to the calling screen, and leave the queue', async () => {
    const { result } = renderHook(() => useOutboxMutation(createOrder));
    await act(() => expect(result.current.send({ id: local(), qty: -1 })).rejects.toThrow());
    expect(result.current.error).toMatchObject({ status: 422 });
    await waitFor(() => expect(outboxStore.get()).toEqual([]));
  });

  test('stay in the queue when the screen is gone, until the user decides', async () => {
    const { result, unmount } = renderHook(() => useOutboxMutation(createOrder));
    const sent = result.current.send({ id: local(), qty: -1 }).catch((error: unknown) => error);
    unmount();
    expect(await sent).toMatchObject({ status: 422 });
    expect(states()).toEqual(['needs-attention']);
    await discardEntry(outboxStore.get()[0]?.id ?? '');
    await waitFor(() => expect(outboxStore.get()).toEqual([]));
    expect(await orders()).toEqual([]);
  });

  test('block their followers', async () => {
    const id = local();
    await enqueueAction(create(id, -1));
    await enqueueAction(submit(id));
    await waitFor(() => expect(states()).toEqual(['needs-attention', 'queued']));
    await discardEntry(outboxStore.get()[0]?.id ?? '');
    await waitFor(() => expect(outboxStore.get()).toEqual([]));
  });
});
