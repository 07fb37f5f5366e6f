import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engines } from './engines.ts';
import { loadOrdersByNotes, findViolations } from './violations.ts';
import { recordMeasurement, chooseRepetitions } from './repetitions.ts';
import { seedMinimalDatabase } from './seed-minimal-database.ts';
import { startServerProcess } from './server-process.ts';
import { type Attempt, createOrderWithKey, RefusedError, signInWriter } from './writers.ts';

const lockedMs = 10_000;
const rounds = chooseRepetitions(1, 5);
const writers = 10;

describe('F19: SQLite locked by another process', () => {
  it(`waits, then responds with a retry time, and keeps serving reads, ${rounds} times`, async () => {
    const engine = engines.find(({ name }) => name === 'SQLite') ?? expect.unreachable();
    const database = await seedMinimalDatabase(await engine.create());
    const server = await startServerProcess(database.env);
    const session = await signInWriter(server.url);
    const lockingDb = new DatabaseSync(join(database.env['DATA_DIR'] ?? '', 'commissary.db'));
    const attempts: Attempt[] = [];
    const waits: number[] = [];
    const refusals: RefusedError[] = [];
    let reads = 0;

    for (let round = 0; round < rounds; round += 1) {
      lockingDb.exec('begin immediate');
      let isLocked = true;
      const unlocked = new Promise<void>((resolve) =>
        setTimeout(() => {
          lockingDb.exec('rollback');
          isLocked = false;
          resolve();
        }, lockedMs),
      );
      const write = async (n: number) => {
        await new Promise((resolve) => setTimeout(resolve, n * 300));
        // Two devices send the same key concurrently; the second doesn't wait longer than the first.
        const attempt: Attempt = { key: `F19-${attempts.length}`, acknowledgedId: null, requestCount: 0 };
        attempts.push(attempt);
        const calls = [0, 1].map(async () => {
          const started = performance.now();
          try {
            await createOrderWithKey(server.url, session, attempt);
          } catch (error) {
            if (!(error instanceof RefusedError)) throw error;
            refusals.push(error);
          }
          waits.push(performance.now() - started);
        });
        await Promise.all(calls);
        await unlocked;
        while (attempt.acknowledgedId === null) {
          await createOrderWithKey(server.url, session, attempt).catch((error: unknown) => {
            if (!(error instanceof RefusedError && error.isRetryable)) throw error;
          });
        }
      };
      const read = async () => {
        while (isLocked) {
          const headers = { authorization: `Bearer ${session.token}` };
          for (const path of ['/api/health', '/api/orders', '/api/users/profile']) {
            expect((await fetch(`${server.url}${path}`, { headers })).status).toBe(200);
            reads += 1;
          }
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      };
      await Promise.all([...Array.from({ length: writers }, (_, n) => write(n)), read()]);
    }
    lockingDb.close();
    expect((await server.end('SIGTERM')).code).toBe(0);

    expect(refusals.length).toBeGreaterThan(0);
    expect(refusals.filter(({ isRetryable }) => !isRetryable).map(({ message }) => message)).toEqual([]);
    const orders = await loadOrdersByNotes(database, 'F19');
    const lost = attempts.filter(
      ({ key, acknowledgedId }) => !orders.get(key)?.includes(acknowledgedId ?? ''),
    );
    expect(lost).toEqual([]);
    expect([...orders].filter(([, ids]) => ids.length > 1)).toEqual([]);
    expect(orders.size).toBe(attempts.length);
    expect(await findViolations(database)).toEqual([]);
    recordMeasurement('F19', 'SQLite', {
      'locks of 10 s': rounds,
      'retryable responses': refusals.length,
      'longest wait, ms': Math.round(Math.max(...waits)),
      'concurrent reads answered': reads,
      lost: lost.length,
      duplicates: 0,
    });
    database.drop();
  });
});
