import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes } from '#app/server/routes.ts';
import type { TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { createTestClient } from '#app/server/testing/client.ts';
import { ids } from '#app/server/testing/ids.ts';

const initialPassword = 'handed over in person';
const ownPassword = 'known to nobody else';
const email = 'nora@demo.test';
const routesForNewUsers = ['get /users/profile', 'post /users/logout', 'post /users/password'];

let api: TestApp;
let nora: string;
beforeAll(async () => {
  api = await createTestApp();
  const person = { name: 'Nora', email, password: initialPassword, role: 'admin', allowedPages: ['*'] };
  nora = (await api.as('admin').post('/users', person)).body._id;
});
afterAll(() => api.close());

async function signIn(password: string): Promise<{ client: TestClient; mustChangePassword: unknown }> {
  const { body } = await api.anonymous.post('/users/login', { email, password });
  return { client: createTestClient(api.app, body.token), mustChangePassword: body.mustChangePassword };
}

/** Requests a route without changing anything, by sending an invalid body and a version that no row has. */
const call = (client: TestClient, method: string, path: string) =>
  client.send(
    method.toUpperCase(),
    path.replace(':id', ids.users.viewer),
    method === 'get' ? undefined : '{',
    {
      'if-match': '"999999"',
    },
  );

it.each(
  routes
    .filter(({ access }) => access.kind !== 'public')
    .map(({ method, path }) => [`${method} ${path}`, method, path] as const),
)(
  '%s requires the initial password to be changed, except the routes for changing it',
  async (name, method, path) => {
    const { client } = await signIn(initialPassword);
    const response = await call(client, method, path);
    const isRefused = response.status === 403 && response.body?.code === 'PASSWORD_CHANGE_NEEDED';
    expect(isRefused).toBe(!routesForNewUsers.includes(name));
  },
);

it('does not let a user with an initial password create users', async () => {
  const { client } = await signIn(initialPassword);
  const person = { name: 'Max', email: 'max@demo.test', password: ownPassword };
  expect((await client.post('/users/register', person)).status).toBe(403);
});

it('allows everything after the password is changed, until an administrator sets a new one', async () => {
  const { client, mustChangePassword } = await signIn(initialPassword);
  expect(mustChangePassword).toBe(true);
  expect((await client.get('/users/profile')).body).toMatchObject({ mustChangePassword: true });
  const change = await client.post('/users/password', {
    currentPassword: initialPassword,
    newPassword: ownPassword,
  });
  expect(change.status).toBe(204);
  expect((await client.get('/users/profile')).body).toMatchObject({ mustChangePassword: false });
  expect((await client.get('/users')).status).toBe(200);
  expect((await signIn(ownPassword)).mustChangePassword).toBe(false);

  await api.as('admin').put(`/users/${nora}`, { password: initialPassword });
  const secondSession = await signIn(initialPassword);
  expect(secondSession.mustChangePassword).toBe(true);
  expect((await secondSession.client.get('/users')).body.code).toBe('PASSWORD_CHANGE_NEEDED');
});

it('does not require demo users to change their password', async () => {
  await api.db.writer
    .updateTable('users')
    .set({ passwordKind: 'demonstration' })
    .where('_id', '=', ids.users.kitchen)
    .execute();
  expect((await api.as('kitchen').get('/users/profile')).body).toMatchObject({ mustChangePassword: false });
  expect((await api.as('kitchen').get('/items')).status).toBe(200);
});
