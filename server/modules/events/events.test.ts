import { afterEach, beforeEach, expect, it } from 'vitest';
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
