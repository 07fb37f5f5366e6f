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
const appliedStatuses: unknown[] = [];

interface OrderInput {
  id: string;
  qty: number;
}
type Row = ReturnType<typeof unwrapDocument>;

const createOrder: Action<OrderInput, Row> = defineAction({
  kind: 'test.create',
  document: ({ id }: OrderInput) => `orders/${id}`,
  dedupeKey: ({ id }: OrderInput) => `draft ${id}`,
  isSingleUse: true,
  label: () => 'Create order',
  request: ({ qty }: OrderInput) => ({
    method: 'post',
    path: 'orders',
    body: { deliveryDate: '2030-01-15', items: [{ itemId: ids.items.flour, orderQty: qty }] },
  }),
  read: unwrapDocument,
  onSent: (order) => appliedStatuses.push(order['status']),
});

const createDraft = (id: string, qty = 2) => {
  const { method, path, body } = createOrder.request({ id, qty });
  return {
    kind: createOrder.kind,
    documentKey: `orders/${id}`,
    label: 'Create',
    method,
    path,
    body,
    dedupeKey: id,
    isSingleUse: true,
  };
};
const submitDraft = (id: string) => ({
  kind: 'test.move',
  documentKey: `orders/${id}`,
  label: 'Submit',
  method: 'patch' as const,
  path: `orders/${id}`,
  body: { status: 'Under Review' },
  ifMatch: 1,
});

let serial = 0;
const nextLocalId = () => newLocalId(`00000000-0000-4000-8000-${String((serial += 1)).padStart(12, '0')}`);
const getStates = () => outboxStore.get().map((entry) => entry.state);

async function fetchOrders(): Promise<{ _id: string; status: string }[]> {
  const { token } = await mock.api.signIn('master');
  const { data } = await api.get('orders', { headers: { authorization: `Bearer ${token}` } });
  return (readRecord(data)['orders'] ?? []) as { _id: string; status: string }[];
}

beforeEach(async () => {
  appliedStatuses.length = 0;
  runQueueService(new QueryClient());
  await signInAsDemoUser('branch');
});

describe('sending an action once', () => {
  test('the calling screen receives the response, and the lists are updated with it', async () => {
    const { result } = renderHook(() => useOutboxMutation(createOrder));
    const order = await act(() => result.current.send({ id: nextLocalId(), qty: 3 }));
    expect(readId(order)).not.toBeNull();
    expect(appliedStatuses).toEqual(['Draft']);
    expect(result.current).toMatchObject({ state: 'sent', isPending: false, error: null });
    expect(await fetchOrders()).toHaveLength(1);
  });

  test('a double click creates one order', async () => {
    const { result } = renderHook(() => useOutboxMutation(createOrder));
    const id = nextLocalId();
    const orderRows = await act(() =>
      Promise.all([result.current.send({ id, qty: 3 }), result.current.send({ id, qty: 3 })]),
    );
    expect(readId(orderRows[0])).toBe(readId(orderRows[1]));
    expect(await fetchOrders()).toHaveLength(1);
  });

  test('a screen is notified once the action is stored on the device, and not earlier', async () => {
    mock.api.fail({ fault: 'offline', match: '/orders', method: 'POST', times: 1 });
    const { result } = renderHook(() => useOutboxMutation(createOrder));
    const sent: Promise<unknown>[] = [];
    act(() => void sent.push(result.current.send({ id: nextLocalId(), qty: 3 })));
    expect(result.current).toMatchObject({ isStoring: true, isPending: true });
    expect(getStates()).toEqual([]);
    await waitFor(() => expect(result.current).toMatchObject({ isStoring: false, isPending: true }));
    await waitFor(() => expect(outboxStore.get()[0]).toMatchObject({ state: 'queued', attempts: 1 }));
    await act(async () => {
      await retryEntry(outboxStore.get()[0]?.id ?? '');
      await Promise.all(sent);
    });
    expect(result.current.isPending).toBe(false);
  });

  test.each(['offline', '503', 'html-200', 'cut-after-send'] as const)(
    'an action interrupted by %s arrives once',
    async (fault) => {
      mock.api.fail({ fault, match: '/orders', method: 'POST', times: 1 });
      const entry = await enqueueAction(createDraft(nextLocalId()));
      await waitFor(() => expect(outboxStore.get()[0]).toMatchObject({ state: 'queued', attempts: 1 }));
      await retryEntry(entry.id);
      await waitForEntry(entry.id);
      expect(await fetchOrders()).toHaveLength(1);
    },
  );

  test('an action is sent automatically when the connection is back', async () => {
    mock.api.fail({ fault: 'offline', match: '/orders', method: 'POST', times: 2 });
    const entry = await enqueueAction(createDraft(nextLocalId()));
    await waitFor(() => expect(outboxStore.get()[0]?.attempts).toBe(1));
    reportConnection(true);
    await waitFor(() => expect(outboxStore.get()[0]?.attempts).toBe(2));
    reportConnection(true);
    await waitForEntry(entry.id);
    expect(await fetchOrders()).toHaveLength(1);
  });
});

