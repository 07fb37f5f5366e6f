import { noMailer } from '#platform/server/jobs/mailer.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { CountLine } from '../shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createTestRunner, type TestRunner } from '#app/server/testing/jobs.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { newId } from '#platform/server/ids.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import { postCount } from './post-job.ts';
import { linesPerPostingStep } from './posting.ts';

const itemCount = 600;

let api: TestApp;
let runner: TestRunner;
/** Events published by the jobs. */
let publishedEvents: object[] = [];
const itemIds: string[] = [];

beforeAll(async () => {
  api = await createTestApp();
  runner = createTestRunner({
    db: api.db,
    clock: api.clock,
    jobs: [postCount],
    notify: {
      announce: async () => undefined,
      publish: (changes) => {
        publishedEvents.push(...changes.filter((change) => 'collection' in change));
      },
    },
  });
  const [flour] = await api.db.read
    .selectFrom('items')
    .selectAll()
    .where('_id', '=', ids.items.flour)
    .execute();
  if (!flour) throw new Error('There is no item to copy');
  const items = Array.from({ length: itemCount }, (_, n) => ({
    ...flour,
    _id: newId(api.clock),
    itemCode: `MANY-${n}`,
    name: `Item ${String(n).padStart(4, '0')}`,
    search: `item ${String(n).padStart(4, '0')}`,
  }));
  itemIds.push(...items.map(({ _id }) => _id));
  await api.db.write(async (tx) => {
    await insertRows(tx, 'items', items);
    const postings = itemIds.map((itemId) => ({
      itemId,
      fromPlace: 'supplier',
      toPlace: ids.branch1,
      qtyMicro: 10_000_000,
      unitCostE4: 20_000,
      kind: 'receipt' as const,
      docType: 'goods_receipt' as const,
      docId: 'many',
      docLineId: `many-${itemId}`,
      lot: '',
    }));
    await postStockChange(tx, { postings }, { userId: ids.users.admin, now: api.clock.now().toISOString() });
  });
});
afterAll(async () => {
  expect(await reconcile(api.db.read)).toEqual([]);
  await api.close();
});

beforeEach(() => {
  publishedEvents = [];
});

async function submitCount(qty: number) {
  const created = await api.as('branch').post('/stock-counts', { type: 'spot', itemIds });
  const path = `/stock-counts/${created.body._id}`;
  await api.as('branch').patch(path, { status: 'Counting' });
  const { items } = (await api.as('branch').get(path)).body as { items: CountLine[] };
  for (let from = 0; from < items.length; from += 300) {
    const events = items
      .slice(from, from + 300)
      .map(({ lineId }, index) => ({ device: 'd', seq: from + index, lineId, mode: 'set', qty }));
    expect((await api.as('branch').post(`${path}/events`, { events })).status).toBe(200);
  }
  const response = await api.as('branch').patch(path, { status: 'Submitted' });
  expect(response.status, response.text.slice(0, 500)).toBe(200);
  return { path, items };
}
/** Runs the posting job of a count on a database that may fail. */
const runPosting = (count: string, db: TestApp['db']) =>
  postCount.run({
    _id: 'x',
    payload: { count },
    attempt: 1,
    signal: new AbortController().signal,
    mailer: noMailer,
    now: () => api.clock.now(),
    db,
    writeAndPublish: (work) => db.write((tx) => work(tx, () => undefined)),
    once: (_, work) => work(),
    writeOnce: (_, work) => db.write(work),
  });

const sumOnHand = async () => {
  const rows = await api.db.read
    .selectFrom('balances')
    .select('onHandMicro')
    .where('placeId', '=', ids.branch1)
    .where('itemId', 'in', itemIds)
    .execute();
  return rows.reduce((sum, { onHandMicro }) => sum + onHandMicro / 1e6, 0);
};

