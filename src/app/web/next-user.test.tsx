import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readId, readRecord } from '#platform/shapes/tolerant.ts';
import type { DemoUser } from '#mocks/node.ts';
import { ids } from '#app/server/testing/ids.ts';
import { api } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { outboxStore } from '#platform/web/outbox/entries.ts';
import { enqueueAction } from '#platform/web/outbox/outbox.ts';
import { runQueueService } from '#platform/web/outbox/queue-service.ts';
import { queueStore } from '#platform/web/outbox/store.ts';
import { endSession, reloadSession, sessionLengthMs, sessionStore } from '#platform/web/session/session.ts';
import { watchSession } from '#platform/web/session/watch.ts';
import { signInAsDemoUser } from '#app/web/testing/mock-api.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

/** On a shared tablet, the next user must find no data of the previous one. */
const mock = useMockApi();

/** Occurs in the notes of every row of branch 1. */
const secret = 'Riverside only';

/** An order of branch 1 in a status, with the secret in it; answers its number. */
async function orderOf(user: DemoUser, note: string, ...moves: string[]): Promise<string> {
  const { token } = await mock.api.signIn(user);
  const headers = { authorization: `Bearer ${token}` };
  const items = [{ itemId: ids.items.flour, orderQty: 2, note }];
  const created = await api.send('post', 'orders', {
    headers,
    json: { deliveryDate: '2030-01-15', items, notes: note },
  });
  for (const status of moves)
    await api.send('patch', `orders/${readId(created.data)}`, { headers, json: { status } });
  return String(readRecord(created.data)['orderNo']);
}

/** Returns the content of every browser storage of this device. */
async function onDevice(): Promise<string> {
  const store = queueStore();
  const queues = await Promise.all((await store.owners()).map(store.read));
  const stores = [localStorage, sessionStorage].flatMap((storage) => Object.entries(storage));
  return JSON.stringify([stores, queues]);
}

const pages = [
  '/branch-order/order-history',
  '/branch-order/order-submission',
  '/branch-order/branch',
  '/branch-order/create-order',
  '/branch-order/receiving-order',
  '/branch-order/inventory-control',
  '/branch-order/wastage',
  '/branch-order/settings',
  '/branch-settings/create-item',
  '/dashboard-fallback',
];

test.each(pages)('%s shows the next user no data of the previous one', async (path) => {
  const ownOrder = await orderOf('branch', secret, 'Under Review');
  const next = await orderOf('branch2', 'Station', 'Under Review');
  const app = await renderApp(path, { as: 'branch' });
  // A page's requests run in parallel with the shell's.
  await app.queryClient.fetchQuery({ queryKey: ['probe'], queryFn: () => api.get('orders') });
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  expect(
    JSON.stringify(
      app.queryClient
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.data),
    ),
  ).toContain(ownOrder);

  act(() => endSession('signed-out'));
  await screen.findByRole('heading', { name: 'Welcome Back' });
  await waitFor(() => expect(app.queryClient.getQueryCache().getAll()).toEqual([]));
  expect(await onDevice()).not.toMatch(new RegExp(`${ownOrder}|${secret}`));

  app.unmount();
  const after = await renderApp(path, { as: 'branch2' });
  await after.queryClient.fetchQuery({ queryKey: ['probe'], queryFn: () => api.get('orders') });
  await waitFor(() => expect(after.queryClient.isFetching()).toBe(0));
  const storedText = JSON.stringify(
    after.queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  );
  expect([storedText.includes(next), storedText.includes(ownOrder), storedText.includes(secret)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(document.body.textContent).not.toMatch(new RegExp(`${ownOrder}|${secret}`));
});

const ends: Readonly<Record<string, () => Promise<void> | void>> = {
  'a sign-out': () => endSession('signed-out'),
  'the eighth hour': () => endSession('expired'),
  'a 401': async () => {
    mock.api.fail({
      fault: 'answer',
      match: '/orders',
      status: 401,
      body: { error: 'No.', code: 'TOKEN_EXPIRED' },
    });
  },
  "another tab's sign-out": () => {
    localStorage.removeItem('token');
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
  },
  'hours in which the browser was closed': () => {
    cleanup();
    const facts = readRecord(JSON.parse(localStorage.getItem('commissary.session') ?? '{}'));
    const startedAt = Date.now() - sessionLengthMs;
    localStorage.setItem('commissary.session', JSON.stringify({ ...facts, startedAt }));
    reloadSession();
  },
};

test.each(Object.entries(ends))(
  'after %s this device stores unsent work and nothing else',
  async (name, end) => {
    const ownOrder = await orderOf('branch', secret, 'Under Review');
    const app = await renderApp('/branch-order/order-history', { as: 'branch' });
    const stop = watchSession(() => undefined);
    await waitFor(() => expect(Object.keys(localStorage).join()).toContain('last-orders'));
    expect(await onDevice()).toContain(ownOrder);

    await act(async () => end());
    if (name === 'a 401') await app.queryClient.invalidateQueries();
    await waitFor(() => expect(sessionStore.get().status).toBe('anonymous'));
    if (!name.startsWith('hours'))
      await waitFor(() => expect(app.queryClient.getQueryCache().getAll()).toEqual([]));
    expect(await onDevice()).not.toMatch(new RegExp(`${ownOrder}|${secret}`));
    stop();
  },
);

test('a response that arrives after its session is delivered to nobody, and recorded as sent', async () => {
  const app = await renderApp('/branch-order/create-order', { as: 'branch' });
  runQueueService(app.queryClient);
  const userId = ids.users.branch;
  mock.api.fail({ fault: 'slow', match: '/orders', delayMs: 800 });
  await enqueueAction({
    kind: 'test',
    documentKey: 'orders/local',
    label: 'Create',
    method: 'post',
    path: 'orders',
    body: { deliveryDate: '2030-01-15', items: [{ itemId: ids.items.flour, orderQty: 1 }], notes: secret },
    dedupeKey: 'once',
    isOnce: true,
  });
  await waitFor(() => expect(outboxStore.get()[0]?.state).toBe('sending'));
  const direct = api.get('orders').catch((error: unknown) => error);
  act(() => endSession('signed-out'));
  await signInAsDemoUser('branch2');
  expect(await direct).toBeInstanceOf(ApiError);
  const store = queueStore();
  await waitFor(async () => {
    const [entry] = (await store.read(userId)).entries;
    expect([entry?.state, entry?.answer, entry?.body]).toEqual(['sent', null, null]);
  });
  expect(await onDevice()).not.toContain(secret);
  expect(
    JSON.stringify(
      app.queryClient
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.data),
    ),
  ).not.toContain(secret);
});
