import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http, type JsonBodyType } from 'msw';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { readRecord } from '#platform/shapes/tolerant.ts';
import { api } from '#platform/web/api/api.ts';
import { dropPrefetched } from '#platform/web/api/prefetched-requests.ts';
import { baseAddress } from '#platform/web/api/base-address.ts';
import { getCurrentUser, reloadSession, sessionStore } from '#platform/web/session/session.ts';
import { signInAsDemoUser } from '#app/web/testing/mock-api.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

/** After a reload, the page renders for the remembered user while the server verifies the session. */
const mock = useMockApi();
afterEach(dropPrefetched);

const path = '/branch-order/order-history';
const title = { level: 1, name: 'Order History & Tracking' };

/** Reopens the dashboard, as after a reload, and records whether a text was shown at any time. */
async function reopen(text: string) {
  reloadSession();
  const watchedText = { wasShown: false };
  const observer = new MutationObserver(() => {
    watchedText.wasShown ||= document.body.textContent.includes(text);
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  onTestFinished(() => observer.disconnect());
  return { app: await renderApp(path), watchedText };
}

/** Delays the profile, with these changes, until the returned function is called. */
async function delayProfile(change: Record<string, unknown>, status = 200): Promise<() => void> {
  const profile = status === 200 ? readRecord((await api.get('users/profile')).data) : {};
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  mock.api.server.use(
    http.get('*/api/users/profile', async () => {
      await released;
      return HttpResponse.json({ ...profile, ...change } as JsonBodyType, { status });
    }),
  );
  return release;
}

/** Resolves when the list's response has arrived. */
function waitForRows(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  mock.api.server.events.on('response:mocked', ({ request }) => {
    if (request.url.includes('/api/orders?page=1')) resolve();
  });
  return promise;
}

const getUserName = () => getCurrentUser()?.name ?? '';
const getMenu = () => within(screen.getByRole('navigation', { name: 'Main menu' }));

test('shows menu, name and columns before the profile arrives, and rows only after it', async () => {
  const { orderNo } = await createOrderInStatus(mock.api, 'Under Review');
  await signInAsDemoUser('branch');
  const sendProfile = await delayProfile({});
  const rowsReceived = waitForRows();
  const { watchedText } = await reopen(orderNo);
  expect(await screen.findByRole('heading', title)).toBeInTheDocument();
  expect(screen.getAllByText(getUserName()).length).toBeGreaterThan(0);
  expect(getMenu().getByRole('link', { name: title.name })).toBeInTheDocument();
  await rowsReceived;
  expect(watchedText.wasShown).toBe(false);
  sendProfile();
  expect(await screen.findByText(orderNo)).toBeInTheDocument();
});

test('shows no rows on a page to which access was revoked, and removes its menu entry', async () => {
  const { orderNo } = await createOrderInStatus(mock.api, 'Under Review');
  await signInAsDemoUser('branch');
  const sendProfile = await delayProfile({ allowedPages: ['/branch-order/create-order'] });
  const rowsReceived = waitForRows();
  const { watchedText } = await reopen(orderNo);
  await rowsReceived;
  sendProfile();
  expect(await screen.findByRole('heading', { name: 'No Access' })).toBeInTheDocument();
  expect(getMenu().queryByRole('link', { name: title.name })).toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
  expect(watchedText.wasShown).toBe(false);
});

test.each([401, 403])('redirects to the sign-in page without showing rows after a %s', async (status) => {
  const { orderNo } = await createOrderInStatus(mock.api, 'Under Review');
  await signInAsDemoUser('branch');
  const name = getUserName();
  const sendProfile = await delayProfile({ error: 'Session ended.', code: 'TOKEN_EXPIRED' }, status);
  const rowsReceived = waitForRows();
  const { app, watchedText } = await reopen(orderNo);
  await rowsReceived;
  sendProfile();
  expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeInTheDocument();
  await waitFor(() => expect(app.queryClient.getQueryCache().getAll()).toEqual([]));
  expect(screen.queryByText(name)).toBeNull();
  expect(sessionStore.get().status).toBe('anonymous');
  expect(watchedText.wasShown).toBe(false);
});

test('ignores a profile that was remembered for a different token', async () => {
  await signInAsDemoUser('admin');
  const adminName = getUserName();
  const adminSession = localStorage.getItem('commissary.session') ?? '';
  await signInAsDemoUser('branch');
  localStorage.setItem('commissary.session', adminSession);
  const { watchedText } = await reopen(adminName);
  expect(await screen.findByRole('heading', title)).toBeInTheDocument();
  expect(screen.getAllByText(getUserName()).length).toBeGreaterThan(0);
  expect(watchedText.wasShown).toBe(false);
});

test('keeps the last known user signed in while the server is unavailable', async () => {
  await signInAsDemoUser('branch');
  const { orderNo } = await createOrderInStatus(mock.api, 'Under Review');
  mock.api.fail({ fault: '500', match: '/users/profile' });
  await reopen(orderNo);
  expect(await screen.findByText(orderNo)).toBeInTheDocument();
});

/** Sends the requests of public/theme.js before the dashboard starts. */
async function prefetch(path: string): Promise<void> {
  const url = `${baseAddress(window.location)}/${path}`;
  const headers = {
    accept: 'application/json',
    'accept-language': 'en',
    authorization: `Bearer ${localStorage.getItem('token')}`,
  };
  const response = await fetch(url, { headers });
  const text = await response.text();
  const rewritten = new Response(text, { status: response.status, headers: response.headers });
  globalThis.commissaryPrefetched = [
    ...(globalThis.commissaryPrefetched ?? []),
    { url, headers, pending: Promise.resolve(rewritten), abort: () => undefined, response: rewritten, text },
  ];
}

const rowsPath = 'orders?page=1&limit=50';

test('renders prefetched rows immediately without requesting them again, and persists them for offline use', async () => {
  const { orderNo } = await createOrderInStatus(mock.api, 'Under Review');
  await signInAsDemoUser('branch');
  for (const prefetchedPath of ['users/profile', rowsPath]) await prefetch(prefetchedPath);
  const calls: string[] = [];
  mock.api.server.events.on('request:start', ({ request }) => {
    calls.push(request.url.replace(/^.*\/api\//, ''));
  });
  await reopen(orderNo);
  await screen.findByRole('heading', title);
  expect(screen.getByText(orderNo)).toBeInTheDocument();
  expect(calls).not.toContain(rowsPath);
  expect(calls).not.toContain('users/profile');
  await waitFor(() => expect(JSON.stringify(Object.entries(localStorage))).toContain(orderNo));
});

test('discards prefetched rows for a different user and for a page to which access was revoked', async () => {
  const { orderNo } = await createOrderInStatus(mock.api, 'Under Review');
  await signInAsDemoUser('branch');
  await prefetch(rowsPath);
  await signInAsDemoUser('branch2');
  const { app, watchedText } = await reopen(orderNo);
  expect(await screen.findByRole('heading', title)).toBeInTheDocument();
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  expect(watchedText.wasShown).toBe(false);
  app.unmount();

  await signInAsDemoUser('branch');
  await prefetch(rowsPath);
  const sendProfile = await delayProfile({ allowedPages: ['/branch-order/create-order'] });
  const reopened = await reopen(orderNo);
  expect(await screen.findByRole('heading', title)).toBeInTheDocument();
  sendProfile();
  expect(await screen.findByRole('heading', { name: 'No Access' })).toBeInTheDocument();
  expect([watchedText.wasShown, reopened.watchedText.wasShown]).toEqual([false, false]);
});
