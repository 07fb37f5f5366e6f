import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { getCaseCount } from '#app/server/testing/case-count.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createSentPurchaseOrder } from '#app/server/testing/receiving.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const { bun, flour } = ids.items;

/** A partial receipt of an order: quantities and prices by line, and freight. */
const receiptPart = fc.record({
  quantities: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 2 }),
  prices: fc.array(fc.integer({ min: 0, max: 99_999 }), { minLength: 2, maxLength: 2 }),
  freight: fc.integer({ min: 0, max: 999_999 }),
  isReversed: fc.boolean(),
});

const loadBalances = async () =>
  (
    await t.db.read
      .selectFrom('balances')
      .select(['itemId', 'onHandMicro', 'valueE4'])
      .where('placeId', '=', ids.branch1)
      .where('itemId', 'in', [bun, flour])
      .orderBy('itemId')
      .execute()
  ).map(({ itemId, onHandMicro, valueE4 }) => [itemId, Number(onHandMicro), Number(valueE4)]);

it('any sequence of partial receipts and reversals results in the same balances', async () => {
  const branch = t.as('branch');
  // This stock stays on hand, so that there is always an average cost.
  const start = await branch.post('/goods-receipts', {
    supplier: (await createSentPurchaseOrder(t, [{ itemId: bun, qty: 1, price: 1 }])).supplier,
    items: [bun, flour].map((itemId) => ({ itemId, qty: 7, price: 1.37 })),
  });
  expect(start.status, start.text).toBe(201);
  const before = await loadBalances();
  await fc.assert(
    fc.asyncProperty(
      fc.array(receiptPart, { minLength: 1, maxLength: 4 }),
      fc.infiniteStream(fc.nat(1000)),
      async (parts, dice) => {
        const order = await createSentPurchaseOrder(t, [
          { itemId: bun, qty: 40, price: 1 },
          { itemId: flour, qty: 40, price: 1 },
        ]);
        const bodies = parts.flatMap(({ quantities, prices, freight, isReversed }) => {
          const items = order.items.flatMap(({ lineId }, n) =>
            quantities[n]
              ? [{ poLineId: lineId, qty: quantities[n], price: (prices[n] ?? 0) / 1e4, reason: 'Any' }]
              : [],
          );
          return items.length === 0
            ? []
            : [{ isReversed, body: { purchaseOrder: order._id, freight: freight / 1e4, items } }];
        });
        const postAll = async (inputs: typeof bodies) => {
          const pendingReversals: string[] = [];
          const createdIds: string[] = [];
          const reverseReceipt = async (id: string | undefined) => {
            const response = await branch.patch(`/goods-receipts/${id}`, {
              status: 'Reversed',
              transitionReason: 'Entered twice',
            });
            expect(response.status, response.text).toBe(200);
          };
          for (const { body, isReversed } of inputs) {
            const response = await branch.post('/goods-receipts', body);
            expect(response.status, response.text).toBe(201);
            createdIds.push(response.body._id);
            if (isReversed) pendingReversals.push(response.body._id);
            while (pendingReversals.length > 0 && Number(dice.next().value) % 2 === 0)
              await reverseReceipt(
                pendingReversals.splice(Number(dice.next().value) % pendingReversals.length, 1)[0],
              );
          }
          for (const id of pendingReversals) await reverseReceipt(id);
          const state = await loadBalances();
          const { body } = await branch.get(`/purchase-orders/${order._id}`);
          const received = body.items.map(({ receivedQty }: { receivedQty: number }) => receivedQty);
          for (const [n, id] of createdIds.entries()) if (!inputs[n]?.isReversed) await reverseReceipt(id);
          expect(await loadBalances()).toEqual(before);
          return [state, received];
        };
        const first = await postAll(bodies);
        expect(await postAll(bodies.toReversed())).toEqual(first);
      },
    ),
    { numRuns: getCaseCount(20) },
  );
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
}, 120_000);
