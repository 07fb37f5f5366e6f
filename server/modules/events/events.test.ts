import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { ids, type TestUser } from '#server/testing/ids.ts';
import { mayHear } from './routes.ts';

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

it('tells of a change after it was committed', async () => {
  const stream = await listen('viewer');
  expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
  expect(stream.response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await stream.read()).toContain('event: ready');
  // On PostgreSQL the connection that listens is opened in the background.
  const next = stream.read();
  const received = await Promise.race([next, untilHeard()]);
  expect(received).toContain('"collection":"brands"');
  await stream.cancel();

  async function untilHeard(): Promise<string | null> {
    for (let n = 0; n < 50; n++) {
      await api.as('admin').post('/brands', { name: `New ${n}` });
      const heard = await Promise.race([next, new Promise<undefined>((resolve) => setTimeout(resolve, 100))]);
      if (heard !== undefined) return heard;
    }
    return null;
  }
});

it('ends when the session does', async () => {
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

it('opens no stream for who asks for its head', async () => {
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

it('ends the oldest of a person who opens more than ten', async () => {
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

it('asks the database for nothing that a person could not hear, and little for a burst', async () => {
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

it('needs a session', async () => {
  expect((await api.anonymous.get('/events')).status).toBe(401);
});

it('keeps each to what they may see', async () => {
  const actorOf = async (user: TestUser) => (await api.as(user).get('/users/profile')).body;
  const order = {
    collection: 'orders',
    id: 'x',
    what: 'Shipped',
    branches: [ids.branch1],
    kitchens: [ids.kitchen],
  } as const;
  const event = { ...order, branches: [...order.branches], kitchens: [...order.kitchens] };
  const heard = await Promise.all(
    (['branch', 'branch2', 'kitchen', 'viewer', 'admin'] as const).map(async (user) => [
      user,
      mayHear(await actorOf(user), event),
    ]),
  );
  expect(Object.fromEntries(heard)).toEqual({
    branch: true,
    branch2: false,
    kitchen: true,
    viewer: true,
    admin: true,
  });
  const guarded = { ...event, collection: 'users' as const, branches: [], kitchens: [] };
  expect([mayHear(await actorOf('branch'), guarded), mayHear(await actorOf('admin'), guarded)]).toEqual([
    false,
    true,
  ]);
});