test("an order created and submitted offline arrives in order, with the server's id", async () => {
  mock.api.fail({ fault: 'offline', match: '/orders', times: 1 });
  const id = nextLocalId();
  await enqueueAction(createDraft(id));
  const submission = await enqueueAction(submitDraft(id));
  await waitFor(() => expect(getStates()).toEqual(['queued', 'queued']));
  reportConnection(true);
  await waitForEntry(submission.id);
  expect((await fetchOrders()).map((order) => order.status)).toEqual(['Under Review']);
});

test('after a reload, an interrupted action is resent under the same key', async () => {
  mock.api.fail({ fault: 'cut-after-send', match: '/orders', method: 'POST', times: 1 });
  const entry = await enqueueAction(createDraft(nextLocalId()));
  await waitFor(() => expect(outboxStore.get()[0]?.attempts).toBe(1));
  runQueueService(new QueryClient()); // Simulates a reload: nothing remains in memory.
  await waitFor(() => expect(outboxStore.get()).toHaveLength(1));
  await retryEntry(entry.id);
  await waitForEntry(entry.id);
  expect(await fetchOrders()).toHaveLength(1);
});

describe('ownership', () => {
  test('an action is sent only after its owner has signed in again, not by another user', async () => {
    mock.api.fail({ fault: 'offline', match: '/orders', method: 'POST' });
    for (const id of [nextLocalId(), nextLocalId(), nextLocalId()]) await enqueueAction(createDraft(id));
    await waitFor(() => expect(outboxStore.get()[0]?.attempts).toBe(1));
    endSession('signed-out');
    mock.api.recover();

    await signInAsDemoUser('branch2');
    const own = await enqueueAction(createDraft(nextLocalId()));
    await waitForEntry(own.id);
    expect(await fetchOrders()).toHaveLength(1);
    expect(outboxStore.get()).toHaveLength(1);
    endSession('signed-out');

    await signInAsDemoUser('branch');
    await waitFor(() => expect(outboxStore.get()).toHaveLength(3));
    for (const entry of outboxStore.get()) await retryEntry(entry.id);
    await waitFor(() => expect(getStates()).toEqual(['sent', 'sent', 'sent']));
    expect(await fetchOrders()).toHaveLength(4);
  });
});

describe('rejected actions', () => {
  test('return the error to the calling screen and are removed from the queue', async () => {
    const { result } = renderHook(() => useOutboxMutation(createOrder));
    await act(() => expect(result.current.send({ id: nextLocalId(), qty: -1 })).rejects.toThrow());
    expect(result.current.error).toMatchObject({ status: 422 });
    await waitFor(() => expect(outboxStore.get()).toEqual([]));
  });

  test('stay in the queue if the calling screen was closed, until the user discards them', async () => {
    const { result, unmount } = renderHook(() => useOutboxMutation(createOrder));
    const sent = result.current.send({ id: nextLocalId(), qty: -1 }).catch((error: unknown) => error);
    unmount();
    expect(await sent).toMatchObject({ status: 422 });
    expect(getStates()).toEqual(['needs-attention']);
    await discardEntry(outboxStore.get()[0]?.id ?? '');
    await waitFor(() => expect(outboxStore.get()).toEqual([]));
    expect(await fetchOrders()).toEqual([]);
  });

  test('block later actions on the document, which are discarded with them', async () => {
    const id = nextLocalId();
    await enqueueAction(createDraft(id, -1));
    await enqueueAction(submitDraft(id));
    await waitFor(() => expect(getStates()).toEqual(['needs-attention', 'queued']));
    await discardEntry(outboxStore.get()[0]?.id ?? '');
    await waitFor(() => expect(outboxStore.get()).toEqual([]));
  });
});
