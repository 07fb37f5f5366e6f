import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { engines, stopEngines } from './engines.ts';
import { countOrders, violationsOf } from './proof.ts';
import { randomFrom } from './random.ts';
import { note, times } from './scale.ts';
import { endedSoon, spawnServer, startServer } from './server-process.ts';

const kills = times(4, 50);

afterAll(stopEngines);

describe.each(engines)('F24: migrations on $name', ({ name, create }) => {
  it(`stand whole or not at all after ${kills} kills in the very first start`, async () => {
    const untouched = await create();
    const reference = await startServer(untouched.env);
    const firstStartMs = reference.readyMs;
    await reference.end('SIGTERM');
    const expected = await countOrders(untouched);
    expect(expected).toBeGreaterThan(0);
    untouched.drop();

    const random = randomFrom(24);
    for (let kill = 0; kill < kills; kill += 1) {
      const database = await create();
      const killed = await spawnServer(database.env);
      await new Promise((resolve) => setTimeout(resolve, random(firstStartMs)));
      await killed.end('SIGKILL');

      const server = await startServer(database.env);
      await server.end('SIGTERM');
      expect(await countOrders(database)).toBe(expected);
      expect(await violationsOf(database)).toEqual([]);
      database.drop();
    }
    note('F24', name, { kills, 'half-made databases': 0, 'first start, ms': firstStartMs });
  });

  it('refuses a database that a newer version has changed, in one sentence', async () => {
    const database = await create();
    await (await startServer(database.env, ['--empty'])).end('SIGTERM');
    const db = database.open();
    const row = { name: '999-from-the-future', timestamp: new Date().toISOString() };
    await sql`insert into kysely_migration (name, timestamp) values (${row.name}, ${row.timestamp})`.execute(
      db.writer,
    );
    await db.close();

    const refused = await spawnServer(database.env);
    expect((await endedSoon(refused)).code).toBe(1);
    expect(refused.output()).toContain('newer version');
    expect(refused.output().trim().split('\n')).toHaveLength(1);
    database.drop();
  });
});
