import { afterAll, describe, expect, it } from 'vitest';
import { waitFor } from '#scripts/wait-for.ts';
import type { StockCount } from '#modules/stock-counts/shapes.ts';
import { ids } from '#app/server/testing/ids.ts';
import { engines, stopEngines } from './engines.ts';
import { addManyItems, loadPostedQuantities } from './many-items.ts';
import { findViolations } from './violations.ts';
import { recordMeasurement, chooseRepetitions } from './repetitions.ts';
import { seedMinimalDatabase } from './seed-minimal-database.ts';
import { startServerProcess } from './server-process.ts';
import { signInWriter } from './writers.ts';

const rounds = chooseRepetitions(1, 10);
const callsPerServer = 4;
const deadline = { timeout: 60_000, interval: 50 };

afterAll(stopEngines);

// Two processes share a PostgreSQL database; a SQLite folder belongs to one process, which gets all requests.
describe.each(engines)('F7: concurrent requests for one count to every server, on $name', (engine) => {
  it('C6: do each step once', async () => {
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
    /** Sends a request to each server several times concurrently. */
    const callServers = async (method: string, path: string, body: object): Promise<void> => {
      const calls = servers.flatMap(({ url }) =>
        Array.from({ length: callsPerServer }, () => send(url, method, path, body)),
      );
      for (const { status, text } of await Promise.all(calls)) expect([status, text]).toEqual([200, text]);
    };

    for (let round = 0; round < rounds; round += 1) {
      const created = await send(first?.url ?? '', 'POST', '', {
        type: 'spot',
        branch: ids.branch1,
        itemIds: items,
      });
      const { _id }: StockCount = JSON.parse(created.text);
      const path = `/${_id}`;
      const moveTo = (status: string) => callServers('PATCH', path, { status });

      await moveTo('Counting');
      const { items: lines = [] } = await read(path);
      expect(lines.map(({ itemId }) => itemId).toSorted()).toEqual(items.toSorted());
      // Each device sends its entries to every server several times; entries of two devices add up.
      const createEntries = (device: string, qty: number) =>
        lines.map(({ lineId }, seq) => ({ device, seq, lineId, mode: 'add', qty }));
      await Promise.all(
        [createEntries('a', 3 + round), createEntries('b', 4)].map((events) =>
          callServers('POST', `${path}/events`, { events }),
        ),
      );
      const counted = await read(path);
      expect(new Set(counted.items?.map(({ countedQty, entries }) => `${countedQty} in ${entries}`))).toEqual(
        new Set([`${7 + round} in 2`]),
      );
      await moveTo('Submitted');
      await moveTo('Approved');
      // The workers of both servers post it step by step.
      await waitFor(async () => expect((await read(path)).toPost).toBe(0), deadline);
      expect(await read(path)).toMatchObject({ status: 'Approved', failedLines: 0 });
      const getExpectedDifference = (item: string) => (round > 0 ? 1 : item === 'many-0' ? 2 : 7);
      expect(await loadPostedQuantities({ db }, _id)).toEqual(
        new Map(items.map((item) => [item, getExpectedDifference(item)])),
      );
    }

    const exits = await Promise.all(servers.map((server) => server.end('SIGTERM')));
    expect(exits.map(({ code }) => code)).toEqual(servers.map(() => 0));
    await db.close();
    expect(await findViolations(database)).toEqual([]);
    recordMeasurement('F7', engine.name, {
      counts: rounds,
      servers: servers.length,
      'requests per step': servers.length * callsPerServer,
      'posted twice': 0,
    });
    database.drop();
  });
});
