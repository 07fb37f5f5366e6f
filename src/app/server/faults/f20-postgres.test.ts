import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { findPostgres } from '#scripts/pg-binaries.ts';
import type { Db } from '#platform/server/db/types.ts';
import { openPostgres } from '#platform/server/db/node/postgres.ts';
import { routes } from '#app/server/routes.ts';
import { testPassword } from '#app/server/testing/minimal-business.ts';
import { engines, type FaultDatabase, getPostgresServer, stopEngines } from './engines.ts';
import { WriterFleet } from './fleet.ts';
import { loadOrdersByNotes, findViolations } from './violations.ts';
import { createSeededRandom } from './random.ts';
import { recordMeasurement, chooseRepetitions } from './repetitions.ts';
import { seedMinimalDatabase } from './seed-minimal-database.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { signInWriter } from './writers.ts';

const writers = 10;

afterAll(stopEngines);

/** A PostgreSQL failure while two servers and their clients are working; resolves when it is over. */
type Failure = (database: FaultDatabase) => Promise<void>;

const failures: { name: string; count: number; inject: Failure }[] = [
  {
    name: 'restarted',
    count: chooseRepetitions(1, 50),
    inject: async () => (await getPostgresServer()).restart('fast'),
  },
  {
    name: 'crashed',
    count: chooseRepetitions(1, 10),
    inject: async () => (await getPostgresServer()).restart('crash'),
  },
  { name: 'a session killed', count: chooseRepetitions(1, 10), inject: killSession },
  {
    name: 'sessions terminated',
    count: chooseRepetitions(2, 20),
    inject: (database) => withMaintenanceDb((db) => terminate(db, database)),
  },
  { name: 'connections refused', count: chooseRepetitions(1, 10), inject: refuseConnectionsBriefly },
];

