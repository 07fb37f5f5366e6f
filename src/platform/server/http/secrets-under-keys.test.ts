import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { sha256 } from './tokens.ts';

let api: TestApp;
beforeEach(async () => {
  api = await createTestApp();
});
afterEach(() => api.close());

const key = { 'idempotency-key': 'the-same' };
const path = `/users/${ids.users.branch}`;
const signIn = (password: string) =>
  api.anonymous.post('/users/login', { email: 'branch@demo.test', password });
const [one, other] = ['the first of two passwords', 'the second of two passwords'];

it('another password under the same key is another call', async () => {
  const put = (body: unknown) => api.as('admin').send('PUT', path, body, key);
  expect((await put({ password: one })).status).toBe(200);
  const repeated = await put({ password: one });
  expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  for (const body of [
    { password: other },
    {},
    `{"password":"${one}","password":"${other}"}`,
    `{"p\\u0061ssword":"${other}"}`,
  ]) {
    const response = await put(body);
    expect([body, response.status, response.body.code]).toEqual([body, 422, 'IDEMPOTENCY_MISMATCH']);
  }
  expect((await signIn(one)).status).toBe(200);
  expect((await signIn(other)).status).toBe(401);
});

it('the same applies to creating a user', async () => {
  const person = { name: 'New', email: 'new@demo.test', role: 'custom_role_sk' };
  const post = (password: string) => api.as('admin').post('/users', { ...person, password }, key);
  expect((await post(one)).status).toBe(201);
  expect((await post(other)).status).toBe(422);
  expect((await post(one)).status).toBe(201);
});

it("stored fingerprints don't reveal whether a guessed password is right", async () => {
  await api.as('admin').put(path, { password: one }, key);
  await api
    .as('admin')
    .send('PUT', `/users/${ids.users.staff}`, `{"p\\u0061ssword":"${one}"}`, { 'idempotency-key': 'x' });
  const rows = await api.db.read.selectFrom('idempotencyKeys').selectAll().execute();
  expect(rows).toHaveLength(2);
  const storedRows = JSON.stringify(rows);
  expect(storedRows).not.toContain(one);
  const body = JSON.stringify({ password: one });
  for (const guess of [one, body, JSON.stringify(one), `PUT /api${path}\n${body}`])
    expect(storedRows).not.toContain(await sha256(guess));
});

it('a call that reads no body accepts one that is not JSON', async () => {
  const created = await api.as('admin').post('/brands', { name: 'Gone soon' });
  const response = await api.as('admin').send('DELETE', `/brands/${created.body._id}`, 'token {', key);
  expect(response.status).toBe(204);
});
