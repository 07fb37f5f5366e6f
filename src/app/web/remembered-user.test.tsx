import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http, type JsonBodyType } from 'msw';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { readRecord } from '#platform/shapes/tolerant.ts';
import { api } from '#platform/web/api/api.ts';
import { dropPrefetched } from '#platform/web/api/prefetched-requests.ts';
import { baseAddress } from '#platform/web/api/base-address.ts';
import { currentUser, reloadSession, sessionStore } from '#platform/web/session/session.ts';
import { signInAsDemoUser } from '#app/web/testing/mock-api.ts';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

/** A reloaded page renders for the remembered user while the server verifies the session. */
const mock = useMockApi();
afterEach(dropPrefetched);

const path = '/branch-order/order-history';
const title = { level: 1, name: 'Order History & Tracking' };

/** Reopens the dashboard, as a reload does, and records whether a text was ever on screen. */
async function reopen(text: string) {
  reloadSession();
  const seen = { ever: false };
  const observer = new MutationObserver(() => {
    seen.ever ||= document.body.textContent.includes(text);
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  onTestFinished(() => observer.disconnect());
  return { app: await renderApp(path), seen };
}

/** Delays the profile until the rows of the list have been answered, and then returns this one. */
async function profileSays(change: Record<string, unknown>, status = 200): Promise<() => void> {
  const profile = status === 200 ? readRecord((await api.get('users/profile')).data) : {};
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  mock.api.server.use(
    http.get('*/api/users/profile', async () => {
      await opened;
      return HttpResponse.json({ ...profile, ...change } as JsonBodyType, { status });
    }),
  );
  return open;
}

/** Resolves when the list has its answer from the server. */
function rowsAnswered(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  mock.api.server.events.on('response:mocked', ({ request }) => {
    if (request.url.includes('/api/orders?page=1')) resolve();
  });
  return promise;
}

const nameOfUser = () => currentUser()?.name ?? '';
const menu = () => within(screen.getByRole('navigation', { name: 'Main menu' }));

test('menu, name and columns are shown before the profile arrives; rows follow it', async () => {
  const { orderNo } = await createOrderInStatus(mock.api, 'Under Review');
  await signInAsDemoUser('branch');
  const answerProfile = await profileSays({});
  const answered = rowsAnswered();
  const { seen } = await reopen(orderNo);
  expect(await screen.findByRole('heading', title)).toBeInTheDocument();
  expect(screen.getAllByText(nameOfUser()).length).toBeGreaterThan(0);
  expect(menu().getByRole('link', { name: title.name })).toBeInTheDocument();
  await answered;
  expect(seen.ever).toBe(false);
  answerProfile();
  expect(await screen.findByText(orderNo)).toBeInTheDocument();
});

test('a page whose access was revoked shows no row, and its menu entry disappears', async () => {
  const { orderNo } = await createOrderInStatus(mock.api, 'Under Review');
  await signInAsDemoUser('branch');
  const answerProfile = await profileSays({ allowedPages: ['/branch-order/create-order'] });
  const answered = rowsAnswered();
  const { seen } = await reopen(orderNo);
  await answered;
  answerProfile();
  expect(await screen.findByRole('heading', { name: 'No Access' })).toBeInTheDocument();
  expect(menu().queryByRole('link', { name: title.name })).toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
  expect(seen.ever).toBe(false);
});

test.each([401, 403])(
  'a session refused with %s leads to the sign-in page without showing a row',
  async (status) => {
    const { orderNo } = await createOrderInStatus(mock.api, 'Under Review');
    await signInAsDemoUser('branch');
    const name = nameOfUser();
    const answerProfile = await profileSays({ error: 'Over.', code: 'TOKEN_EXPIRED' }, status);
    const answered = rowsAnswered();
    const { app, seen } = await reopen(orderNo);
    await answered;
    answerProfile();
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeInTheDocument();
    await waitFor(() => expect(app.queryClient.getQueryCache().getAll()).toEqual([]));
    expect(screen.queryByText(name)).toBeNull();
    expect(sessionStore.get().status).toBe('anonymous');
    expect(seen.ever).toBe(false);
  },
);

test('a profile remembered for another token shows neither name nor menu', async () => {
  await signInAsDemoUser('admin');
  const adminName = nameOfUser();
  const admin = localStorage.getItem('commissary.session') ?? '';
  await signInAsDemoUser('branch');
  localStorage.setItem('commissary.session', admin);
  const { seen } = await reopen(adminName);
  expect(await screen.findByRole('heading', title)).toBeInTheDocument();
  expect(screen.getAllByText(nameOfUser()).length).toBeGreaterThan(0);
  expect(seen.ever).toBe(false);
});

test('an unavailable server leaves the last known user signed in', async () => {
  await signInAsDemoUser('branch');
  const { orderNo } = await createOrderInStatus(mock.api, 'Under Review');
  mock.api.fail({ fault: '500', match: '/users/profile' });
  await reopen(orderNo);
  expect(await screen.findByText(orderNo)).toBeInTheDocument();
});

/** Sends the requests of public/theme.js before the dashboard starts. */
async function askAhead(path: string): Promise<void> {
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
    { url, headers, answer: Promise.resolve(rewritten), abort: () => undefined, response: rewritten, text },
  ];
}

const rows = 'orders?page=1&limit=50';

test('prefetched rows are in the first render, requested once, and persisted for offline use', async () => {
  const { orderNo } = await createOrderInStatus(mock.api, 'Under Review');
  await signInAsDemoUser('branch');
  for (const question of ['users/profile', rows]) await askAhead(question);
  const calls: string[] = [];
  mock.api.server.events.on('request:start', ({ request }) => {
    calls.push(request.url.replace(/^.*\/api\//, ''));
  });
  await reopen(orderNo);
  await screen.findByRole('heading', title);
  expect(screen.getByText(orderNo)).toBeInTheDocument();
  expect(calls).not.toContain(rows);
  expect(calls).not.toContain('users/profile');
  await waitFor(() => expect(JSON.stringify(Object.entries(localStorage))).toContain(orderNo));
});

test('prefetched rows are shown to no other user, nor after access to the page was revoked', async () => {
  const { orderNo } = await createOrderInStatus(mock.api, 'Under Review');
  await signInAsDemoUser('branch');
  await askAhead(rows);
  await signInAsDemoUser('branch2');
  const { app, seen } = await reopen(orderNo);
  expect(await screen.findByRole('heading', title)).toBeInTheDocument();
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  expect(seen.ever).toBe(false);
  app.unmount();

  await signInAsDemoUser('branch');
  await askAhead(rows);
  const answerProfile = await profileSays({ allowedPages: ['/branch-order/create-order'] });
  const reopened = await reopen(orderNo);
  expect(await screen.findByRole('heading', title)).toBeInTheDocument();
  answerProfile();
  expect(await screen.findByRole('heading', { name: 'No Access' })).toBeInTheDocument();
  expect([seen.ever, reopened.seen.ever]).toEqual([false, false]);
});
