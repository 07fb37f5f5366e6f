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
const [firstPassword, secondPassword] = ['the first of two passwords', 'the second of two passwords'];

it('treats a different password with the same key as a different request', async () => {
  const put = (body: unknown) => api.as('admin').send('PUT', path, body, key);
  expect((await put({ password: firstPassword })).status).toBe(200);
  const repeated = await put({ password: firstPassword });
  expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  for (const body of [
    { password: secondPassword },
    {},
    `{"password":"${firstPassword}","password":"${secondPassword}"}`,
    `{"p\\u0061ssword":"${secondPassword}"}`,
  ]) {
    const response = await put(body);
    expect([body, response.status, response.body.code]).toEqual([body, 422, 'IDEMPOTENCY_MISMATCH']);
  }
  expect((await signIn(firstPassword)).status).toBe(200);
  expect((await signIn(secondPassword)).status).toBe(401);
});

it('treats a different password for a new user as a different request', async () => {
  const person = { name: 'New', email: 'new@demo.test', role: 'custom_role_sk' };
  const post = (password: string) => api.as('admin').post('/users', { ...person, password }, key);
  expect((await post(firstPassword)).status).toBe(201);
  expect((await post(secondPassword)).status).toBe(422);
  expect((await post(firstPassword)).status).toBe(201);
});

it("doesn't store a fingerprint that passwords could be tested against", async () => {
  await api.as('admin').put(path, { password: firstPassword }, key);
  await api.as('admin').send('PUT', `/users/${ids.users.staff}`, `{"p\\u0061ssword":"${firstPassword}"}`, {
    'idempotency-key': 'x',
  });
  const rows = await api.db.read.selectFrom('idempotencyKeys').selectAll().execute();
  expect(rows).toHaveLength(2);
  const storedRows = JSON.stringify(rows);
  expect(storedRows).not.toContain(firstPassword);
  const body = JSON.stringify({ password: firstPassword });
  for (const guess of [firstPassword, body, JSON.stringify(firstPassword), `PUT /api${path}\n${body}`])
    expect(storedRows).not.toContain(await sha256(guess));
});

it("accepts a body that isn't JSON if the route doesn't use it", async () => {
  const created = await api.as('admin').post('/brands', { name: 'Gone soon' });
  const response = await api.as('admin').send('DELETE', `/brands/${created.body._id}`, 'token {', key);
  expect(response.status).toBe(204);
});
