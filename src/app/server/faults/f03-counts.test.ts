import { afterAll, describe, expect, it } from 'vitest';
import type { StockCount } from '#modules/stock-counts/shapes.ts';
import type { Database } from '#platform/server/db/tables.ts';
import { noMailer } from '#platform/server/jobs/mailer.ts';
import type { JobContext } from '#platform/server/jobs/define-job.ts';
import { postCount } from '#modules/stock-counts/server/post-job.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import type { TestApp } from '#app/server/testing/create-test-app.ts';
import { openBusiness } from './business.ts';
import { engines, stopEngines } from './engines.ts';
import { createFailingDb } from './failing-db.ts';
import { addManyItems, loadPostedQuantities } from './many-items.ts';
import { listCutPositions, recordMeasurement } from './repetitions.ts';

afterAll(stopEngines);

const tables: (keyof Database)[] = [
  'stockCounts',
  'stockCountLines',
  'stockCountEntries',
  'documentHistory',
  'balances',
  'stockMoves',
  'stockDaily',
  'branches',
  'jobs',
  'idempotencyKeys',
  'audit',
];

async function dumpTables({ db }: Pick<TestApp, 'db'>): Promise<string> {
  const rows = [];
  for (const table of tables) rows.push(await db.read.selectFrom(table).selectAll().execute());
  return JSON.stringify(rows);
}

/** A job's context without lease renewal. */
const createJobContext = ({ db, clock }: TestApp, count: string): JobContext<{ count: string }> => ({
  _id: 'job',
  payload: { count },
  attempt: 1,
  signal: new AbortController().signal,
  mailer: noMailer,
  now: () => clock.now(),
  db,
  writeAndPublish: (work) => db.write((tx) => work(tx, () => undefined)),
  once: (_, work) => work(),
  writeOnce: (_, work) => db.write(work),
});

describe.each(engines)('F3: every change of a count is atomic on $name', (engine) => {
  it('rolls back a failed start, entry, submission, approval or posting, at each statement and before the commit', async () => {
    const failing = createFailingDb();
    const t = await openBusiness(engine, failing.wrap);
    const items = await addManyItems(t);
    const { _id } = (await t.as('branch').post('/stock-counts', { type: 'spot', itemIds: items }))
      .body as StockCount;
    const path = `/stock-counts/${_id}`;

    /**
     * Attempts an action with a failure at every position, until it succeeds.
     *
     * @returns the number of statements
     */
    async function failEverywhere(action: string, attempt: () => Promise<number>): Promise<number> {
      const before = await dumpTables(t);
      failing.failAt('commit');
      expect([action, await attempt(), await dumpTables(t)]).toEqual([action, 500, before]);
      const statements = failing.countStatements();
      for (const cut of listCutPositions(statements)) {
        failing.failAt(cut);
        expect([action, cut, await attempt(), await dumpTables(t)]).toEqual([action, cut, 500, before]);
      }
      failing.failAt(null);
      expect([action, await attempt()]).toEqual([action, 200]);
      recordMeasurement('F3', engine.name, {
        [`count: ${action}`]: 'all or nothing',
        'cut at statements': statements + 1,
      });
      return statements;
    }
    const call = (method: 'patch' | 'post', target: string, body: object) => async () =>
      (await t.as('branch')[method](target, body, { 'idempotency-key': JSON.stringify(body).slice(0, 150) }))
        .status;
    const runPosting = () => postCount.run(createJobContext(t, _id));
    const runJob = () =>
      runPosting().then(
        () => 200,
        () => 500,
      );

    await failEverywhere('started', call('patch', path, { status: 'Counting' }));
    const { items: lines = [] } = (await t.as('branch').get(path)).body as StockCount;
    const events = lines.map(({ lineId }, seq) => ({ device: 'd', seq, lineId, mode: 'set', qty: 7 }));
    await failEverywhere('entered', call('post', `${path}/events`, { events }));
    await failEverywhere('submitted', call('patch', path, { status: 'Submitted' }));
    expect(await failEverywhere('approved', call('patch', path, { status: 'Approved' }))).toBeGreaterThan(5);
    expect(await loadPostedQuantities(t, _id)).toEqual(new Map());

    // Fails each step of the posting job, and then the work after the last step.
    const approved = await dumpTables(t);
    for (let cut = 1; ; cut += 1) {
      failing.failAt(cut);
      if ((await runJob()) === 200) break;
      const now = await dumpTables(t);
      const isStepDone = (await loadPostedQuantities(t, _id)).size > 0;
      expect([cut, isStepDone || now === approved]).toEqual([cut, true]);
      if (isStepDone) expect((await t.as('branch').get(path)).body.toPost).toBe(items.length);
    }
    failing.failAt(null);
    await runPosting();
    const expected = new Map(items.map((item) => [item, item === 'many-0' ? 2 : 7]));
    expect(await loadPostedQuantities(t, _id)).toEqual(expected);
    expect((await t.as('branch').get(path)).body).toMatchObject({ toPost: 0, failedLines: 0 });
    expect(await reconcile(t.db.read)).toEqual([]);
    await t.drop();
  });
});
