import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { convertMicro } from '#core/quantity.ts';
import { transitLocation } from '../ledger-locations.ts';
import { buildReversal, type Posting } from '../postings.ts';
import { getCaseCount } from '#app/server/testing/case-count.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock, getStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { postStockChange } from './ledger.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await t.db.writer.updateTable('items').set({ trackLots: 1 }).where('_id', '=', ids.items.milk).execute();
});
afterAll(() => t.close());

let lineCount = 0;
const post = (...postings: Partial<Posting>[]) =>
  t.db.write((tx) =>
    postStockChange(
      tx,
      {
        postings: postings.map((posting) => {
          const docLineId = `third-${++lineCount}`;
          return {
            itemId: ids.items.flour,
            fromPlace: 'supplier',
            toPlace: ids.branch2,
            qtyMicro: 0,
            kind: 'receipt',
            docType: 'goods_receipt',
            docId: docLineId,
            docLineId,
            lot: '',
            ...posting,
          };
        }),
      },
      { userId: ids.users.admin, now: t.clock.now().toISOString() },
    ),
  );
const loadBalance = (placeId: string, itemId: string) =>
  t.db.read
    .selectFrom('balances')
    .select(['onHandMicro', 'valueE4', 'reservedMicro'])
    .where('placeId', '=', placeId)
    .where('itemId', '=', itemId)
    .executeTakeFirst();
const empty = { onHandMicro: 0, valueE4: 0, reservedMicro: 0 };

/** Postings by which stock leaves a branch. */
const exits: Partial<Posting>[] = [
  { toPlace: 'wastage', kind: 'waste', docType: 'wastage' },
  { toPlace: 'consumption', kind: 'consumption', docType: 'sales' },
  { toPlace: 'production', kind: 'consumption', docType: 'production_batch' },
  { toPlace: transitLocation(ids.branch1), kind: 'ship', docType: 'order' },
  { toPlace: transitLocation(ids.branch1), kind: 'transfer_out', docType: 'transfer' },
  { toPlace: 'supplier', kind: 'supplier_return', docType: 'transfer' },
];
const third = 333_333;

describe.each([
  ['an item without lots', ids.items.flour, ''],
  ['an entered lot', ids.items.milk, 'THIRDS'],
  ['lots chosen by the ledger', ids.items.milk, ''],
])('three thirds of a case of %s', (_, itemId, lot) => {
  const lotReference = { itemId, lot };
  const receive = (qtyMicro: number) =>
    post({ itemId, lot: itemId === ids.items.milk ? 'THIRDS' : '', qtyMicro, unitCostE4: 29_999 });

  test.each(exits)('are issued as a case: $docType $kind', async (exit) => {
    for (let n = 0; n < 3; n++) await receive(third);
    const { posted } = await post({ ...lotReference, ...exit, fromPlace: ids.branch2, qtyMicro: 1_000_000 });
    // Documents and the next location have exactly the quantity that was entered.
    expect(posted[0]?.valueE4).toBe(3 * Math.round(2.9999 * 3333.33));
    expect(await loadBalance(ids.branch2, itemId)).toEqual(empty);
    const arrived = exit.toPlace?.includes(':') ? await loadBalance(exit.toPlace, itemId) : undefined;
    if (arrived) {
      expect(arrived.onHandMicro).toBe(1_000_000);
      await post({
        ...lotReference,
        fromPlace: exit.toPlace ?? '',
        toPlace: 'wastage',
        kind: 'waste',
        qtyMicro: 1_000_000,
      });
      expect(await loadBalance(exit.toPlace ?? '', itemId)).toEqual(empty);
    }
  });

  test.each(exits)('are issued one by one after receipt as a case: $docType $kind', async (exit) => {
    await receive(1_000_000);
    for (let n = 0; n < 3; n++)
      await post({ ...lotReference, ...exit, fromPlace: ids.branch2, qtyMicro: third });
    expect(await loadBalance(ids.branch2, itemId)).toEqual(empty);
    if (!exit.toPlace?.includes(':')) return;
    const onward = { toPlace: 'wastage', kind: 'waste' } as const;
    await post({ ...lotReference, ...onward, fromPlace: exit.toPlace, qtyMicro: 1_000_000 });
    expect(await loadBalance(exit.toPlace, itemId)).toEqual(empty);
  });

  test("can't be issued beyond the rounding of their lines, and reserved stock isn't taken", async () => {
    await receive(third);
    const tooMuch = post({ ...lotReference, ...exits[0], fromPlace: ids.branch2, qtyMicro: third + 3 });
    await expect(tooMuch).rejects.toMatchObject({ code: 'INSUFFICIENT_STOCK' });
    await t.db.writer
      .updateTable('balances')
      .set({ reservedMicro: 1 })
      .where('placeId', '=', ids.branch2)
      .where('itemId', '=', itemId)
      .execute();
    await post({ ...lotReference, ...exits[0], fromPlace: ids.branch2, qtyMicro: third - 1 });
    expect(await loadBalance(ids.branch2, itemId)).toMatchObject({ onHandMicro: 1, reservedMicro: 1 });
    await t.db.writer
      .updateTable('balances')
      .set({ reservedMicro: 0 })
      .where('placeId', '=', ids.branch2)
      .where('itemId', '=', itemId)
      .execute();
    await receive(third);
    await post({ ...lotReference, ...exits[0], fromPlace: ids.branch2, qtyMicro: third });
    expect(await loadBalance(ids.branch2, itemId)).toEqual(empty);
  });
});

