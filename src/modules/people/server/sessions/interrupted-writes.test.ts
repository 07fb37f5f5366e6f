import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConnectionLostError } from '#platform/server/db/failures.ts';
import type { Db, Tx } from '#platform/server/db/types.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { openTestDb } from '#app/server/testing/databases.ts';
import { testPassword } from '#app/server/testing/minimal-business.ts';

let api: TestApp;
/** Whether the database fails before committing a given transaction. */
let failsBeforeCommit: (tx: Tx) => Promise<boolean>;
beforeEach(async () => {
  failsBeforeCommit = async () => false;
  const inner = await openTestDb();
  const db: Db = {
    ...inner,
    write: (work) =>
      inner.write(async (tx) => {
        const response = await work(tx);
        if (await failsBeforeCommit(tx)) throw new ConnectionLostError(new Error('Connection terminated'));
        return response;
      }),
  };
  api = await createTestApp({ db });
});
afterEach(() => api.close());

const signIn = (password: string) =>
  api.anonymous.post('/users/login', { email: 'branch@demo.test', password });

/** Whether a sign-in, successful or not, or a password change was recorded in this transaction. */
const hasRecordedAttempt = async (tx: Tx): Promise<boolean> =>
  (await tx
    .selectFrom('audit')
    .select('seq')
    .where('action', 'in', ['sign-in', 'sign-in failed', 'password'])
    .limit(1)
    .executeTakeFirst()) !== undefined;

it("a sign-in interrupted by the database doesn't count, whatever the password was", async () => {
  failsBeforeCommit = hasRecordedAttempt;
  for (let n = 0; n < 12; n++) {
    expect((await signIn(testPassword)).status).toBe(503);
    expect((await signIn('not this one')).status).toBe(503);
  }
  failsBeforeCommit = async () => false;
  expect((await signIn('not this one')).status).toBe(401);
  expect((await signIn(testPassword)).status).toBe(200);
});

it("a password change that fails because of the database doesn't count either", async () => {
  const change = (currentPassword: string) =>
    api.as('branch').post('/users/password', { currentPassword, newPassword: 'a quiet evening' });
  failsBeforeCommit = hasRecordedAttempt;
  for (let n = 0; n < 12; n++) expect((await change(testPassword)).status).toBe(503);
  failsBeforeCommit = async () => false;
  expect((await change(testPassword)).status).toBe(204);
});

it('answers at most ten parallel guesses', async () => {
  const guesses = Array.from({ length: 30 }, (_, n) => signIn(`guess ${n}`));
  const responses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(responses.filter((status) => status === 401)).toHaveLength(10);
  expect(responses.filter((status) => status === 429)).toHaveLength(20);
  expect((await signIn(testPassword)).status).toBe(429);
});
