import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from '#scripts/wait-for.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createTestRunner, type TestRunner } from '#app/server/testing/jobs.ts';
import { receiveStock, getStock } from '#app/server/testing/orders.ts';
import { lockPeriodForPosting, blockPostings } from '#modules/stock/server/accounting-period.ts';
import { closeBooks } from './close-books-job.ts';
import { checkClosing, recheckClosing } from './closing.ts';

const day = '2026-03-03';
let t: TestApp;
let runner: TestRunner;
/** Progress events of a closing in progress. */
let progressEvents: unknown[] = [];

beforeAll(async () => {
  t = await createTestApp();
  // The next move is number 50,001.
  if (t.db.dialect === 'sqlite')
    await sql`delete from sqlite_sequence where name = 'stockMoves'`.execute(t.db.writer);
  await (t.db.dialect === 'sqlite'
    ? sql`insert into sqlite_sequence (name, seq) values ('stockMoves', 50000)`
    : sql`select setval(pg_get_serial_sequence('"stockMoves"', 'seq'), 50000)`
  ).execute(t.db.writer);
  await receiveStock(t, ids.branch1, ids.items.flour, 100, 1.2);
  runner = createTestRunner({
    db: t.db,
    clock: t.clock,
    jobs: [closeBooks],
    notify: {
      announce: async () => undefined,
      publish: (changes) => void progressEvents.push(...changes.filter((change) => 'collection' in change)),
    },
  });
});
beforeEach(() => {
  progressEvents = [];
});
afterEach(() => close(null));
afterAll(() => t.close());

const close = (until: string | null, user: 'admin' | 'master' = 'admin') =>
  t.as(user).put('/settings', { booksClosedUntil: until, booksReason: 'Test' });
const loadClosing = async () => (await t.as('admin').get('/settings/closing')).body.closing;
const loadClosedUntil = async () => (await t.as('admin').get('/settings')).body.booksClosedUntil;
const postWaste = (dateTime: string) =>
  t
    .as('admin')
    .post('/wastage', { item: ids.items.flour, qty: 1, reason: 'spoiled', branch: ids.branch1, dateTime });
const addToBalance = (change: number) =>
  t.db.writer
    .updateTable('balances')
    .set((eb) => ({ valueE4: eb('valueE4', '+', change) }))
    .where('placeId', '=', ids.branch1)
    .where('itemId', '=', ids.items.flour)
    .execute();

describe('a period of a large business', () => {
  it('is checked by a job while other users post, then closed', async () => {
    const { status, body, headers } = await close(day, 'master');
    expect(status).toBe(202);
    expect(body).toMatchObject({ booksClosedUntil: null, closing: { until: day, state: 'checking' } });
    expect(headers.get('etag')).toBe(`"${body.version}"`);
    expect(await loadClosedUntil()).toBeNull();
    expect((await postWaste(`${day}T12:00:00.000Z`)).status).toBe(201);
    await runner.runDue();
    const closing = await loadClosing();
    expect(closing).toMatchObject({ until: day, state: 'closed', byName: 'Test master', problem: null });
    expect(closing.done).toBe(closing.total);
    expect(closing.endedAt).toBe(t.clock.now().toISOString());
    // Progress is shown while the job runs.
    expect(progressEvents.length).toBeGreaterThan(5);
    expect(progressEvents[0]).toMatchObject({ collection: 'settings', change: 'changed' });
    expect(await loadClosedUntil()).toBe(day);
    expect((await postWaste(`${day}T12:00:00.000Z`)).status).toBe(422);
    const { body: audit } = await t.as('admin').get('/audit?entity=settings&limit=1');
    expect(audit[0]).toMatchObject({
      action: 'edit',
      userId: ids.users.master,
      before: { booksClosedUntil: null },
      after: { booksClosedUntil: day },
    });
  });

  it('stays open if inconsistent, and the closing lists the violations', async () => {
    await addToBalance(7);
    expect((await close(day)).status).toBe(202);
    await runner.runDue();
    const refused = await loadClosing();
    expect(refused).toMatchObject({
      state: 'rejected',
      problem: {
        code: 'VALIDATION',
        reason: 'books-inconsistent',
        fieldReasons: { booksClosedUntil: { reason: 'books-inconsistent' } },
        details: { violations: expect.arrayContaining([expect.objectContaining({ invariant: 'I2' })]) },
      },
    });
    expect(await loadClosedUntil()).toBeNull();
    await addToBalance(-7);
    await close(day);
    await runner.runDue();
    expect((await loadClosing()).state).toBe('closed');
  });

  it('is rejected immediately for future days and undecided counts', async () => {
    const { status, body } = await close('2026-03-09');
    expect([status, Object.keys(body.fields)]).toEqual([422, ['booksClosedUntil']]);
    const { body: count } = await t
      .as('admin')
      .post('/stock-counts', { type: 'spot', branch: ids.branch1, itemIds: [ids.items.flour] });
    const path = `/stock-counts/${count._id}`;
    expect((await t.as('admin').patch(path, { status: 'Counting' })).status).toBe(200);
    expect(await close('2026-03-04')).toMatchObject({
      status: 422,
      body: { details: { counts: [count.number] } },
    });
    await t.as('admin').patch(path, { status: 'Cancelled' });
    expect((await loadClosing())?.state).not.toBe('checking');
  });

  it('is checked once for repeated requests; choosing a different day checks that day instead', async () => {
    await close(day);
    expect((await close(day, 'master')).body.closing).toMatchObject({ until: day, byName: 'Test admin' });
    await close('2026-03-02', 'master');
    expect(await runner.runDue()).toBe(2);
    expect(await loadClosing()).toMatchObject({
      until: '2026-03-02',
      state: 'closed',
      byName: 'Test master',
    });
    expect(await loadClosedUntil()).toBe('2026-03-02');
  });

  it('stays open if the closing is cancelled during the check', async () => {
    await close(day);
    expect((await close(null)).status).toBe(200);
    expect(await loadClosing()).toBeNull();
    await runner.runDue();
    expect(await loadClosedUntil()).toBeNull();
  });

  it("can be closed again after the closing's job was deleted", async () => {
    await close(day);
    const { body: jobs } = await t.as('admin').get('/jobs?state=waiting');
    const job = jobs.find(({ kind }: { kind: string }) => kind === 'close-books');
    expect((await t.as('admin').delete(`/jobs/${job._id}`)).status).toBe(204);
    expect(await loadClosing()).toMatchObject({ until: day, state: 'failed' });
    expect((await close(day)).body.closing).toMatchObject({ state: 'checking' });
    await runner.runDue();
    expect(await loadClosedUntil()).toBe(day);
  });

  it('requires access to the whole business', async () => {
    expect((await t.as('branch').get('/settings/closing')).status).toBe(403);
  });
});