test('any split of received stock can be issued, reversed and issued again, without a remainder', async () => {
  const split = fc.constantFrom(3, 6, 7, 9, 11, 12, 13, 24).chain((parts) =>
    fc.array(fc.integer({ min: 1, max: parts }), { minLength: parts, maxLength: parts }).map((sizes) => {
      // Splits a case of `parts` units into pieces of these sizes, in order.
      const pieces: number[] = [];
      let remaining = parts;
      for (const size of sizes) {
        const piece = Math.min(size, remaining);
        if (piece > 0) pieces.push(piece);
        remaining -= piece;
      }
      return { pieces, parts };
    }),
  );
  await fc.assert(
    fc.asyncProperty(
      split,
      split,
      fc.constantFrom(ids.items.flour, ids.items.milk),
      fc.constantFrom('block', 'warn'),
      fc.integer({ min: 0, max: 999_999 }),
      fc.boolean(),
      async (receipts, issues, itemId, negativeStock, unitCostE4, isReversed) => {
        await t.db.writer
          .updateTable('branches')
          .set({ negativeStock })
          .where('_id', '=', ids.branch2)
          .execute();
        const lot = itemId === ids.items.milk ? 'ANY' : '';
        const quantities = ({ pieces, parts }: typeof receipts) =>
          pieces.map((piece) => convertMicro(piece * 1_000_000, { num: 1, den: parts }));
        for (const qtyMicro of quantities(receipts)) await post({ itemId, lot, qtyMicro, unitCostE4 });
        const issueAll = async () => {
          for (const [index, qtyMicro] of quantities(issues).entries())
            await post({ itemId, ...exits[index % 3], fromPlace: ids.branch2, qtyMicro });
        };
        const first = lineCount;
        await issueAll();
        expect(await loadBalance(ids.branch2, itemId)).toEqual(empty);
        if (!isReversed) return;
        const moves = await t.db.read
          .selectFrom('stockMoves')
          .selectAll()
          .where('kind', 'in', ['waste', 'consumption'])
          .where(
            'docId',
            'in',
            Array.from({ length: lineCount - first }, (_, n) => `third-${first + 1 + n}`),
          )
          .execute();
        for (const move of moves) await post(buildReversal(move));
        await issueAll();
        expect(await loadBalance(ids.branch2, itemId)).toEqual(empty);
      },
    ),
    { numRuns: getCaseCount(60) },
  );
  expect(await reconcile(t.db.read)).toEqual([]);
  const rounding = await t.db.read
    .selectFrom('stockMoves')
    .select(['qtyMicro', 'valueE4', 'fromPlace'])
    .where('kind', '=', 'rounding')
    .execute();
  expect(new Set(rounding.map(({ fromPlace }) => fromPlace === 'adjustment'))).toEqual(
    new Set([true, false]),
  );
  for (const { qtyMicro, valueE4 } of rounding) {
    expect(valueE4).toBe(0);
    expect(qtyMicro).toBeLessThanOrEqual(24);
  }
});