describe.skipIf(findPostgres() === null)('F20: PostgreSQL used by two servers and their clients', () => {
  it('restarts, crashes, ended sessions and refused connections only cause client retries', async () => {
    const database = await createPostgresDatabase();
    const servers = await Promise.all([startServerProcess(database.env), startServerProcess(database.env)]);
    const fleets = await Promise.all(
      servers.map(async ({ url }, n) => new WriterFleet(`F20-${n}`, url, await signInWriter(url))),
    );
    const running = Promise.all(fleets.map((fleet) => fleet.run(writers))).then(() => undefined);
    running.catch(() => undefined);
    const readers = await Promise.all(servers.map(({ url }) => Readers.start(url)));

    const random = createSeededRandom(20);
    const slowest = new Map<string, number>();
    for (const { name, count, inject } of failures) {
      for (let n = 0; n < count; n += 1) {
        await pause(100 + random(300));
        await inject(database);
        const recoveryStartedAt = performance.now();
        await Promise.all(servers.map(waitUntilHealthy));
        const recoveryMs = Math.round(performance.now() - recoveryStartedAt);
        slowest.set(name, Math.max(slowest.get(name) ?? 0, recoveryMs));
      }
    }
    await Promise.all(fleets.map((fleet) => fleet.finish(running)));
    const unexpected = (await Promise.all(readers.map((reader) => reader.end()))).flat();
    const exits = await Promise.all(servers.map((server) => server.end('SIGTERM')));
    const serverOutput = servers.map((server) => server.output()).join('');
    expect(exits, serverOutput).toEqual([0, 0].map((code) => ({ code, signal: null })));
    expect(unexpected).toEqual([]);
    expect(serverOutput).not.toMatch(/"level":50|uncaught|unhandled/);

    const attempts = fleets.flatMap((fleet) => fleet.attempts);
    const orders = await loadOrdersByNotes(database, 'F20');
    const lost = attempts.filter(
      ({ key, acknowledgedId }) => !orders.get(key)?.includes(acknowledgedId ?? ''),
    );
    const duplicates = [...orders].filter(([, ids]) => ids.length > 1);
    expect(lost).toEqual([]);
    expect(duplicates).toEqual([]);
    expect(orders.size).toBe(attempts.length);
    expect(await findViolations(database)).toEqual([]);
    for (const { name, count } of failures)
      recordMeasurement('F20', 'PostgreSQL', {
        [name]: count,
        'slowest recovery, ms': slowest.get(name) ?? 0,
      });
    recordMeasurement('F20', 'PostgreSQL', {
      servers: servers.length,
      writers: writers * servers.length,
      'orders acknowledged': attempts.length,
      'sent more than once': attempts.filter(({ requestCount }) => requestCount > 1).length,
      'other calls answered': readers.reduce((sum, { succeeded }) => sum + succeeded, 0),
      'retryable responses': readers.reduce((sum, { retryResponses }) => sum + retryResponses, 0),
      'other responses': unexpected.length,
      lost: lost.length,
      duplicates: duplicates.length,
    });
    database.drop();
  });

  it('makes clients retry while no connection is free', async () => {
    const database = await createPostgresDatabase();
    const role = `limited_${process.pid}`;
    const connection = database.open();
    await sql`create role ${sql.ref(role)} login password 'limited'`.execute(connection.writer);
    for (const privilegeTarget of [
      'all tables in schema public',
      'all sequences in schema public',
      'schema public',
    ])
      await sql`grant all on ${sql.raw(privilegeTarget)} to ${sql.ref(role)}`.execute(connection.writer);
    const url = new URL(database.env['DATABASE_URL'] ?? '');
    [url.username, url.password] = [role, 'limited'];
    const server = await startServerProcess({ DATABASE_URL: url.href, DATABASE_POOL: '2' });

    const expectRetryResponses = async () => {
      // Uses a new connection each time: an idle one may be closed just as it is used.
      const headers = { connection: 'close' };
      const calls = Array.from({ length: 20 }, () => fetch(`${server.url}/api/health`, { headers }));
      const responses = await Promise.all(calls);
      for (const { status, headers: retryHeaders } of responses)
        expect([status, retryHeaders.get('retry-after')]).toEqual([503, expect.stringMatching(/^[1-9]\d*$/)]);
    };

    // The pool's two connections wait for a lock, and other requests for the pool.
    await connection.write(async (tx) => {
      await sql`lock table users in access exclusive mode`.execute(tx);
      await expectRetryResponses();
    });
    await connection.close();
    await waitUntilHealthy(server);

    // The database server refuses additional connections for this user.
    await withMaintenanceDb(async (db) => {
      await sql`alter role ${sql.ref(role)} connection limit 0`.execute(db.writer);
      await terminate(db, database);
      await expectRetryResponses();
      await sql`alter role ${sql.ref(role)} connection limit -1`.execute(db.writer);
    });
    await waitUntilHealthy(server);
    expect((await server.end('SIGTERM')).code).toBe(0);
    database.drop();
  });

  it('closes event streams when the LISTEN connection is lost; a new stream receives all later changes', async () => {
    const database = await createPostgresDatabase();
    const [listeningServer, writingServer] = await Promise.all([
      startServerProcess(database.env),
      startServerProcess(database.env),
    ]);
    const { token } = await signInWriter(listeningServer.url, 'admin@demo.test');
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const createBrand = async (name: string) =>
      (
        await fetch(`${writingServer.url}/api/brands`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ name }),
        })
      ).json() as Promise<{ _id: string }>;
    const listen = async () => {
      const response = await fetch(`${listeningServer.url}/api/events`, { headers });
      return { status: response.status, events: readEvents(response) };
    };

    const first = await listen();
    expect((await first.events.next()).value).toContain('event: ready');
    // A client whose stream is ready receives the very next change.
    expect((await createBrand('First'))._id).toBe(await readChangedId(first.events));
    await withMaintenanceDb((db) => terminate(db, database));
    expect((await first.events.next()).done).toBe(true);
    await Promise.all([listeningServer, writingServer].map(waitUntilHealthy));
    const second = await listen();
    expect((await second.events.next()).value).toContain('event: ready');
    expect((await createBrand('Second'))._id).toBe(await readChangedId(second.events));

    await withMaintenanceDb(async (db) => {
      await refuseConnections(db, database);
      expect((await second.events.next()).done).toBe(true);
      expect((await listen()).status).toBe(503);
    });
    await Promise.all([listeningServer, writingServer].map((server) => server.end('SIGTERM')));
    database.drop();
  });

  it('does not prevent a server from stopping while the database is unreachable', async () => {
    const database = await createPostgresDatabase();
    const server = await startServerProcess(database.env);
    await withMaintenanceDb((db) => refuseConnections(db, database));
    expect((await fetch(`${server.url}/api/health`)).status).toBe(503);
    expect((await server.end('SIGTERM')).code).toBe(0);
    database.drop();
  });
});

/** Yields a stream's text piece by piece. */
async function* readEvents(response: Response): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  for await (const piece of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>)
    yield decoder.decode(piece);
}

/** Returns the id of a stream's next change. */
async function readChangedId(stream: AsyncGenerator<string, void>): Promise<string | undefined> {
  const { value } = await stream.next();
  return /"id":"([^"]+)"/.exec(value ?? '')?.[1];
}

/** Requests every GET endpoint in a loop, signs in, and records unexpected responses. */
class Readers {
  succeeded = 0;
  retryResponses = 0;
  readonly #unexpected: string[] = [];
  readonly #url: string;
  #isFinished = false;
  #reading: Promise<unknown> = Promise.resolve();

