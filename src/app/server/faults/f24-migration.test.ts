import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { engines, stopEngines } from './engines.ts';
import { loadDatabaseContents, findViolations } from './violations.ts';
import { createSeededRandom } from './random.ts';
import { recordMeasurement, chooseRepetitions } from './repetitions.ts';
import { waitForExit, spawnServer, startServerProcess } from './server-process.ts';

afterAll(stopEngines);

describe.each(engines)('F24: migrations on $name', ({ name, create }) => {
  // Seeding the demo data takes long, much longer on PostgreSQL, and is one transaction on both.
  const demonstrations = chooseRepetitions(0, name === 'SQLite' ? 20 : 10);
  const starts = [
    { step: 'initialization of an empty database', args: ['--empty'], kills: chooseRepetitions(3, 50) },
    { step: 'creation of the demo business', args: [], kills: demonstrations },
  ].filter(({ kills }) => kills > 0);

  it.each(starts)('are complete or absent after $kills kills during $step', async ({ step, args, kills }) => {
    const uninterrupted = await create();
    const { readyMs, end } = await startServerProcess(uninterrupted.env, args);
    await end('SIGTERM');
    const complete = await loadDatabaseContents(uninterrupted);
    uninterrupted.drop();

    const random = createSeededRandom(24);
    for (let kill = 0; kill < kills; kill += 1) {
      const database = await create();
      const killed = await spawnServer(database.env, args);
      await new Promise((resolve) => setTimeout(resolve, random(readyMs)));
      await killed.end('SIGKILL');

      await (await startServerProcess(database.env, args)).end('SIGTERM');
      expect(await loadDatabaseContents(database)).toEqual(complete);
      expect(await findViolations(database)).toEqual([]);
      database.drop();
    }
    recordMeasurement('F24', name, {
      during: step,
      kills,
      'incomplete databases': 0,
      'first start, ms': readyMs,
    });
  });

  const concurrentStarts =
    name === 'SQLite' || chooseRepetitions(0, 1) > 0 ? [[['--empty']], [[]]] : [[['--empty']]];

  it.each(concurrentStarts)('are applied once when three servers start concurrently %j', async (args) => {
    const database = await create();
    const servers = await Promise.all([0, 1, 2].map(() => startServerProcess(database.env, args)));
    for (const server of servers) {
      expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
      expect((await server.end('SIGTERM')).code).toBe(0);
      expect(server.output()).not.toMatch(/Error|^ +at /m);
    }
    expect(await findViolations(database)).toEqual([]);
    database.drop();
  });

  it('are rejected on a database of a newer version, with a one-line message', async () => {
    const database = await create();
    await (await startServerProcess(database.env, ['--empty'])).end('SIGTERM');
    const db = database.open();
    const row = { name: '999-from-the-future', timestamp: new Date().toISOString() };
    await sql`insert into kysely_migration (name, timestamp) values (${row.name}, ${row.timestamp})`.execute(
      db.writer,
    );
    await db.close();

    const rejected = await spawnServer(database.env);
    expect((await waitForExit(rejected)).code).toBe(1);
    expect(rejected.output()).toContain('newer version');
    expect(rejected.output().trim().split('\n')).toHaveLength(1);
    database.drop();
  });
});
