import type { Hono } from 'hono';
import { createApp } from '#app/server/app.ts';
import type { Db } from '#platform/server/db/types.ts';
import type { Images, PasswordHasher } from '#platform/server/http/services.ts';
import { sessionMs } from '#platform/server/http/session.ts';
import { newToken, hashToken } from '#platform/server/http/tokens.ts';
import { newId } from '#platform/server/ids.ts';
import { type Mailer, noMailer } from '#platform/server/jobs/mailer.ts';
import { createTestClient, type TestClient } from './client.ts';
import { openFilledTestDb, openTestDb } from './databases.ts';
import { ids, type TestUser } from './ids.ts';
import { seedMinimalBusiness, testPassword } from './minimal-business.ts';
import { quickPasswords } from './passwords.ts';
import { plainImages } from './plain-images.ts';
import { memoizeInProcess } from './snapshots.ts';

/** A clock that moves only when advanced. */
export interface TestClock {
  now(): Date;
  advance(ms: number): void;
}

export interface TestApp {
  app: Hono;
  db: Db;
  clock: TestClock;
  /** Logged errors; a test that expects none should assert that this is empty. */
  errors: Record<string, unknown>[];
  anonymous: TestClient;
  /** Client of a signed-in demo user. */
  as(user: TestUser): TestClient;
  /** Signs a user in who has already chosen a password, and returns the session's client. */
  signIn(userId: string): Promise<TestClient>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** The clock's initial time. Defaults to a Wednesday morning. */
  now?: string;
  /** Leaves the database empty. */
  isEmpty?: boolean;
  /** Uses this migrated database instead of a new one. */
  db?: Db;
  /** The given database already has the minimal business. */
  isFilled?: boolean;
  /** A real image service, if needed. */
  images?: Images;
  /** A password hasher that delays or counts its calls. */
  passwords?: PasswordHasher;
  /** A mailer, if emails should be sent. */
  mailer?: Mailer;
  /** Behaves as a server that other machines can reach. */
  isReachable?: boolean;
  /** Client address of each request. */
  address?(): string;
}

interface SessionKey {
  token: string;
  tokenHash: string;
}

async function createKey(): Promise<SessionKey> {
  const token = newToken();
  return { token, tokenHash: await hashToken(token) };
}

/** Reuses session keys across test databases: hashing them takes longer than many tests. */
const getCachedKey = (index: number) => memoizeInProcess(`key of session ${index}`, createKey);

const defaultNow = '2026-03-04T09:00:00.000Z';

/**
 * Creates the API on a new database with the minimal business (`ids` contains the ids of its rows): in
 * memory, or on PostgreSQL if TEST_DATABASE_URL is set. Close it when the test file ends.
 */
export async function createTestApp({
  now = defaultNow,
  isEmpty = false,
  db: existingDb,
  isFilled = false,
  images = plainImages,
  passwords = quickPasswords,
  mailer = noMailer,
  isReachable = false,
  address = () => '203.0.113.7',
}: TestAppOptions = {}): Promise<TestApp> {
  const clock = createTestClock(now);
  const seed = async (into: Db) => {
    const passwordHash = await passwords.hash(testPassword);
    await into.write((tx) => seedMinimalBusiness(tx, clock.now(), passwordHash));
  };
  const isDefault = !existingDb && !isEmpty && now === defaultNow && passwords === quickPasswords;
  const db = existingDb ?? (isDefault ? await openFilledTestDb('minimal', seed) : await openTestDb());
  if (!isDefault && !isEmpty && !isFilled) await seed(db);
  const errors: Record<string, unknown>[] = [];
  const log = { info() {}, warn() {}, error: (fields: Record<string, unknown>) => void errors.push(fields) };
  const app = createApp({
    db,
    clock,
    passwords,
    images,
    log,
    mailer,
    isReachable,
    clientAddress: address,
  });

  async function signIn(userId: string): Promise<TestClient> {
    await db.writer
      .updateTable('users')
      .set({ passwordKind: 'own' })
      .where('_id', '=', userId)
      .where('passwordKind', '=', 'start')
      .execute();
    const [client] = await openSessions([userId]);
    return client as TestClient;
  }

  let sessionCount = 0;
  /** Opens a session for each user and returns the clients. */
  async function openSessions(userIds: readonly string[]): Promise<TestClient[]> {
    const createdAt = clock.now();
    const newSessions = await Promise.all(
      userIds.map(async (userId) => ({
        userId,
        ...(await (existingDb ? createKey() : getCachedKey(++sessionCount))),
      })),
    );
    const rows = newSessions.map(({ userId, tokenHash }) => ({
      tokenHash,
      sessionId: newId(clock),
      userId,
      createdAt: createdAt.toISOString(),
      expiresAt: new Date(createdAt.getTime() + sessionMs).toISOString(),
      ip: '203.0.113.7',
      userAgent: 'test',
    }));
    await db.writer.insertInto('sessions').values(rows).execute();
    return newSessions.map(({ token }) => createTestClient(app, token));
  }

  const clients = new Map<TestUser, TestClient>();
  if (!isEmpty) {
    // All users have chosen their own password.
    const userClients = await openSessions(Object.values(ids.users));
    for (const [index, user] of Object.keys(ids.users).entries())
      clients.set(user as TestUser, userClients[index] as TestClient);
  }
  return {
    app,
    db,
    clock,
    errors,
    anonymous: createTestClient(app, null),
    as(user) {
      const client = clients.get(user);
      if (!client) throw new Error(`No user ${user}: the test app is empty`);
      return client;
    },
    signIn,
    close: () => db.close(),
  };
}

function createTestClock(start: string): TestClock {
  let ms = Date.parse(start);
  return {
    now: () => new Date(ms),
    advance: (by) => {
      ms += by;
    },
  };
}
