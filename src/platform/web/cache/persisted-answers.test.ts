import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectionStore } from '#platform/web/api/connection.ts';
import { readUser } from '#platform/web/session/read-user.ts';
import { beginSession, endSession } from '#platform/web/session/session.ts';
import { createQueryClient } from './client.ts';
import { deletePersistedAnswers } from './delete-persisted-answers.ts';
import { persistAnswers, restorePersistedAnswers } from './persisted-answers.ts';

/** Key of a persisted response. */
const key = ['wastage_data', 'list', { branch: 'b1' }];
const seenAt = Date.parse('2026-11-18T08:00:00Z');
const stops: (() => void)[] = [];

function signIn(id: string, startedAt: number): void {
  const user = readUser({ _id: id, name: id, email: `${id}@demo.test`, role: 'custom_role_sk' });
  if (user === null) throw new Error('Nobody to sign in');
  beginSession(`token-of-${id}-${startedAt}`, user, startedAt);
}

/** Opens a page of the dashboard that persists its cache. */
function page(): QueryClient {
  const queryClient = createQueryClient();
  stops.push(persistAnswers(queryClient), () => queryClient.clear());
  return queryClient;
}

const hasServer = (isAlive: boolean) => connectionStore.set({ isAlive, lastHeardAt: null });

/** Opens another page of the same browser while the server does not respond. */
async function reopened(): Promise<QueryClient> {
  hasServer(false);
  const queryClient = createQueryClient();
  await restorePersistedAnswers(queryClient);
  return queryClient;
}

/** Closes the page: pending writes are completed. */
async function leave(): Promise<void> {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  vi.restoreAllMocks();
  await new Promise((resolve) => setTimeout(resolve, 50));
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  hasServer(true);
  signIn('bea', Date.now());
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  endSession('signed-out');
  vi.unstubAllGlobals();
});

test('data on screen is shown again without a server, with its age', async () => {
  page().setQueryData(key, { rows: [new Map([['qty', 3]])] }, { updatedAt: seenAt });
  await leave();
  const queryClient = await reopened();
  expect(queryClient.getQueryData(key)).toEqual({ rows: [new Map([['qty', 3]])] });
  expect(queryClient.getQueryState(key)?.dataUpdatedAt).toBe(seenAt);
  expect(connectionStore.get().lastHeardAt).toBe(seenAt);
});

test('while the server responds none is shown, and never over data loaded by the page', async () => {
  page().setQueryData(key, 'old', { updatedAt: seenAt });
  await leave();
  const queryClient = createQueryClient();
  expect(await restorePersistedAnswers(queryClient)).toBe(false);
  expect(queryClient.getQueryData(key)).toBeUndefined();
  hasServer(false);
  queryClient.setQueryData(key, 'new');
  expect(await restorePersistedAnswers(queryClient)).toBe(true);
  expect(queryClient.getQueryData(key)).toBe('new');
});

test('when the server responds again, restored data is refetched', async () => {
  page().setQueryData(key, 'old', { updatedAt: seenAt });
  await leave();
  const queryClient = await reopened();
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(false);
  hasServer(true);
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
});

test('evicted entries are deleted on the device, and an unclonable entry affects no other', async () => {
  const first = page();
  first.setQueryData(['gone'], 1);
  first.setQueryData(['by a screen'], { act: () => 1 });
  first.setQueryData(key, 2);
  await leave();
  first.removeQueries({ queryKey: ['gone'] });
  await leave();
  const queryClient = await reopened();
  expect(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual([key]);
});

test.each([
  ['another person', () => signIn('ben', Date.now())],
  ['the same person, later', () => signIn('bea', Date.now() + 1000)],
  ['nobody', () => endSession('signed-out')],
])('%s of an earlier session is not restored', async (_who, next) => {
  page().setQueryData(key, 'theirs', { updatedAt: seenAt });
  await leave();
  next();
  expect((await reopened()).getQueryCache().getAll()).toEqual([]);
});

test('responses are deleted with the session', async () => {
  page().setQueryData(key, 'theirs', { updatedAt: seenAt });
  await leave();
  await deletePersistedAnswers();
  expect((await reopened()).getQueryCache().getAll()).toEqual([]);
});
