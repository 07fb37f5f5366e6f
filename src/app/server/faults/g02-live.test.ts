import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgres } from '#scripts/pg-binaries.ts';
import { openPostgres } from '#platform/server/db/node/postgres.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { engines, type FaultDatabase, getPostgresServer, stopEngines } from './engines.ts';
import { recordMeasurement, chooseRepetitions } from './repetitions.ts';
import { seedMinimalDatabase } from './seed-minimal-database.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { callApi, type WriterSession, signInWriter } from './writers.ts';

const disconnections = chooseRepetitions(2, 20);
const { flour, tomato } = ids.items;

interface ReceivedEvent {
  event: string;
  id: string;
  data: { collection?: string; id?: string; change?: string; isComplete?: boolean };
}

interface Row {
  _id: string;
  status: string;
  items: { lineId: string }[];
}

let database: FaultDatabase;
/** Actions run on `actingServer`, and are received on `listeningServer`. */
let actingServer: ServerProcess;
let listeningServer: ServerProcess;
let session: WriterSession;

const buildHeaders = () => ({ authorization: `Bearer ${session.token}`, 'content-type': 'application/json' });

/** Sends a request to one server. */
function send<T = Row>(method: string, path: string, body?: object, target = actingServer): Promise<T> {
  return callApi<T>(`${target.url}/api${path}`, {
    method,
    headers: buildHeaders(),
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Opens an event stream that starts now, or after the last received event. */
async function listen(target: ServerProcess, lastEventId?: string) {
  const connection = new AbortController();
  const response = await fetch(`${target.url}/api/events`, {
    headers: { ...buildHeaders(), ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
    signal: connection.signal,
  });
  expect(response.status).toBe(200);
  const events: ReceivedEvent[] = [];
  let wake: () => void = () => undefined;
  let hasEnded = false;
  const reading = (async () => {
    const decoder = new TextDecoder();
    let remainder = '';
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      const blocks = (remainder + decoder.decode(piece, { stream: true })).split('\n\n');
      remainder = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, event = '', data = '{}', id = ''] =
          /^event: (\w+)\ndata: (.*)\nid: (.*)$/m.exec(block) ?? [];
        events.push({ event, id, data: JSON.parse(data) });
      }
      wake();
    }
  })()
    .catch(() => undefined)
    .finally(() => {
      hasEnded = true;
      wake();
    });
  /** Waits until a matching event arrives. */
  const waitForEvent = async (matches: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent> => {
    for (;;) {
      const event = events.find(matches);
      if (event) return event;
      if (hasEnded) return expect.unreachable('the stream has ended');
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  return {
    waitForEvent,
    ready: () => waitForEvent(({ event }) => event === 'ready'),
    ended: () => reading,
    async disconnect() {
      connection.abort();
      await reading;
    },
    changes: () => events.filter(({ event }) => event === 'change'),
  };
}
type Stream = Awaited<ReturnType<typeof listen>>;

const expectEvent = (stream: Stream, collection: string, id: string) =>
  stream.waitForEvent(({ data }) => data.collection === collection && data.id === id);

const createBrand = async (name: string, target = actingServer) =>
  (await send('POST', '/brands', { name }, target))._id;

/** Ends all listening connections of the servers, recognised by their last statement. */
async function endListening(): Promise<void> {
  const db = openPostgres({ url: (await getPostgresServer()).url, poolSize: 1 });
  const name = new URL(database.env['DATABASE_URL'] ?? '').pathname.slice(1);
  const { rows } = await sql<{ pid: number }>`select pg_terminate_backend(pid) as pid from pg_stat_activity
    where datname = ${name} and (query ilike 'listen %' or query = 'select 1')`.execute(db.writer);
  await db.close();
  expect(rows.length).toBeGreaterThan(0);
}

/** Creates an order with one line and moves it through the given statuses on `actingServer`. */
async function createOrder(...statuses: string[]): Promise<Row> {
  let row = await send('POST', '/orders', {
    branch: ids.branch1,
    deliveryDate: session.deliveryDate,
    items: [{ itemId: flour, orderQty: 2 }],
  });
  for (const status of statuses) row = await send('PATCH', `/orders/${row._id}`, { status });
  return row;
}
const stepsToProcess = ['Under Review', 'Sent to Central Kitchen', 'Under Process'];

async function createTransfer(): Promise<Row> {
  const items = [{ itemId: flour, qty: 1 }];
  return send('POST', '/transfers', { from: ids.branch1, to: ids.branch2, items });
}

async function recordWaste(): Promise<Row> {
  return send('POST', '/wastage', { branch: ids.branch1, item: flour, qty: 1, reason: 'spoiled' });
}

/** Actions and their expected events: collection and document id. */
const actions: [description: string, run: () => Promise<readonly [collection: string, id: string][]>][] = [
  ['an order is created', async () => [['orders', (await createOrder())._id]]],
  [
    'an order is accepted, which reserves stock',
    async () => listExpectedEvents(['orders', 'stock'], await createOrder(...stepsToProcess)),
  ],
  [
    'a pick line is claimed',
    async () => {
      const row = await createOrder(...stepsToProcess);
      await send('POST', '/pick-list/claims', {
        lines: row.items.map(({ lineId }) => lineId),
        action: 'take',
      });
      return listExpectedEvents(['orders'], row);
    },
  ],
  [
    'a line is picked',
    async () => {
      const row = await createOrder(...stepsToProcess);
      const picks = row.items.map(({ lineId }) => ({
        lineId,
        orderId: row._id,
        wasPicked: null,
        pickedQty: 2,
      }));
      await send('POST', '/pick-list/picks', { picks });
      return listExpectedEvents(['orders'], row);
    },
  ],
  [
    'an order is received short, and the discrepancy is resolved',
    async () => {
      const row = await createOrder(...stepsToProcess, 'Shipped');
      const items = row.items.map(({ lineId }) => ({ lineId, receivedQty: 1 }));
      await send('PATCH', `/orders/${row._id}`, { items });
      await send('PATCH', `/orders/${row._id}`, { status: 'Received' });
      const [discrepancy] = await send<Row[]>('GET', `/discrepancies?orderId=${row._id}`);
      await send('PATCH', `/discrepancies/${discrepancy?._id}`, { action: 'found_at_branch' });
      return [
        ['stock', row._id],
        ['orders', row._id],
        ['discrepancies', discrepancy?._id ?? ''],
      ];
    },
  ],
  [
    'a count is created, entered and approved',
    async () => {
      const { _id } = await send('POST', '/stock-counts', {
        type: 'spot',
        branch: ids.branch1,
        itemIds: [tomato],
      });
      const path = `/stock-counts/${_id}`;
      const { items } = await send('PATCH', path, { status: 'Counting' });
      const events = items.map(({ lineId }, seq) => ({
        device: 'tablet',
        seq,
        mode: 'set',
        lineId,
        qty: 990,
      }));
      await send('POST', `${path}/events`, { events });
      for (const status of ['Submitted', 'Approved']) await send('PATCH', path, { status });
      return [
        ['stock-counts', _id],
        ['stock', _id],
      ];
    },
  ],
  [
    'a transfer is sent',
    async () => {
      const row = await createTransfer();
      await send('PATCH', `/transfers/${row._id}`, { status: 'Sent' });
      return listExpectedEvents(['transfers', 'stock'], row);
    },
  ],
  ['waste is recorded', async () => listExpectedEvents(['wastage', 'stock'], await recordWaste())],
  [
    'scarce stock is shared',
    async () => {
      const row = await createOrder('Under Review', 'Sent to Central Kitchen');
      const shown = await send<{ kitchen: string; basis: string; cap: number | null; items: SharedItem[] }>(
        'GET',
        `/fair-share?kitchen=${ids.kitchen}&items=${flour}`,
      );
      const items = shown.items.map(({ itemId, onHand, unusable, heldElsewhere, keptBack, lines }) => ({
        itemId,
        supplySnapshot: { onHand, unusable, heldElsewhere, keptBack },
        lines: lines.map(({ lineId, fingerprint }) => ({ lineId, fingerprint, qty: 1 })),
      }));
      const { kitchen, basis, cap } = shown;
      await send('POST', '/fair-share', { kitchen, basis, cap, items });
      return listExpectedEvents(['orders'], row);
    },
  ],
];

interface SharedItem {
  itemId: string;
  onHand: number;
  unusable: number;
  heldElsewhere: number;
  keptBack: number;
  lines: { lineId: string; fingerprint: string }[];
}

const listExpectedEvents = (collections: readonly string[], { _id }: Row) =>
  collections.map((collection): [string, string] => [collection, _id]);

afterAll(stopEngines);

describe.skipIf(findPostgres() === null)('G2: events of two servers on one PostgreSQL', () => {
  beforeAll(async () => {
    const engine = engines.find(({ name }) => name === 'PostgreSQL');
    database = await seedMinimalDatabase(await (engine ?? expect.unreachable()).create());
    const db = database.open();
    for (const place of [ids.branch1, ids.kitchen])
      for (const item of [flour, tomato])
        await receiveStock({ db, clock: { now: () => new Date() } }, place, item, 1000, 1);
    await db.close();
    [actingServer, listeningServer] = await Promise.all([
      startServerProcess(database.env),
      startServerProcess(database.env),
    ]);
    session = await signInWriter(actingServer.url, 'admin@demo.test');
  });
  afterAll(async () => {
    const exits = await Promise.all([actingServer, listeningServer].map((server) => server.end('SIGTERM')));
    database.drop();
    expect(exits.map(({ code }) => code)).toEqual([0, 0]);
  });

  it.each(actions)('%s on one server, and the other sends the events', async (_, run) => {
    const stream = await listen(listeningServer);
    await stream.ready();
    for (const [collection, id] of await run()) await expectEvent(stream, collection, id);
    // Positions are unique, so no event arrives twice.
    const positions = stream.changes().map(({ id }) => id);
    expect(new Set(positions).size).toBe(positions.length);
    await stream.disconnect();
  });

  it('resumes a disconnected stream after its last event on either server, without missing or repeating one', async () => {
    let stream = await listen(listeningServer);
    await stream.ready();
    const createdIds: string[] = [];
    const received: ReceivedEvent[] = [];
    let lastEventId = '';
    for (let n = 0; n < disconnections * 2; n += 1) {
      createdIds.push(await createBrand(`Received ${n}`));
      lastEventId = (await expectEvent(stream, 'brands', createdIds.at(-1) ?? '')).id;
      received.push(...stream.changes());
      await stream.disconnect();
      createdIds.push(
        await createBrand(`While disconnected ${n}`),
        await createBrand(`While disconnected, on the other server ${n}`, listeningServer),
      );
      stream = await listen(n % 2 === 0 ? actingServer : listeningServer, lastEventId);
      expect((await stream.ready()).data).toEqual({ isComplete: true });
      await expectEvent(stream, 'brands', createdIds.at(-1) ?? '');
    }
    received.push(...stream.changes());
    await stream.disconnect();
    // The resumed stream starts after the last event of the disconnected one.
    const positions = received.map(({ id }) => id);
    expect(new Set(positions).size).toBe(positions.length);
    // Jobs of earlier tests may still change other collections.
    const brands = received.flatMap(({ data }) => (data.collection === 'brands' ? [data.id ?? ''] : []));
    expect(brands.toSorted()).toEqual(createdIds.toSorted());
    recordMeasurement('G2', 'PostgreSQL', {
      'streams cut': disconnections * 2,
      changes: createdIds.length,
      missed: 0,
      'reported twice': 0,
    });
  });

  it('ends all streams when the listening connection is lost, and does not report the replay as complete if events were missed', async () => {
    for (let n = 0; n < disconnections; n += 1) {
      const stream = await listen(listeningServer);
      await stream.ready();
      const firstBrand = await createBrand(`Before ${n}`);
      const { id: lastEventId } = await expectEvent(stream, 'brands', firstBrand);
      await endListening();
      await stream.ended();
      const missed = await createBrand(`Missed ${n}`);
      const next = await listen(listeningServer, lastEventId);
      const { data } = await next.ready();
      // Either the event is received after all, or the client has to reload everything.
      if (data.isComplete) await expectEvent(next, 'brands', missed);
      await expectEvent(next, 'brands', await createBrand(`After ${n}`));
      await next.disconnect();
    }
    recordMeasurement('G2', 'PostgreSQL', { 'listening connections ended': disconnections, missed: 0 });
  });
});
