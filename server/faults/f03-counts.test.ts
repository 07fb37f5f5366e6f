import { afterAll, describe, expect, it } from 'vitest';
import type { StockCount } from '#contract/counts.ts';
import { insertRows } from '../db/statements.ts';
import type { Database } from '../db/tables.ts';
import type { JobContext } from '../jobs/define-job.ts';
import { postCount } from '../modules/counts/post-job.ts';
import { postedWithApproval } from '../modules/counts/posting.ts';
import { reconcile } from '../modules/reconcile/reconcile.ts';
import type { TestApp } from '../testing/create-test-app.ts';
import { ids } from '../testing/ids.ts';
import { receiveStock } from '../testing/orders.ts';
import { openBusiness } from './business.ts';
import { engines, stopEngines } from './engines.ts';
import { failingDb } from './failing-db.ts';
import { note } from './scale.ts';

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

async function everything({ db }: Pick<TestApp, 'db'>): Promise<string> {
  const rows = [];
  for (const table of tables) rows.push(await db.read.selectFrom(table).selectAll().execute());
  return JSON.stringify(rows);
}

/** One difference more than is posted with the approval: a job posts them. */
async function manyItems(t: TestApp): Promise<string[]> {
  const flour = await t.db.read
    .selectFrom('items')
    .selectAll()
    .where('_id', '=', ids.items.flour)
    .executeTakeFirstOrThrow();
  const items = Array.from({ length: postedWithApproval + 1 }, (_, n) => ({
    ...flour,
    _id: `many-${n}`,
    itemCode: `MANY-${n}`,
    name: `Item ${n}`,
    search: `item ${n}`,
    standardCostE4: 20_000,
  }));
  await t.db.write((tx) => insertRows(tx, 'items', items));
  await receiveStock(t, ids.branch1, 'many-0', 5, 2);
  return items.map(({ _id }) => _id);
}

/** What a job is given, where nobody renews a lease. */
const contextOf = ({ db, clock }: TestApp, count: string): JobContext<{ count: string }> => ({
  _id: 'job',
  payload: { count },
  attempt: 1,
  signal: new AbortController().signal,
  now: () => clock.now(),
  db,
  writeTold: (work) => db.write((tx) => work(tx, () => undefined)),
  once: (_, work) => work(),
  writeOnce: (_, work) => db.write(work),
});

/** How much a count has posted, by item. */
async function postedBy({ db }: TestApp, count: string): Promise<Map<string, number>> {
  const rows = await db.read
    .selectFrom('stockMoves')
    .select(['itemId', 'kind', 'qtyMicro'])
    .where('docId', '=', count)
    .execute();
  expect(new Set(rows.map(({ itemId }) => itemId)).size).toBe(rows.length);
  return new Map(
    rows.map(({ itemId, kind, qtyMicro }) => [itemId, ((kind === 'count_gain' ? 1 : -1) * qtyMicro) / 1e6]),
  );
}

