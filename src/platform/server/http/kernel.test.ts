import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { dayMs } from '#core/day.ts';
import { ConnectionLostError, classifyDbError } from '#platform/server/db/failures.ts';
import { cleanUp } from '#app/server/housekeeping/clean-up.ts';

let api: TestApp;
let n = 0;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const admin = () => api.as('admin');
const buildBrand = () => ({ name: `Brand ${++n}` });
const buildKey = () => ({ 'idempotency-key': `key-${++n}` });
const countBrands = async (name: string) =>
  (await api.db.read.selectFrom('brands').selectAll().where('name', '=', name).execute()).length;

describe('bodies', () => {
  it.each([
    ['invalid JSON', '{"name":', 400, 'MALFORMED'],
    ['no content', '', 400, 'MALFORMED'],
    ['a NUL character', '{"name":"a\\u0000b"}', 400, 'MALFORMED'],
    ['an array', '[]', 422, 'VALIDATION'],
    ['a prototype', '{"name":"x","__proto__":{"isActive":false}}', 422, 'VALIDATION'],
    ['10,000 levels', '['.repeat(10_000) + ']'.repeat(10_000), 422, 'VALIDATION'],
    ['more than 1 MB', `{"name":"${'x'.repeat(1024 * 1024)}"}`, 413, 'TOO_LARGE'],
  ])('with %s are rejected', async (_, body, status, code) => {
    const response = await admin().send('POST', '/brands', body);
    expect([response.status, response.body.code]).toEqual([status, code]);
    expect(response.body.error.length).toBeGreaterThan(0);
  });

  it('are limited regardless of their declared length', async () => {
    const body = new ReadableStream({
      start(controller) {
        for (let part = 0; part < 3; part++)
          controller.enqueue(new TextEncoder().encode('x'.repeat(512 * 1024)));
        controller.close();
      },
    });
    const request = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { authorization: `Bearer ${admin().token}` },
    };
    const response = await api.app.request('/api/brands', request);
    expect(response.status).toBe(413);
  });
});

describe('the order of checks', () => {
  const call = (user: Parameters<TestApp['as']>[0], id: string, body: unknown) =>
    api.as(user).send('PUT', `/brands/${id}`, body);

  it('is 401, 404, 403, 400, 422, 412', async () => {
    const created = await admin().post('/brands', buildBrand());
    expect((await api.anonymous.send('PUT', '/brands/none', '{')).status).toBe(401);
    expect((await call('viewer', 'none', '{')).status).toBe(404);
    expect((await call('viewer', created.body._id, '{')).status).toBe(403);
    expect((await call('admin', created.body._id, '{')).status).toBe(400);
    expect(
      (await admin().put(`/brands/${created.body._id}`, { name: '' }, { 'if-match': '"9"' })).status,
    ).toBe(422);
    expect(
      (await admin().put(`/brands/${created.body._id}`, buildBrand(), { 'if-match': '"9"' })).status,
    ).toBe(412);
    expect(
      (await admin().put(`/brands/${created.body._id}`, buildBrand(), { 'if-match': 'nonsense' })).status,
    ).toBe(412);
  });

  it('is 403 or 404 for a path that does not exist', async () => {
    for (const path of [
      '/nothing',
      '/brands/',
      '//brands',
      '/Brands',
      '/brands%2F',
      '/brands/../users',
      '/brands/x/y',
    ]) {
      const response = await api.app.request(`http://localhost/api${path}`, {
        headers: { authorization: `Bearer ${api.as('branch').token}` },
      });
      expect([path, response.status === 404 || response.status === 403]).toEqual([path, true]);
      expect((await response.json()).code).toMatch(/NOT_FOUND|FORBIDDEN/);
    }
  });

  it('is the same for HEAD as for GET', async () => {
    const head = await admin().send('HEAD', '/brands');
    expect([head.status, head.text]).toEqual([200, '']);
    expect((await api.anonymous.send('HEAD', '/brands')).status).toBe(401);
  });
});

