import { afterAll, beforeAll, expect, it } from 'vitest';
import { reversalKind } from '#domain/stock/kinds.ts';
import { reconcile } from '../modules/reconcile/reconcile.ts';
import { createTestApp, type TestApp } from '../testing/create-test-app.ts';
import { ids } from '../testing/ids.ts';
import { receiveStock } from '../testing/orders.ts';
import { postMissing } from './migrations/255-variances-of-reversals.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const violations = async () =>
  (await reconcile(t.db.read)).filter(({ message }) => message.includes('takes back'));

const reversals = [
  { item: ids.items.milk, backE4: 20_0000, posted: ['adjustment', 'supplier', 10_0000] },
  { item: ids.items.flour, backE4: 45_0000, posted: ['supplier', 'adjustment', 15_0000] },
];

it('receipts of 30 that an earlier release reversed at 20 and at 45 leave the supplier with nothing', async () => {
  for (const { item, backE4 } of reversals) {
    await receiveStock(t, ids.branch1, item, 10, 3);
    const { seq, ...own } = await t.db.read
      .selectFrom('stockMoves')
      .selectAll()
      .where('itemId', '=', item)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    const back = { fromPlace: own.toPlace, toPlace: own.fromPlace, kind: reversalKind(own.kind) };
    await t.db.writer
      .insertInto('stockMoves')
      .values({ ...own, ...back, valueE4: backE4, reversesSeq: Number(seq) })
      .execute();
  }
  expect(await violations()).toHaveLength(2);
  await t.db.write((tx) => postMissing(tx as never, t.clock.now().toISOString()));
  expect(await violations()).toEqual([]);
  const posted = await t.db.read
    .selectFrom('stockMoves')
    .selectAll()
    .where('kind', '=', 'reversal_difference')
    .orderBy('seq')
    .execute();
  expect(posted.map(({ fromPlace, toPlace, valueE4 }) => [fromPlace, toPlace, valueE4])).toEqual(
    reversals.map((one) => one.posted),
  );
  const journal = await t.as('admin').get('/costing/journal?from=2026-03-04&to=2026-03-04');
  expect([journal.status, journal.body.debit]).toEqual([200, journal.body.credit]);
});