/** Empties the kitchen's stock of an item, receives it in twelfths, and orders one base unit. */
async function createOrderOfTwelfths(itemId: string, lot: string) {
  const deleteFrom = (table: 'balances' | 'lotBalances') =>
    t.db.writer.deleteFrom(table).where('placeId', '=', ids.kitchen).where('itemId', '=', itemId).execute();
  await deleteFrom('lotBalances');
  await deleteFrom('balances');
  await t.db.writer.updateTable('branches').set({ negativeStock: 'block' }).execute();
  for (let n = 0; n < 12; n++) await receiveStock(t, ids.kitchen, itemId, 0.083333, 3, { lot });
  const { body, status, text } = await t.as('admin').post('/orders', {
    branch: ids.branch1,
    deliveryDate: '2026-03-06',
    items: [{ itemId, orderQty: 1 }],
  });
  expect([status, text]).toEqual([201, expect.anything()]);
  let version: number = body.version;
  return {
    lineId: body.items[0].lineId as string,
    async patch(change: object) {
      const response = await t
        .as('admin')
        .patch(`/orders/${body._id}`, change, { 'if-match': `"${version}"` });
      expect([change, response.status, response.text]).toEqual([change, 200, expect.anything()]);
      version = response.body.version;
      return response.body;
    },
  };
}
const acceptanceStatuses = ['Under Review', 'Sent to Central Kitchen', 'Under Process'];

test('an order ships stock received in twelfths, and all of it arrives', async () => {
  const { tomato } = ids.items;
  const order = await createOrderOfTwelfths(tomato, '');
  for (const status of [...acceptanceStatuses, 'Shipped', 'Received']) await order.patch({ status });
  expect(await getStock(t, ids.kitchen, tomato)).toEqual({ onHand: 0, reserved: 0 });
  expect(await getStock(t, ids.branch1, tomato)).toEqual({ onHand: 1, reserved: 0 });
});

test('a lot received in twelfths is picked, shipped and received completely', async () => {
  await t.db.writer.updateTable('items').set({ trackLots: 1 }).where('_id', '=', ids.items.tomato).execute();
  const { tomato } = ids.items;
  const order = await createOrderOfTwelfths(tomato, 'TWELFTHS');
  for (const status of acceptanceStatuses) await order.patch({ status });
  const { lineId } = order;
  await order.patch({ items: [{ lineId, pickedQty: 1, lots: [{ lot: 'TWELFTHS', qty: 1 }] }] });
  for (const status of ['Shipped', 'Received']) await order.patch({ status });
  expect(await getStock(t, ids.kitchen, tomato)).toEqual({ onHand: 0, reserved: 0 });
  const lots = await t.db.read
    .selectFrom('lotBalances as b')
    .innerJoin('lots', 'lots._id', 'b.lotId')
    .select(['b.placeId', 'lots.code', 'b.onHandMicro'])
    .where('b.itemId', '=', tomato)
    .where('lots.code', '=', 'TWELFTHS')
    .execute();
  expect(lots).toEqual([{ placeId: ids.branch1, code: 'TWELFTHS', onHandMicro: 1_000_000 }]);
});
