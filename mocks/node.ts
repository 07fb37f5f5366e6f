import { type SetupServer, setupServer } from 'msw/node';
import { createApp } from '#app/server/app.ts';
import { openSqliteMemory } from '#platform/server/db/node/sqlite.ts';
import type { Db } from '#platform/server/db/types.ts';
import { testPassword } from '#app/server/testing/minimal-business.ts';
import { plainImages } from '#app/server/testing/plain-images.ts';
import { type Fault, createMemoryFaultStore } from './faults.ts';
import { createApiHandlers } from './handlers.ts';
import { webCryptoPasswords } from './passwords.ts';
import { createMinimalSnapshot } from './seeds.ts';

const seeds = {
  minimal: createMinimalSnapshot,
  demonstration: async (now: Date) =>
    (await import('./demonstration-seed.ts')).loadDemonstrationSnapshot(now),
};

/** The demo users' email addresses, without `@demo.test`. */
export type DemoUser = 'master' | 'admin' | 'branch' | 'branch.staff' | 'branch2' | 'kitchen' | 'viewer';

/** The real server code behind `fetch`, on a database in memory. */
export interface MockApi {
  /** The current database; `reset` replaces it. */
  readonly db: Db;
  /** Errors logged by the server code since the last reset. */
  readonly errors: readonly string[];
  server: SetupServer;
  /** Restores the seed and removes faults. Call it before each test. */
  reset(): Promise<void>;
  /** Adds a fault for subsequent requests. */
  fail(fault: Fault): void;
  /** Removes all faults. */
  recover(): void;
  /** Signs in a demo user through the API; returns the response of POST /users/login. */
  signIn(user: DemoUser): Promise<{ token: string; _id: string; name: string; email: string; role: string }>;
  close(): Promise<void>;
}

export interface MockApiOptions {
  seed?: keyof typeof seeds;
  clock?: { now(): Date };
}

/**
 * Starts the mocked API for a test file: seeds it once, intercepts requests, and gives every test its own
 * copy of the seed. A request to anything but the API fails the test.
 */
export async function startMockApi({
  seed = 'minimal',
  clock = { now: () => new Date() },
}: MockApiOptions = {}): Promise<MockApi> {
  const snapshot = await seeds[seed](clock.now());
  const faults = createMemoryFaultStore();
  const errors: string[] = [];
  const log = {
    info() {},
    warn() {},
    error: (fields: Record<string, unknown>, message: string) =>
      void errors.push(`${message} ${JSON.stringify(fields)}`),
  };

  const open = () => {
    const db = openSqliteMemory(snapshot);
    return { db, app: createApp({ db, clock, passwords: webCryptoPasswords, images: plainImages, log }) };
  };
  let current = open();
  const server = setupServer(...createApiHandlers(() => current.app, faults));
  server.listen({ onUnhandledFrame: 'error' });

  return {
    server,
    errors,
    get db() {
      return current.db;
    },
    async reset() {
      const previous = current;
      current = open();
      errors.length = 0;
      faults.write([]);
      server.resetHandlers();
      await previous.db.close();
    },
    fail: (fault) => faults.write([...faults.read(), fault]),
    recover: () => faults.write([]),
    async signIn(user) {
      const body = JSON.stringify({ email: `${user}@demo.test`, password: testPassword });
      const headers = { 'content-type': 'application/json' };
      const response = await current.app.request('/api/users/login', { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`${user}@demo.test cannot sign in: ${await response.text()}`);
      return response.json();
    },
    async close() {
      server.close();
      await current.db.close();
    },
  };
}
