import { expect, it } from 'vitest';
import { createTestApp } from '#app/server/testing/create-test-app.ts';
import { quickPasswords as passwords } from '#app/server/testing/passwords.ts';
import { seedDemonstrationIfNew } from './demonstrate.ts';

it.each([
  ['a database in use', { isEmpty: false, host: '127.0.0.1', isBehindProxy: false }, false],
  ['a database that must stay empty', { isEmpty: true, host: '127.0.0.1', isBehindProxy: false }, true],
  ['the database of a reachable server', { isEmpty: false, host: '0.0.0.0', isBehindProxy: false }, true],
  [
    'the database of a server behind a proxy',
    { isEmpty: false, host: '127.0.0.1', isBehindProxy: true },
    true,
  ],
])('doesn’t seed the demo data into %s', async (_, config, isEmpty) => {
  const { db, clock, close } = await createTestApp({ isEmpty });
  const before = await db.read.selectFrom('users').selectAll().execute();
  expect(await seedDemonstrationIfNew({ db, clock, passwords, config })).toBe(false);
  expect(await db.read.selectFrom('users').selectAll().execute()).toEqual(before);
  await close();
});
