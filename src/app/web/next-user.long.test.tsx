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
import { getQueueStore } from '#platform/web/outbox/store.ts';
import { endSession, reloadSession, sessionLengthMs, sessionStore } from '#platform/web/session/session.ts';
import { watchSession } from '#platform/web/session/watch.ts';
import { signInAsDemoUser } from '#app/web/testing/mock-api.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

/** On a shared tablet, the next user must not see any of the previous user's data. */
const mock = useMockApi();

/** Occurs in the notes of every row of branch 1. */
const secret = 'Riverside only';

/** Creates an order with a note, moves it through the statuses, and returns its number. */
async function createOrder(user: DemoUser, note: string, ...statuses: string[]): Promise<string> {
  const { token } = await mock.api.signIn(user);
  const headers = { authorization: `Bearer ${token}` };
  const items = [{ itemId: ids.items.flour, orderQty: 2, note }];
  const created = await api.send('post', 'orders', {
    headers,
    json: { deliveryDate: '2030-01-15', items, notes: note },
  });
  for (const status of statuses)
    await api.send('patch', `orders/${readId(created.data)}`, { headers, json: { status } });
  return String(readRecord(created.data)['orderNo']);
}

/** Returns the content of every browser storage of this device. */
async function readDeviceStorage(): Promise<string> {
  const store = getQueueStore();
  const queues = await Promise.all((await store.listOwners()).map(store.read));
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

test.each(pages)('%s shows the next user none of the previous user’s data', async (path) => {
  const ownOrder = await createOrder('branch', secret, 'Under Review');
  const nextOrder = await createOrder('branch2', 'Station', 'Under Review');
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
  expect(await readDeviceStorage()).not.toMatch(new RegExp(`${ownOrder}|${secret}`));

  app.unmount();
  const nextApp = await renderApp(path, { as: 'branch2' });
  await nextApp.queryClient.fetchQuery({ queryKey: ['probe'], queryFn: () => api.get('orders') });
  await waitFor(() => expect(nextApp.queryClient.isFetching()).toBe(0));
  const storedText = JSON.stringify(
    nextApp.queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  );
  expect([
    storedText.includes(nextOrder),
    storedText.includes(ownOrder),
    storedText.includes(secret),
  ]).toEqual([true, false, false]);
  expect(document.body.textContent).not.toMatch(new RegExp(`${ownOrder}|${secret}`));
});

const sessionEnds: Readonly<Record<string, () => Promise<void> | void>> = {
  'a sign-out': () => endSession('signed-out'),
  'the eight-hour limit': () => endSession('expired'),
  'a 401': async () => {
    mock.api.fail({
      fault: 'response',
      match: '/orders',
      status: 401,
      body: { error: 'No.', code: 'TOKEN_EXPIRED' },
    });
  },
  "another tab's sign-out": () => {
    localStorage.removeItem('token');
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
  },
  'a session that expired while the browser was closed': () => {
    cleanup();
    const session = readRecord(JSON.parse(localStorage.getItem('commissary.session') ?? '{}'));
    const startedAt = Date.now() - sessionLengthMs;
    localStorage.setItem('commissary.session', JSON.stringify({ ...session, startedAt }));
    reloadSession();
  },
};

test.each(Object.entries(sessionEnds))('after %s this device stores only unsent work', async (name, end) => {
  const ownOrder = await createOrder('branch', secret, 'Under Review');
  const app = await renderApp('/branch-order/order-history', { as: 'branch' });
  const stop = watchSession(() => undefined);
  await waitFor(() => expect(Object.keys(localStorage).join()).toContain('last-orders'));
  expect(await readDeviceStorage()).toContain(ownOrder);

  await act(async () => end());
  if (name === 'a 401') await app.queryClient.invalidateQueries();
  await waitFor(() => expect(sessionStore.get().status).toBe('anonymous'));
  if (!name.startsWith('a session that expired'))
    await waitFor(() => expect(app.queryClient.getQueryCache().getAll()).toEqual([]));
  expect(await readDeviceStorage()).not.toMatch(new RegExp(`${ownOrder}|${secret}`));
  stop();
});

test('discards a response that arrives after its session has ended, and records the action as sent', async () => {
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
    isSingleUse: true,
  });
  await waitFor(() => expect(outboxStore.get()[0]?.state).toBe('sending'));
  const directCall = api.get('orders').catch((error: unknown) => error);
  act(() => endSession('signed-out'));
  await signInAsDemoUser('branch2');
  expect(await directCall).toBeInstanceOf(ApiError);
  const store = getQueueStore();
  await waitFor(async () => {
    const [entry] = (await store.read(userId)).entries;
    expect([entry?.state, entry?.response, entry?.body]).toEqual(['sent', null, null]);
  });
  expect(await readDeviceStorage()).not.toContain(secret);
  expect(
    JSON.stringify(
      app.queryClient
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.data),
    ),
  ).not.toContain(secret);
});
