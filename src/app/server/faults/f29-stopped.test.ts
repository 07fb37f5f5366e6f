import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { engines, stopEngines } from './engines.ts';
import { loadOrdersByNotes, findViolations } from './violations.ts';
import { createSeededRandom } from './random.ts';
import { recordMeasurement, chooseRepetitions } from './repetitions.ts';
import { startServerProcess } from './server-process.ts';
import {
  type Attempt,
  createOrderWithKey,
  RefusedError,
  type WriterSession,
  signInWriter,
} from './writers.ts';
import { seedMinimalDatabase } from './seed-minimal-database.ts';

const writers = 20;
const rounds = chooseRepetitions(2, 20);

afterAll(stopEngines);

describe.each(engines)('F29: SIGTERM on $name under load', ({ name, create }) => {
  it(`finishes running requests and exits with 0, ${rounds} times with ${writers} writers`, async () => {
    const database = await seedMinimalDatabase(await create());
    const random = createSeededRandom(29);
    const attempts: Attempt[] = [];
    let slowestEndMs = 0;

    for (let round = 0; round < rounds; round += 1) {
      const server = await startServerProcess(database.env);
      const session = await signInWriter(server.url);
      const writing = Array.from({ length: writers }, () => writeUntilStopped(server.url, session, attempts));
      await new Promise((resolve) => setTimeout(resolve, 200 + random(400)));
      const signalledAt = performance.now();
      expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
      slowestEndMs = Math.max(slowestEndMs, Math.round(performance.now() - signalledAt));
      await Promise.all(writing);
    }

    const orders = await loadOrdersByNotes(database, 'F29');
    const answered = attempts.filter(({ acknowledgedId }) => acknowledgedId !== null);
    const lost = answered.filter(
      ({ key, acknowledgedId }) => !orders.get(key)?.includes(acknowledgedId ?? ''),
    );
    const unanswered = attempts.filter(
      ({ key, acknowledgedId }) => acknowledgedId === null && orders.has(key),
    );
    expect(lost).toEqual([]);
    expect(unanswered).toEqual([]);
    expect(answered.length).toBeGreaterThan(rounds);
    expect(await findViolations(database)).toEqual([]);
    recordMeasurement('F29', name, {
      rounds,
      writers,
      'orders acknowledged': answered.length,
      lost: lost.length,
      'committed but not answered': unanswered.length,
      'slowest shutdown, ms': slowestEndMs,
    });
    database.drop();
  });
});

describe.each(engines)('F29: SIGTERM on $name during one request', ({ create }) => {
  it('completes a request that it has begun to read, and accepts no new one', async () => {
    const database = await seedMinimalDatabase(await create());
    const server = await startServerProcess(database.env);
    const { token, deliveryDate } = await signInWriter(server.url);
    const body = JSON.stringify({ deliveryDate, items: [{ itemId: ids.items.flour, orderQty: 1 }] });

    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      expect: '100-continue',
    };
    const pendingRequest = request(`${server.url}/api/orders`, { method: 'POST', headers });
    const answered = new Promise<number>((resolve, reject) => {
      pendingRequest.once('response', (response) => resolve(response.statusCode ?? 0)).once('error', reject);
    });
    pendingRequest.flushHeaders();
    await once(pendingRequest, 'continue');

    const exit = server.end('SIGTERM');
    while (
      await fetch(`${server.url}/api/health`).then(
        () => true,
        () => false,
      )
    )
      await pause();
    pendingRequest.end(body);
    expect(await answered).toBe(201);
    expect(await exit).toEqual({ code: 0, signal: null });
    database.drop();
  });
});

const pause = () => new Promise((resolve) => setTimeout(resolve, 10));

/** Creates orders until the server stops accepting connections. */
async function writeUntilStopped(url: string, session: WriterSession, attempts: Attempt[]): Promise<void> {
  for (;;) {
    const attempt: Attempt = { key: `F29-${attempts.length}`, acknowledgedId: null, requestCount: 0 };
    attempts.push(attempt);
    try {
      await createOrderWithKey(url, session, attempt);
    } catch (error) {
      if (!(error instanceof RefusedError)) return;
      if (error.status !== 503) throw error;
    }
  }
}