describe('an idempotency key', () => {
  it('replays the same response without repeating the request', async () => {
    const [body, headers] = [buildBrand(), buildKey()];
    const first = await admin().post('/brands', body, headers);
    const second = await admin().post('/brands', body, headers);
    expect([second.status, second.text, second.headers.get('etag')]).toEqual([201, first.text, '"1"']);
    expect(await countBrands(body.name)).toBe(1);
  });

  it('creates one row from twenty concurrent requests', async () => {
    const [body, headers] = [buildBrand(), buildKey()];
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => admin().post('/brands', body, headers)),
    );
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(responses[0]?.status).toBe(201);
    expect(await countBrands(body.name)).toBe(1);
  });

  it('belongs to one request of one user', async () => {
    const [body, headers] = [buildBrand(), buildKey()];
    await admin().post('/brands', body, headers);
    const other = await admin().post('/brands', buildBrand(), headers);
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
    expect((await api.as('master').post('/brands', buildBrand(), headers)).status).toBe(201);
  });

  it("doesn't store errors", async () => {
    const headers = buildKey();
    expect((await admin().post('/brands', { name: '' }, headers)).status).toBe(422);
    expect((await admin().post('/brands', buildBrand(), headers)).status).toBe(201);
  });

  it('replays a deletion of a deleted row', async () => {
    const created = await admin().post('/brands', buildBrand());
    const headers = buildKey();
    expect((await admin().delete(`/brands/${created.body._id}`, headers)).status).toBe(204);
    expect((await admin().delete(`/brands/${created.body._id}`, headers)).status).toBe(204);
    expect((await admin().delete(`/brands/${created.body._id}`)).status).toBe(404);
  });

  it('replays nothing after the permission was revoked', async () => {
    const [body, headers] = [
      { name: 'Rights', itemCode: `R${++n}`, kind: 'raw', category: ids.category, baseUnit: ids.units.kg },
      buildKey(),
    ];
    expect((await api.as('branch').post('/items', body, headers)).status).toBe(202);
    await admin().put(`/users/${ids.users.branch}`, { allowedPages: ['branch-order'] });
    expect((await api.as('branch').post('/items', body, headers)).status).toBe(403);
  });

  it.each(['', 'with space', 'x'.repeat(201)])('is rejected if it is "%s"', async (value) => {
    const response = await admin().post('/brands', buildBrand(), { 'idempotency-key': value });
    expect([response.status, response.body.code]).toEqual([400, 'MALFORMED']);
  });

  it('is stored for seven days', async () => {
    const app = await createTestApp();
    const [body, headers] = [buildBrand(), buildKey()];
    const repeatAfter = async (days: number) => {
      await cleanUp(app.db, new Date(app.clock.now().getTime() + days));
      // Signs in again, because the session has expired by then.
      return (await (await app.signIn(ids.users.admin)).post('/brands', body, headers)).status;
    };
    expect(await repeatAfter(0)).toBe(201);
    expect(await repeatAfter(7 * dayMs - 1)).toBe(201);
    expect(await repeatAfter(7 * dayMs)).toBe(409);
    await app.close();
  });
});

describe('a failed write', () => {
  it('changes nothing', async () => {
    const before = await api.db.read.selectFrom('audit').selectAll().execute();
    const response = await admin().post('/branch', {
      code: 'B1',
      name: 'Again',
      type: 'branch',
      timezone: 'UTC',
    });
    expect(response.status).toBe(409);
    expect(await api.db.read.selectFrom('audit').selectAll().execute()).toHaveLength(before.length);
    expect(await api.db.read.selectFrom('places').selectAll().where('name', '=', 'Again').execute()).toEqual(
      [],
    );
  });

  it('reports an internal error by its request id only', async () => {
    const broken = await createTestApp();
    const client = broken.as('admin');
    await broken.db.writer.schema.dropTable('idempotencyKeys').execute();
    const response = await client.post('/brands', { name: 'Broken' }, { 'idempotency-key': 'x' });
    expect(response.status).toBe(500);
    expect(response.body).toEqual({
      error: expect.any(String),
      code: 'INTERNAL',
      reason: 'server-error',
      params: {},
      requestId: expect.any(String),
    });
    expect(broken.errors[0]).toMatchObject({ requestId: response.body.requestId, route: 'post /brands' });
    await broken.close();
  });
});

it.each([
  [{ errcode: 5 }, 'busy'],
  [{ errcode: 517 }, 'busy'],
  [{ errcode: 13 }, 'full'],
  [{ errcode: 8 }, 'full'],
  [{ errcode: 778 }, 'full'],
  [{ errcode: 7 }, 'busy'],
  [{ errcode: 2067 }, 'duplicate'],
  [{ code: '40P01' }, 'busy'],
  [{ code: '55P03' }, 'busy'],
  [{ code: '53100' }, 'full'],
  [{ code: '23505' }, 'duplicate'],
  [{ code: '53200' }, 'busy'],
  [{ code: '53300' }, 'busy'],
  [{ code: '57P01' }, 'busy'],
  [{ code: '57P03' }, 'busy'],
  [{ code: '25P03' }, 'busy'],
  [{ code: '25006' }, 'busy'],
  [{ code: '08006' }, 'busy'],
  [{ code: '42703' }, 'other'],
])('classifies the database error %j as %s', (properties, failure) => {
  expect(classifyDbError(Object.assign(new Error('failed'), properties))).toBe(failure);
});

it('treats lost connections as a busy database, and logs the cause', () => {
  const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
  expect(classifyDbError(new ConnectionLostError(refused))).toBe('busy');
  expect(new ConnectionLostError(refused).message).toBe('ECONNREFUSED');
  expect(new ConnectionLostError(new Error('no pg_hba.conf entry')).message).toBe('no pg_hba.conf entry');
});
