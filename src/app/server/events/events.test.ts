import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import type { Actor } from '#core/permissions.ts';
import { createEventBus } from '#platform/server/http/events.ts';
import type { PublishedEvent } from '#platform/server/http/services.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';
import { testAdmin } from '#app/server/testing/orders.ts';
import { canReceiveEvent } from './routes.ts';
import { attachOrderRows } from './rows.ts';

let api: TestApp;
beforeEach(async () => {
  api = await createTestApp();
});
afterEach(() => api.close());

/** Opens the stream and reads messages one by one. */
async function listen(user: TestUser) {
  const response = await api.app.request('/api/events', {
    headers: { authorization: `Bearer ${api.as(user).token}` },
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const read = async () => {
    const { value, done } = await reader.read();
    return done ? null : new TextDecoder().decode(value);
  };
  return { response, read, cancel: () => reader.cancel() };
}

it('sends a change after its commit', async () => {
  const stream = await listen('viewer');
  expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
  expect(stream.response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await stream.read()).toContain('event: ready');
  // On PostgreSQL the listening connection opens in the background.
  const next = stream.read();
  const received = await Promise.race([next, postUntilReceived()]);
  expect(received).toContain('"collection":"brands"');
  await stream.cancel();

  async function postUntilReceived(): Promise<string | null> {
    for (let n = 0; n < 50; n++) {
      await api.as('admin').post('/brands', { name: `New ${n}` });
      const event = await Promise.race([next, new Promise<undefined>((resolve) => setTimeout(resolve, 100))]);
      if (event !== undefined) return event;
    }
    return null;
  }
});

it('ends a stream when its session ends', async () => {
  const stream = await listen('viewer');
  await stream.read();
  await api.as('viewer').post('/users/logout');
  const ended = (async () => {
    for (;;) if ((await stream.read()) === null) return true;
  })();
  for (let n = 0; n < 50; n++) {
    await api.as('admin').post('/brands', { name: `New ${n}` });
    if (await Promise.race([ended, new Promise<false>((resolve) => setTimeout(resolve, 100, false))])) return;
  }
  expect.fail('the stream stayed open');
});

it('opens no stream for a HEAD request', async () => {
  const { app } = api;
  for (let n = 0; n < 3; n++) {
    const response = await app.request('/api/events', {
      method: 'HEAD',
      headers: { authorization: `Bearer ${api.as('viewer').token}` },
    });
    expect([response.status, response.headers.get('content-type'), response.body]).toEqual([
      200,
      'text/event-stream',
      null,
    ]);
  }
});

it('ends the oldest stream of a user with more than ten', async () => {
  const streams = [];
  for (let n = 0; n < 12; n++) {
    const stream = await listen('viewer');
    expect(await stream.read()).toContain('event: ready');
    streams.push(stream);
  }
  const other = await listen('admin');
  await other.read();
  expect([await streams[0]?.read(), await streams[1]?.read()]).toEqual([null, null]);
  const isOpen = await Promise.race([
    streams[2]?.read().then(() => false),
    new Promise<true>((resolve) => setTimeout(resolve, 50, true)),
  ]);
  expect(isOpen).toBe(true);
  for (const stream of [...streams.slice(2), other]) await stream.cancel();
});

it("runs no query for events that the user can't see", async () => {
  let queries = 0;
  const read = api.db.read.executeQuery.bind(api.db.read);
  const stream = await listen('branch2');
  await stream.read();
  const spy = vi.spyOn(api.db.read, 'executeQuery').mockImplementation((query) => {
    if ('sql' in query && query.sql.includes('from sessions join users')) queries += 1;
    return read(query);
  });
  const item = { itemId: ids.items.flour, orderQty: 1 };
  for (let n = 0; n < 10; n++)
    await api.as('branch').post('/orders', { deliveryDate: '2026-03-06', items: [item] });
  expect(queries, 'one for each call, none for the stream').toBe(10);
  spy.mockRestore();
  await stream.cancel();
});

/** Reads the messages of a stream with event, id and data. */
async function openStream(
  user: TestUser,
  { since, lastEventId }: { since?: number; lastEventId?: string } = {},
) {
  const response = await api.app.request(`/api/events${since === undefined ? '' : `?since=${since}`}`, {
    headers: {
      authorization: `Bearer ${api.as(user).token}`,
      ...(lastEventId && { 'last-event-id': lastEventId }),
    },
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const unread: {
    event: string;
    id: string;
    data: { isComplete?: boolean; coveredMs?: number; collection?: string; id?: string; row?: unknown };
  }[] = [];
  const read = async () => {
    while (unread.length === 0) {
      const { value, done } = await reader.read();
      if (done) return expect.unreachable();
      for (const [, event = '', data = '', id = ''] of new TextDecoder()
        .decode(value)
        .matchAll(/^event: (\w+)\ndata: (.*)\nid: (.*)$/gm))
        unread.push({ event, id, data: JSON.parse(data) });
    }
    return unread.shift() ?? expect.unreachable();
  };
  return { read, cancel: () => reader.cancel() };
}

describe('G2: missed events', () => {
  const createBrand = async (name: string): Promise<string> =>
    (await api.as('admin').post('/brands', { name })).body._id;

  let observer: Awaited<ReturnType<typeof openStream>>;
  beforeEach(async () => {
    // The process starts listening when its first stream opens and has no earlier events.
    observer = await openStream('admin');
    await observer.read();
    // Freezes the clock one second ahead, so that `since` covers the same period on any machine.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await observer.cancel();
  });

  /** Waits for the event, because PostgreSQL delivers a notification slightly after the commit. */
  async function expectReceived(id: string): Promise<void> {
    while ((await observer.read()).data.id !== id);
  }
  const lastHalfSecond = { since: 500 };

  it('are sent to a stream opened after the change of another user', async () => {
    const { status } = await api.as('viewer').get('/brands');
    expect(status).toBe(200);
    const id = await createBrand('Between');
    const stream = await openStream('viewer', lastHalfSecond);
    expect((await stream.read()).data).toEqual({ isComplete: true });
    expect((await stream.read()).data.id).toBe(id);
    await stream.cancel();
  });

  it('a resumed stream continues after the last received event, without gaps or duplicates', async () => {
    const first = await openStream('viewer');
    await first.read();
    const knownId = await createBrand('Known');
    const last = await first.read();
    expect(last.data.id).toBe(knownId);
    await first.cancel();

    const missed = [await createBrand('Missed'), await createBrand('Missed, too')];
    await expectReceived(missed.at(-1) ?? '');
    const second = await openStream('viewer', { lastEventId: last.id });
    expect((await second.read()).data).toEqual({ isComplete: true });
    const added = await createBrand('Added');
    const events = [await second.read(), await second.read(), await second.read()];
    expect(events.map(({ data }) => data.id)).toEqual([...missed, added]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(3);
    await second.cancel();
  });

  it('a stream resumed from an unknown event reports that some may be missing', async () => {
    const another = await openStream('viewer', { lastEventId: 'of another process' });
    expect((await another.read()).data).toEqual({ isComplete: false });
    await another.cancel();
  });

  it('a request that reaches back further than the buffer returns the whole buffer and the time it covers', async () => {
    const id = await createBrand('Buffered');
    await expectReceived(id);
    const stream = await openStream('viewer', { since: 80_000_000 });
    const { isComplete, coveredMs } = (await stream.read()).data;
    expect([isComplete, coveredMs]).toEqual([false, expect.any(Number)]);
    expect(coveredMs).toBeLessThan(80_000_000);
    expect((await stream.read()).data.id).toBe(id);
    await stream.cancel();
  });

  it('a stream resumed after more events than the buffer contains reports that some are missing', async () => {
    const stream = await openStream('viewer');
    const { id } = await stream.read();
    await stream.cancel();
    for (let n = 0; n < 26; n += 1) {
      const rows = Array.from({ length: 20 }, (_, row) => ({ name: `Many ${n} ${row}` }));
      await Promise.all(rows.map((row) => api.as('admin').post('/brands', row)));
    }
    await expectReceived(await createBrand('The last'));
    const late = await openStream('viewer', { lastEventId: id });
    expect((await late.read()).data).toEqual({ isComplete: false });
    await late.cancel();
  });

  it("a replay contains nothing that the user couldn't see at the time", async () => {
    const item = { itemId: ids.items.flour, orderQty: 1 };
    const order = await api.as('branch').post('/orders', { deliveryDate: '2026-03-06', items: [item] });
    const id = await createBrand('For all');
    await expectReceived(id);
    const stream = await openStream('branch2', lastHalfSecond);
    const receivedIds: (string | undefined)[] = [];
    await stream.read();
    while (receivedIds.at(-1) !== id) receivedIds.push((await stream.read()).data.id);
    expect(receivedIds).not.toContain(order.body._id);
    await stream.cancel();
  });
});

describe('the row in an order event', () => {
  const createDraft = async (branch: 'branch' | 'branch2' = 'branch') =>
    (await api.as(branch).post('/orders', { deliveryDate: '2026-03-06', items: [flour] })).body;
  const flour = { itemId: ids.items.flour, orderQty: 1 };
  const streams: Awaited<ReturnType<typeof openStream>>[] = [];
  const startListening = async (user: TestUser) => {
    const stream = await openStream(user);
    await stream.read();
    streams.push(stream);
    return stream;
  };
  afterEach(async () => {
    for (const stream of streams.splice(0)) await stream.cancel();
  });

  /** Reads the next row of the order from a stream. */
  async function readNextRow(stream: Awaited<ReturnType<typeof openStream>>, id: string): Promise<unknown> {
    for (;;) {
      const { data } = await stream.read();
      if (data.collection === 'orders' && data.id === id) return data.row;
    }
  }
  async function fetchListedOrder(user: TestUser, id: string, query = ''): Promise<unknown> {
    const { body } = await api.as(user).get(`/orders${query}`);
    return body.orders.find((order: { _id: string }) => order._id === id);
  }

  it('equals the row returned by GET /orders to the same user, who receives nothing before the order is visible', async () => {
    const branchStream = await startListening('branch');
    const all = await startListening('viewer');
    const [kitchen, other] = [await startListening('kitchen'), await startListening('branch2')];
    const { _id } = await createDraft();
    for (const status of [null, 'Under Review', 'Sent to Central Kitchen']) {
      if (status) await api.as('admin').patch(`/orders/${_id}`, { status });
      const row = await readNextRow(branchStream, _id);
      expect(row).toMatchObject({ _id, status: status ?? 'Draft' });
      expect(row).toEqual(await fetchListedOrder('branch', _id));
      expect(await readNextRow(all, _id)).toEqual(await fetchListedOrder('viewer', _id));
    }
    // The kitchen sees it for the first time; the other branch sees only its own order.
    expect(await readNextRow(kitchen, _id)).toEqual(await fetchListedOrder('kitchen', _id));
    const otherDraft = await createDraft('branch2');
    const { data } = await other.read();
    expect([data.id, data.row]).toEqual([otherDraft._id, await fetchListedOrder('branch2', otherDraft._id)]);
  });

  it('has lines while the kitchen picks the order, as in the list of orders in process', async () => {
    const { _id } = await createDraft();
    for (const status of ['Under Review', 'Sent to Central Kitchen'])
      await api.as('admin').patch(`/orders/${_id}`, { status });
    const stream = await startListening('kitchen');
    await api.as('admin').patch(`/orders/${_id}`, { status: 'Under Process' });
    const row = await readNextRow(stream, _id);
    expect(row).toMatchObject({ status: 'Under Process', items: [{ itemId: ids.items.flour }] });
    expect(row).toEqual(await fetchListedOrder('kitchen', _id, '?view=full'));
  });

  it('is null for a deleted order', async () => {
    const { _id } = await createDraft();
    const stream = await startListening('viewer');
    await api.as('branch').delete(`/orders/${_id}`);
    expect(await readNextRow(stream, _id)).toBeNull();
  });

  const createBus = () => createEventBus(undefined, { warn: () => undefined });
  const createEvent = (id: string, n = 0): PublishedEvent => ({
    event: { collection: 'orders', id, change: 'edited', branches: [ids.branch1], kitchens: [] },
    position: `position ${n}`,
  });
  const getActor = async (user: TestUser): Promise<Actor> => (await api.as(user).get('/users/profile')).body;

  it('is null for an order that is no longer visible', async () => {
    const { _id } = await createDraft('branch2');
    const [branchActor, otherActor] = [await getActor('branch'), await getActor('branch2')];
    const eventBus = createBus();
    expect(await attachOrderRows(eventBus, api.db.read, otherActor, [createEvent(_id)])).toMatchObject([
      { row: expect.stringContaining(_id) },
    ]);
    expect(await attachOrderRows(eventBus, api.db.read, branchActor, [createEvent(_id)])).toEqual([
      { ...createEvent(_id), row: null },
    ]);
  });

  it('is loaded in one statement per batch, regardless of the number of changes and streams', async () => {
    const draftIds = [await createDraft(), await createDraft()].map(({ _id }) => _id);
    const spy = vi.spyOn(api.db.read, 'executeQuery');
    const events = Array.from({ length: 60 }, (_, n) => createEvent(draftIds[n % 2], n));
    const eventBus = createBus();
    for (const reader of [testAdmin, { ...testAdmin, _id: 'another' }]) {
      const rows = await attachOrderRows(eventBus, api.db.read, reader, events);
      expect(rows.map(({ event, row }) => [event.id, JSON.parse(row ?? '').version])).toEqual(
        draftIds.map((id) => [id, 1]),
      );
    }
    expect(spy).toHaveBeenCalledTimes(1);
    spy.mockRestore();
  });

  it('is omitted in a batch of more than a hundred orders', async () => {
    const spy = vi.spyOn(api.db.read, 'executeQuery');
    const events = Array.from({ length: 101 }, (_, n) => createEvent(`order ${n}`, n));
    expect(await attachOrderRows(createBus(), api.db.read, testAdmin, events)).toEqual(events);
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  });
});

it('requires a session', async () => {
  expect((await api.anonymous.get('/events')).status).toBe(401);
});

it("filters events by the user's permissions", async () => {
  const getActor = async (user: TestUser) => (await api.as(user).get('/users/profile')).body;
  const order = {
    collection: 'orders',
    id: 'x',
    change: 'Shipped',
    branches: [ids.branch1],
    kitchens: [ids.kitchen],
  } as const;
  const event = { ...order, branches: [...order.branches], kitchens: [...order.kitchens] };
  const received = await Promise.all(
    (['branch', 'branch2', 'kitchen', 'viewer', 'admin'] as const).map(async (user) => [
      user,
      canReceiveEvent(await getActor(user), event),
    ]),
  );
  expect(Object.fromEntries(received)).toEqual({
    branch: true,
    branch2: false,
    kitchen: true,
    viewer: true,
    admin: true,
  });
  const usersEvent = { ...event, collection: 'users' as const, branches: [], kitchens: [] };
  expect([
    canReceiveEvent(await getActor('branch'), usersEvent),
    canReceiveEvent(await getActor('admin'), usersEvent),
  ]).toEqual([false, true]);
});
