import { expect, it } from 'vitest';
import { createTestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { testPassword } from '#app/server/testing/minimal-business.ts';
import { quickPasswords } from '#app/server/testing/passwords.ts';

it('replaces an outdated hash at sign-in without ending sessions', async () => {
  let isCostRaised = false;
  const api = await createTestApp({
    passwords: {
      ...quickPasswords,
      hash: async (password) => `${isCostRaised ? 'costly:' : ''}${await quickPasswords.hash(password)}`,
      verify: (password, hash) => quickPasswords.verify(password, hash?.replace(/^costly:/, '') ?? null),
      isCurrent: (hash) => hash.startsWith('costly:') === isCostRaised,
    },
  });
  const loadStored = async () =>
    api.db.read
      .selectFrom('users')
      .select(['passwordHash', 'version', 'passwordVersion'])
      .where('_id', '=', ids.users.branch)
      .executeTakeFirstOrThrow();
  const signIn = (password = testPassword) =>
    api.anonymous.post('/users/login', { email: 'branch@demo.test', password });
  const before = await loadStored();
  isCostRaised = true;
  expect((await signIn('wrong')).status).toBe(401);
  expect(await loadStored()).toEqual(before);
  // Two concurrent sign-ins, each with its own new hash, both succeed.
  const responses = await Promise.all([signIn(), signIn()]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect(await loadStored()).toEqual({ ...before, passwordHash: expect.stringMatching(/^costly:/) });
  expect((await signIn()).status).toBe(200);
  expect((await api.as('branch').get('/users/profile')).status).toBe(200);
  await api.close();
});
