import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectionStore } from '#platform/web/api/connection.ts';
import { readUser } from '#platform/web/session/read-user.ts';
import { beginSession, endSession } from '#platform/web/session/session.ts';
import { createQueryClient } from './client.ts';
import { deletePersistedResponses } from './delete-persisted-responses.ts';
import { persistResponses, restorePersistedResponses } from './persisted-responses.ts';

/** Key of a persisted response. */
const key = ['wastage_data', 'list', { branch: 'b1' }];
const updatedAt = Date.parse('2026-11-18T08:00:00Z');
const stops: (() => void)[] = [];

function signIn(id: string, startedAt: number): void {
  const user = readUser({ _id: id, name: id, email: `${id}@demo.test`, role: 'custom_role_sk' });
  if (user === null) throw new Error('Invalid user');
  beginSession(`token-of-${id}-${startedAt}`, user, startedAt);
}

/** Opens a page of the dashboard that persists its cache. */
function openPage(): QueryClient {
  const queryClient = createQueryClient();
  stops.push(persistResponses(queryClient), () => queryClient.clear());
  return queryClient;
}

const setServerAlive = (isAlive: boolean) => connectionStore.set({ isAlive, lastResponseAt: null });

/** Opens another page of the same browser while the server does not respond. */
async function reopenPage(): Promise<QueryClient> {
  setServerAlive(false);
  const queryClient = createQueryClient();
  await restorePersistedResponses(queryClient);
  return queryClient;
}

/** Closes the page and waits for its pending writes. */
async function closePage(): Promise<void> {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  vi.restoreAllMocks();
  await new Promise((resolve) => setTimeout(resolve, 50));
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  setServerAlive(true);
  signIn('bea', Date.now());
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  endSession('signed-out');
  vi.unstubAllGlobals();
});

test('data on screen is shown again without a server, with its age', async () => {
  openPage().setQueryData(key, { rows: [new Map([['qty', 3]])] }, { updatedAt });
  await closePage();
  const queryClient = await reopenPage();
  expect(queryClient.getQueryData(key)).toEqual({ rows: [new Map([['qty', 3]])] });
  expect(queryClient.getQueryState(key)?.dataUpdatedAt).toBe(updatedAt);
  expect(connectionStore.get().lastResponseAt).toBe(updatedAt);
});

test('persisted data is restored only without a server, and doesn’t replace data that the page loaded', async () => {
  openPage().setQueryData(key, 'old', { updatedAt });
  await closePage();
  const queryClient = createQueryClient();
  expect(await restorePersistedResponses(queryClient)).toBe(false);
  expect(queryClient.getQueryData(key)).toBeUndefined();
  setServerAlive(false);
  queryClient.setQueryData(key, 'new');
  expect(await restorePersistedResponses(queryClient)).toBe(true);
  expect(queryClient.getQueryData(key)).toBe('new');
});

test('restored data is refetched when the server responds again', async () => {
  openPage().setQueryData(key, 'old', { updatedAt });
  await closePage();
  const queryClient = await reopenPage();
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(false);
  setServerAlive(true);
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
});

test('evicted entries are deleted from the device, and an unclonable entry doesn’t affect others', async () => {
  const first = openPage();
  first.setQueryData(['evicted'], 1);
  first.setQueryData(['unclonable'], { callback: () => 1 });
  first.setQueryData(key, 2);
  await closePage();
  first.removeQueries({ queryKey: ['evicted'] });
  await closePage();
  const queryClient = await reopenPage();
  expect(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual([key]);
});

test.each([
  ['another user', () => signIn('ben', Date.now())],
  ['the same user in a later session', () => signIn('bea', Date.now() + 1000)],
  ['no user', () => endSession('signed-out')],
])('responses from an earlier session are not restored for %s', async (_case, changeSession) => {
  openPage().setQueryData(key, 'response', { updatedAt });
  await closePage();
  changeSession();
  expect((await reopenPage()).getQueryCache().getAll()).toEqual([]);
});

test('responses are deleted when the session ends', async () => {
  openPage().setQueryData(key, 'response', { updatedAt });
  await closePage();
  await deletePersistedResponses();
  expect((await reopenPage()).getQueryCache().getAll()).toEqual([]);
});