it('C5: many differences are posted in steps after approval, resumed after a crash, and none is posted twice', async () => {
  const { path } = await submitCount(9);
  const approved = await api.as('branch').patch(path, { status: 'Approved' });
  expect(approved.body).toMatchObject({ status: 'Approved', toPost: itemCount });
  expect(await sumOnHand()).toBe(10 * itemCount);
  // Only one step runs, as if the process had been killed.
  const write = api.db.write.bind(api.db);
  let steps = 0;
  const failingDb = {
    ...api.db,
    read: api.db.read,
    write: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
      steps += 1;
      if (steps > 1) throw new Error('killed');
      return write(work);
    },
  };
  await expect(runPosting(approved.body._id, failingDb)).rejects.toThrow('killed');
  expect(await sumOnHand()).toBe(10 * itemCount - linesPerPostingStep);
  await runner.runDue();
  expect(await sumOnHand()).toBe(9 * itemCount);
  const { body } = await api.as('branch').get(path);
  // Open clients are notified when all lines are posted.
  expect(publishedEvents).toEqual([
    {
      collection: 'stock-counts',
      id: body._id,
      change: 'changed',
      branches: [ids.branch1],
      kitchens: [ids.branch1],
    },
  ]);
  expect(body).toMatchObject({
    toPost: 0,
    failedLines: 0,
    absolute: 2 * itemCount,
    net: -2 * itemCount,
  });
  const moves = await api.db.read
    .selectFrom('stockMoves')
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.sum<number>('valueE4').as('valueE4')])
    .where('docId', '=', body._id)
    .executeTakeFirstOrThrow();
  expect([Number(moves.n), Number(moves.valueE4)]).toEqual([itemCount, 2 * itemCount * 10_000]);
});

it("C5: a line that can't be posted is left unposted with a reason, without blocking other lines", async () => {
  const { path, items } = await submitCount(1);
  const approved = await api.as('branch').patch(path, { status: 'Approved' });
  const [first] = items;
  const waste = { item: first?.itemId, qty: 8, reason: 'spoiled' };
  expect((await api.as('branch').post('/wastage', waste)).status).toBe(201);
  await runner.runDue();
  const { body } = await api.as('branch').get(path);
  expect(body).toMatchObject({ status: 'Approved', toPost: 0, failedLines: 1 });
  const unposted = body.items.filter(({ posted, countedQty }: CountLine) => !posted && countedQty !== null);
  expect(unposted).toMatchObject([{ itemId: first?.itemId, questions: [{ question: 'promised' }] }]);
  expect(approved.body.toPost).toBe(itemCount);
  expect(await sumOnHand()).toBe(itemCount);
});

it('a line that the ledger rejects shows the reason, and the others are posted', async () => {
  const { path, items } = await submitCount(0.5);
  const { body: approved } = await api.as('branch').patch(path, { status: 'Approved' });
  const [rejected] = items;
  if (!rejected) throw new Error('The count has no lines');
  const write = api.db.write.bind(api.db);
  await runPosting(approved._id, {
    ...api.db,
    read: api.db.read,
    write: (work) =>
      write(async (tx) => {
        const result = await work(tx);
        const moves = await tx
          .selectFrom('stockMoves')
          .select('seq')
          .where('docId', '=', approved._id)
          .where('itemId', '=', rejected.itemId)
          .execute();
        const params = { lot: 'A', item: rejected.itemName };
        if (moves.length > 0) throw invalid({ lot: refusal('lot-on-hold', params) });
        return result;
      }),
  });
  const { body } = await api.as('branch').get(path);
  expect(body).toMatchObject({ toPost: 0, failedLines: 1 });
  expect(body.items.filter(({ posted }: CountLine) => !posted)).toMatchObject([
    {
      itemId: rejected.itemId,
      questions: [
        { question: 'rejected', params: { code: 'lot-on-hold', lot: 'A', item: rejected.itemName } },
      ],
    },
  ]);
});

it("A4: a period can't be closed before all differences are posted", async () => {
  const { path } = await submitCount(3);
  const { body: approved } = await api.as('branch').patch(path, { status: 'Approved' });
  expect(approved.toPost).toBe(itemCount);
  const close = () => api.as('admin').put('/settings', { booksClosedUntil: '2026-03-04' });
  const refused = await close();
  expect(refused).toMatchObject({ status: 422, body: { details: { counts: [approved.number] } } });
  await runner.runDue();
  expect((await api.as('branch').get(path)).body).toMatchObject({ toPost: 0, failedLines: 0 });
  expect(await sumOnHand()).toBe(3 * itemCount);
  expect((await close()).status).toBe(200);
});