describe('recheck under the lock', () => {
  const check = () => checkClosing({ db: t.db.read, write: t.db.write }, day, t.clock.now());
  const recheck = (checked: number) =>
    t.db.write(async (tx) => {
      await blockPostings(tx);
      await recheckClosing(tx, day, checked);
    });

  it('rechecks only later postings', async () => {
    const checked = await check();
    await addToBalance(7);
    // No movement since the check, so this balance isn't rechecked.
    await recheck(checked);
    expect((await postWaste(`${day}T15:00:00.000Z`)).status).toBe(201);
    await expect(recheck(checked)).rejects.toMatchObject({
      refusal: { reason: 'books-inconsistent' },
      options: {
        details: { violations: [{ invariant: 'I2', message: expect.stringContaining(ids.items.flour) }] },
      },
    });
    await addToBalance(-7);
    await recheck(checked);
    expect((await getStock(t, ids.branch1, ids.items.flour)).onHand).toBeGreaterThan(0);
  });

  /** SQLite has a single writer. */
  it.skipIf(!process.env['TEST_DATABASE_URL'])(
    'closing waits for a posting in progress and includes it',
    async () => {
      const { body: count } = await t
        .as('admin')
        .post('/stock-counts', { type: 'spot', branch: ids.branch1, itemIds: [ids.items.flour] });
      const checked = await check();
      const mayCommit = Promise.withResolvers<void>();
      const lockHeld = Promise.withResolvers<void>();
      const postingTx = t.db.write(async (tx) => {
        await lockPeriodForPosting(tx);
        await tx
          .updateTable('stockCounts')
          .set({ status: 'Counting', businessDay: day })
          .where('_id', '=', count._id)
          .execute();
        lockHeld.resolve();
        await mayCommit.promise;
      });
      await lockHeld.promise;
      const closing = recheck(checked).catch((error: unknown) => error);
      await waitFor(async () => {
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`.execute(
          t.db.read,
        );
        expect(Number(rows[0]?.count)).toBe(1);
      });
      mayCommit.resolve();
      await postingTx;
      expect(await closing).toMatchObject({ refusal: { reason: 'books-counts-open' } });
      await t.db.writer.deleteFrom('stockCountLines').where('countId', '=', count._id).execute();
      await t.db.writer
        .updateTable('stockCounts')
        .set({ status: 'Cancelled' })
        .where('_id', '=', count._id)
        .execute();
    },
  );
});