describe.each(engines)('F3: every change of a count is whole or not there, on $name', (engine) => {
  it('started, entered, handed in, approved and posted, cut after each statement and before the commit', async () => {
    const failing = failingDb();
    const t = await openBusiness(engine, failing.wrap);
    const items = await manyItems(t);
    const { _id } = (await t.as('branch').post('/stock-counts', { type: 'spot', items })).body as StockCount;
    const path = `/stock-counts/${_id}`;

    /** Does something, cut everywhere before; answers how many cuts that were. */
    async function cutEverywhere(what: string, attempt: () => Promise<number>): Promise<number> {
      const before = await everything(t);
      failing.cutAt('commit');
      expect([what, await attempt(), await everything(t)]).toEqual([what, 500, before]);
      const statements = failing.statements();
      for (let cut = 1; cut <= statements; cut += 1) {
        failing.cutAt(cut);
        expect([what, cut, await attempt(), await everything(t)]).toEqual([what, cut, 500, before]);
      }
      failing.cutAt(null);
      expect([what, await attempt()]).toEqual([what, 200]);
      note('F3', engine.name, { [`count: ${what}`]: 'all or nothing', 'cut at statements': statements + 1 });
      return statements;
    }
    const call = (method: 'patch' | 'post', at: string, body: object) => async () =>
      (await t.as('branch')[method](at, body, { 'idempotency-key': JSON.stringify(body).slice(0, 150) }))
        .status;
    const run = () => postCount.run(contextOf(t, _id));
    const job = () =>
      run().then(
        () => 200,
        () => 500,
      );

    await cutEverywhere('started', call('patch', path, { status: 'Counting' }));
    const { items: lines = [] } = (await t.as('branch').get(path)).body as StockCount;
    const events = lines.map(({ lineId }, seq) => ({ device: 'd', seq, lineId, mode: 'set', qty: 7 }));
    await cutEverywhere('entered', call('post', `${path}/events`, { events }));
    await cutEverywhere('handed in', call('patch', path, { status: 'Submitted' }));
    expect(await cutEverywhere('approved', call('patch', path, { status: 'Approved' }))).toBeGreaterThan(5);
    expect(await postedBy(t, _id)).toEqual(new Map());

    // A step is cut, and then what follows the last one.
    const approved = await everything(t);
    for (let cut = 1; ; cut += 1) {
      failing.cutAt(cut);
      if ((await job()) === 200) break;
      const now = await everything(t);
      const isStepDone = (await postedBy(t, _id)).size > 0;
      expect([cut, isStepDone || now === approved]).toEqual([cut, true]);
      if (isStepDone) expect((await t.as('branch').get(path)).body.toPost).toBe(items.length);
    }
    failing.cutAt(null);
    await run();
    const expected = new Map(items.map((item) => [item, item === 'many-0' ? 2 : 7]));
    expect(await postedBy(t, _id)).toEqual(expected);
    expect((await t.as('branch').get(path)).body).toMatchObject({ toPost: 0, leftOver: 0 });
    expect(await reconcile(t.db.read)).toEqual([]);
    await t.drop();
  });

  it('C6: two servers that start, enter, hand in, approve and post one count at once do it once', async () => {
    const t = await openBusiness(engine);
    const other = await t.restart();
    const items = await manyItems(t);
    const { _id } = (await t.as('branch').post('/stock-counts', { type: 'spot', items })).body as StockCount;
    const path = `/stock-counts/${_id}`;
    const servers = [t.as('branch'), other(t.as('branch'))] as const;
    /** Four times on each of both servers. */
    const everywhere = async (
      press: (client: (typeof servers)[number]) => Promise<{ status: number; text: string }>,
    ) => {
      const presses = Array.from({ length: 4 }, () => servers.map((client) => press(client))).flat();
      for (const { status, text } of await Promise.all(presses)) expect([status, text]).toEqual([200, text]);
    };
    const to = (status: string) => everywhere((client) => client.patch(path, { status }));

    await to('Counting');
    const { items: lines = [] } = (await t.as('branch').get(path)).body as StockCount;
    expect(lines.map(({ itemId }) => itemId).toSorted()).toEqual(items.toSorted());
    // Each device sends the same entries to both servers, several times: 3 and 4 add up to 7.
    const entriesOf = (device: string, qty: number) =>
      lines.map(({ lineId }, seq) => ({ device, seq, lineId, mode: 'add', qty }));
    await Promise.all(
      [entriesOf('a', 3), entriesOf('b', 4)].map((events) =>
        everywhere((client) => client.post(`${path}/events`, { events })),
      ),
    );
    const counted = (await t.as('branch').get(path)).body as StockCount;
    expect(new Set(counted.items?.map(({ countedQty, entries }) => `${countedQty} in ${entries}`))).toEqual(
      new Set(['7 in 2']),
    );
    await to('Submitted');
    await to('Approved');
    // Two workers at one job, as where one has slept past its lease.
    await Promise.all([0, 1, 2, 3].map(() => postCount.run(contextOf(t, _id))));
    expect(await postedBy(t, _id)).toEqual(new Map(items.map((item) => [item, item === 'many-0' ? 2 : 7])));
    expect((await t.as('branch').get(path)).body).toMatchObject({ toPost: 0, leftOver: 0 });
    expect(await reconcile(t.db.read)).toEqual([]);
    expect(t.errors).toEqual([]);
    await t.drop();
  });
});
