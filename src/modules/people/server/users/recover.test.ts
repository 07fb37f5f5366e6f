import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { createTestClient } from '#app/server/testing/client.ts';
import { ids } from '#app/server/testing/ids.ts';
import { testPassword } from '#app/server/testing/minimal-business.ts';
import { quickPasswords } from '#app/server/testing/passwords.ts';
import { listMasterAdminEmails, recoverMasterAdmin } from './recover.ts';

let api: TestApp;
let email: string;
beforeEach(async () => {
  api = await createTestApp();
  const row = await api.db.read
    .selectFrom('users')
    .select('email')
    .where('_id', '=', ids.users.master)
    .executeTakeFirstOrThrow();
  ({ email } = row);
});
afterEach(() => api.close());

const oneTimePassword = 'aaaaa-bbbbb-ccccc-ddddd';
const recover = async (address = email) => {
  const passwordHash = await quickPasswords.hash(oneTimePassword);
  return api.db.write((tx) => recoverMasterAdmin(tx, { email: address, passwordHash, now: api.clock.now() }));
};
const signIn = (password: string) => api.anonymous.post('/users/login', { email, password });

it('sets a password that the master administrator must change, and ends every session', async () => {
  const before = createTestClient(api.app, (await signIn(testPassword)).body.token);
  expect((await before.get('/users/profile')).status).toBe(200);
  // Attempts with the forgotten password have locked the account.
  for (let n = 0; n < 10; n++) expect((await signIn('forgotten password')).status).toBe(401);
  expect((await signIn(testPassword)).status).toBe(429);

  expect(await recover(` ${email.toUpperCase()} `)).toBeNull();
  expect((await before.get('/users/profile')).status).toBe(401);
  expect((await signIn(testPassword)).status).toBe(401);
  const { status, body } = await signIn(oneTimePassword);
  expect([status, body.mustChangePassword]).toEqual([200, true]);
  const after = createTestClient(api.app, body.token);
  expect((await after.get('/users')).status).toBe(403);
  const changed = await after.post('/users/password', {
    currentPassword: oneTimePassword,
    newPassword: 'a new one of my own',
  });
  expect(changed.status, changed.text).toBeLessThan(300);
  expect((await after.get('/users')).status).toBe(200);

  const { body: entries } = await after.get(`/audit?entity=users&entityId=${ids.users.master}`);
  const entry = entries.find((candidate: { ip: string }) => candidate.ip === 'command line');
  expect(entry).toMatchObject({ action: 'edit', after: { password: 'changed' } });
  expect(JSON.stringify(entries)).not.toContain(oneTimePassword);
});

it('rejects users who are unknown, suspended or not master administrators', async () => {
  const before = await api.db.read.selectFrom('users').selectAll().orderBy('_id').execute();
  expect(await recover('nobody@demo.test')).toBe('unknown');
  expect(await recover('branch@demo.test')).toBe('not-master-admin');
  expect(await api.db.read.selectFrom('users').selectAll().orderBy('_id').execute()).toEqual(before);
  expect(await listMasterAdminEmails(api.db.read)).toEqual([email]);
  await api.db.writer.updateTable('users').set({ isActive: 0 }).where('email', '=', email).execute();
  expect(await recover()).toBe('suspended');
  expect(await listMasterAdminEmails(api.db.read)).toEqual([]);
});
