import { afterAll, describe, expect, it } from 'vitest';
import { waitFor } from '#scripts/wait-for.ts';
import type { StockCount } from '#modules/stock-counts/shapes.ts';
import { ids } from '#app/server/testing/ids.ts';
import { engines, stopEngines } from './engines.ts';
import { addManyItems, quantitiesPostedBy } from './many-items.ts';
import { findViolations } from './violations.ts';
import { recordMeasurement, repetitions } from './repetitions.ts';
import { seedMinimalDatabase } from './seed-minimal-database.ts';
import { startServerProcess } from './server-process.ts';
import { signInWriter } from './writers.ts';

const rounds = repetitions(1, 10);
const pressesAtEach = 4;
const deadline = { timeout: 60_000, interval: 50 };

afterAll(stopEngines);

// Two processes share a PostgreSQL database; a SQLite folder belongs to one process, which gets all calls.
describe.each(engines)('F7: one count on every server concurrently, on $name', (engine) => {
  it('C6: started, entered, submitted, approved and posted several times each, it is done once', async () => {
    const database = await seedMinimalDatabase(await engine.create());
    const db = database.open();
    const items = await addManyItems({ db, clock: { now: () => new Date(), advance: () => undefined } });
    const servers = [await startServerProcess(database.env)];
    if (engine.name === 'PostgreSQL') servers.push(await startServerProcess(database.env));
    const [first] = servers;
    const { token } = await signInWriter(first?.url ?? '', 'admin@demo.test');
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

    const send = async (url: string, method: string, path: string, body?: object) => {
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const response = await fetch(`${url}/api/stock-counts${path}`, init);
      return { status: response.status, text: await response.text() };
    };
    const read = async (path: string): Promise<StockCount> =>
      JSON.parse((await send(first?.url ?? '', 'GET', path)).text);
    /** Calls each server several times concurrently. */
    const everywhere = async (method: string, path: string, body: object): Promise<void> => {
      const presses = servers.flatMap(({ url }) =>
        Array.from({ length: pressesAtEach }, () => send(url, method, path, body)),
      );
      for (const { status, text } of await Promise.all(presses)) expect([status, text]).toEqual([200, text]);
    };

    for (let round = 0; round < rounds; round += 1) {
      const created = await send(first?.url ?? '', 'POST', '', { type: 'spot', branch: ids.branch1, items });
      const { _id }: StockCount = JSON.parse(created.text);
      const path = `/${_id}`;
      const to = (status: string) => everywhere('PATCH', path, { status });

      await to('Counting');
      const { items: lines = [] } = await read(path);
      expect(lines.map(({ itemId }) => itemId).toSorted()).toEqual(items.toSorted());
      // Each device sends its entries to every server several times; entries of two devices add up.
      const entriesOf = (device: string, qty: number) =>
        lines.map(({ lineId }, seq) => ({ device, seq, lineId, mode: 'add', qty }));
      await Promise.all(
        [entriesOf('a', 3 + round), entriesOf('b', 4)].map((events) =>
          everywhere('POST', `${path}/events`, { events }),
        ),
      );
      const counted = await read(path);
      expect(new Set(counted.items?.map(({ countedQty, entries }) => `${countedQty} in ${entries}`))).toEqual(
        new Set([`${7 + round} in 2`]),
      );
      await to('Submitted');
      await to('Approved');
      // The workers of both servers post it step by step.
      await waitFor(async () => expect((await read(path)).toPost).toBe(0), deadline);
      expect(await read(path)).toMatchObject({ status: 'Approved', leftOver: 0 });
      const difference = (item: string) => (round > 0 ? 1 : item === 'many-0' ? 2 : 7);
      expect(await quantitiesPostedBy({ db }, _id)).toEqual(
        new Map(items.map((item) => [item, difference(item)])),
      );
    }

    const ends = await Promise.all(servers.map((server) => server.end('SIGTERM')));
    expect(ends.map(({ code }) => code)).toEqual(servers.map(() => 0));
    await db.close();
    expect(await findViolations(database)).toEqual([]);
    recordMeasurement('F7', engine.name, {
      counts: rounds,
      servers: servers.length,
      'clicks per step': servers.length * pressesAtEach,
      'posted twice': 0,
    });
    database.drop();
  });
});
