import { afterAll, describe, expect, it } from 'vitest';
import { engines, stopEngines } from './engines.ts';
import { WriterFleet } from './fleet.ts';
import { loadOrdersByNotes, findViolations } from './violations.ts';
import { createSeededRandom } from './random.ts';
import { recordMeasurement, chooseRepetitions } from './repetitions.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { seedMinimalDatabase } from './seed-minimal-database.ts';
import { signInWriter } from './writers.ts';

const writers = 20;
const kills = chooseRepetitions(4, 100);

afterAll(stopEngines);

describe.each(engines)('F1: a server on $name killed under load', ({ name, create }) => {
  it(`stores every acknowledged order exactly once after ${kills} kills with ${writers} writers`, async () => {
    const database = await seedMinimalDatabase(await create());
    const random = createSeededRandom(1);
    let server: ServerProcess = await startServerProcess(database.env);
    const fleet = new WriterFleet('F1', server.url, await signInWriter(server.url));
    const running = fleet.run(writers);
    // Awaited at the end; prevents an unhandled rejection before then.
    running.catch(() => undefined);

    const outputs: string[] = [];
    let slowestReadyMs = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50 + random(350)));
      fleet.pause();
      outputs.push(server.output());
      const ended = await server.end('SIGKILL');
      expect(ended.signal).toBe('SIGKILL');
      const next = await startServerProcess(database.env);
      slowestReadyMs = Math.max(slowestReadyMs, next.readyMs);
      server = next;
      fleet.resumeAt(next.url);
    }
    await fleet.finish(running).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${outputs.join('')}${server.output()}`);
    });
    expect((await server.end('SIGTERM')).code).toBe(0);

    const orders = await loadOrdersByNotes(database, 'F1');
    const lost = fleet.attempts.filter(
      ({ key, acknowledgedId }) => !orders.get(key)?.includes(acknowledgedId ?? ''),
    );
    const duplicated = [...orders].filter(([, ids]) => ids.length > 1);
    expect(lost).toEqual([]);
    expect(duplicated).toEqual([]);
    expect(orders.size).toBe(fleet.attempts.length);
    expect(await findViolations(database)).toEqual([]);

    const retried = fleet.attempts.filter(({ requestCount }) => requestCount > 1).length;
    expect(fleet.attempts.length).toBeGreaterThan(kills);
    recordMeasurement('F1', name, {
      kills,
      writers,
      'orders acknowledged': fleet.attempts.length,
      'sent more than once': retried,
      lost: lost.length,
      duplicates: duplicated.length,
      'slowest start, ms': slowestReadyMs,
    });
    database.drop();
  });
});