  constructor(url: string) {
    this.#url = url;
  }

  static async start(url: string): Promise<Readers> {
    const readers = new Readers(url);
    const { token } = (await (await readers.#signIn()).json()) as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    const paths = routes
      .filter(({ method, path }) => method === 'get' && !path.includes(':') && path !== '/events')
      .map(({ path }) => `/api${path}`);
    const calls = ['/', ...paths].map((path) => [path, () => fetch(`${url}${path}`, { headers })] as const);
    // Status of each request without faults: later requests must return it, or ask the client to retry.
    const expectedStatus = new Map<string, number>();
    for (const [path, call] of calls) expectedStatus.set(path, (await call()).status);
    readers.#reading = Promise.all([
      readers.#readRepeatedly([...calls], expectedStatus),
      readers.#readRepeatedly(calls.toReversed(), expectedStatus),
      readers.#readRepeatedly([['sign-in', () => readers.#signIn()]], new Map([['sign-in', 200]])),
    ]);
    return readers;
  }

  async end(): Promise<string[]> {
    this.#isFinished = true;
    await this.#reading;
    return this.#unexpected;
  }

  #signIn(): Promise<Response> {
    return fetch(`${this.#url}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@demo.test', password: testPassword }),
    });
  }

  async #readRepeatedly(
    calls: readonly (readonly [string, () => Promise<Response>])[],
    expectedStatus: ReadonlyMap<string, number>,
  ): Promise<void> {
    for (let n = 0; !this.#isFinished; n += 1) {
      const [path, call] = calls[n % calls.length] ?? expect.unreachable();
      try {
        const response = await call();
        const text = await response.text();
        const isRetryResponse =
          response.status === 503 && /^[1-9]\d*$/.test(response.headers.get('retry-after') ?? '');
        if (isRetryResponse) this.retryResponses += 1;
        else this.succeeded += 1;
        if (!isRetryResponse && response.status !== expectedStatus.get(path))
          this.#unexpected.push(`${path}: ${response.status} ${text.slice(0, 200)}`);
      } catch (error) {
        this.#unexpected.push(`${path}: ${String(error)}`);
      }
      await pause(10);
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function createPostgresDatabase(): Promise<FaultDatabase> {
  const engine = engines.find(({ name }) => name === 'PostgreSQL');
  return seedMinimalDatabase(await (engine ?? expect.unreachable()).create());
}

/** Resolves when a server responds normally again. */
async function waitUntilHealthy({ url, output }: ServerProcess): Promise<void> {
  const fetchHealth = () =>
    fetch(`${url}/api/health`).catch((cause: unknown) => {
      throw new Error(`The server stopped responding. Its output:\n${output()}`, { cause });
    });
  while ((await fetchHealth()).status !== 200) await pause(20);
}

/** Runs work in another database of the same PostgreSQL server. */
async function withMaintenanceDb(work: (db: Db) => Promise<void>): Promise<void> {
  const db = openPostgres({ url: (await getPostgresServer()).url, poolSize: 1 });
  try {
    await work(db);
  } finally {
    await db.close();
  }
}

async function terminate(db: Db, database: FaultDatabase): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${getDatabaseName(database)}`.execute(
    db.writer,
  );
}

/**
 * Kills a session. PostgreSQL assumes that shared memory is corrupted, ends all sessions including this one,
 * and recovers; resolves after the recovery.
 */
async function killSession(database: FaultDatabase): Promise<void> {
  await withMaintenanceDb(async (db) => {
    const getOwnPid = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db.writer)).rows[0]?.pid;
    const before = await getOwnPid();
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = ${getDatabaseName(database)} limit 1`.execute(db.writer);
    process.kill(rows[0]?.pid ?? expect.unreachable(), 'SIGKILL');
    while ((await getOwnPid().catch(() => before)) === before) await pause(20);
  });
}

/** Makes the database refuse connections, as during maintenance, and ends the existing ones. */
async function refuseConnections(db: Db, database: FaultDatabase): Promise<void> {
  await sql`alter database ${sql.ref(getDatabaseName(database))} allow_connections false`.execute(db.writer);
  await terminate(db, database);
}

async function refuseConnectionsBriefly(database: FaultDatabase): Promise<void> {
  await withMaintenanceDb(async (db) => {
    await refuseConnections(db, database);
    await pause(500);
    await sql`alter database ${sql.ref(getDatabaseName(database))} allow_connections true`.execute(db.writer);
  });
}

const getDatabaseName = (database: FaultDatabase) =>
  new URL(database.env['DATABASE_URL'] ?? '').pathname.slice(1);
