import './dom.ts';
import { cleanup } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { toast } from 'sonner';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type DemoUser, type MockApi, type MockApiOptions, startMockApi } from '#mocks/node.ts';
import { resetQueueStore } from '#platform/web/outbox/store.ts';
import { readUser } from '#platform/web/session/read-user.ts';
import { beginSession, endSession, reloadSession } from '#platform/web/session/session.ts';

let api: MockApi | null = null;

/**
 * Installs the mocked API for a test file: seeded once, with a fresh copy and an empty device for each test.
 * Call it at the top of the file; the result gives access to the API (faults, database, requests as a user).
 */
export function useMockApi(options: MockApiOptions = {}): { readonly api: MockApi } {
  beforeAll(async () => {
    api = await startMockApi(options);
  });
  beforeEach(async () => {
    globalThis.indexedDB = new IDBFactory();
    resetQueueStore();
    localStorage.clear();
    sessionStorage.clear();
    reloadSession();
    await mockApi().reset();
  });
  afterEach(() => {
    cleanup();
    // The toast library would otherwise show old messages to the next subscriber.
    toast.dismiss();
    endSession('signed-out');
  });
  afterAll(async () => {
    await api?.close();
    api = null;
  });
  return {
    get api() {
      return mockApi();
    },
  };
}

/** Signs in a demo user in this tab, without the form. */
export async function signInAsDemoUser(user: DemoUser): Promise<void> {
  const signedIn = await mockApi().signIn(user);
  const sessionUser = readUser(signedIn);
  if (!sessionUser) throw new Error(`The API returned no user for ${user}`);
  beginSession(signedIn.token, sessionUser);
}

function mockApi(): MockApi {
  if (!api) throw new Error('Call useMockApi() at the top of the test file.');
  return api;
}
