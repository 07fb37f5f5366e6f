import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock, getStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';

const { flour, tomato } = ids.items;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await t.db.writer
    .updateTable('items')
    .set({ trackLots: 1, trackExpiry: 1 })
    .where('_id', '=', tomato)
    .execute();
  await receiveStock(t, ids.branch1, flour, 10_000, 1.2);
  for (const [lot, expiry] of [
    ['A', '2026-03-20'],
    ['B', '2026-03-21'],
    ['C', '2026-04-01'],
  ] as const)
    await receiveStock(t, ids.branch1, tomato, 3, 2.5, { lot, expiry });
  await receiveStock(t, ids.branch1, tomato, 1000, 2.5, { lot: 'D', expiry: '2026-05-01' });
});
afterAll(() => t.close());

/** Outcome for 4 shipped units, in tenths: accepted and damaged quantities; the rest is missing. */
const line = fc
  .record({
    item: fc.constantFrom(flour, tomato),
    accepted: fc.integer({ min: 0, max: 40 }),
    damaged: fc.integer({ min: 0, max: 40 }),
  })
  .filter(({ accepted, damaged }) => accepted + damaged <= 40);
const actionsByType = {
  short: ['found_at_kitchen', 'written_off', 'found_at_branch', 'resend'],
  damaged: ['returned', 'written_off'],
} as const;

const loadInTransit = async () => {
  const transit = `${ids.branch2}:transit`;
  return (await getStock(t, transit, flour)).onHand + (await getStock(t, transit, tomato)).onHand;
};

test('T1: transit is empty exactly when every unit was accepted, damaged, returned or written off', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 3 }),
      fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
      async (lines, choices) => {
        const items = lines.map(({ item }) => ({ itemId: item, qty: 4 }));
        const draft = (await t.as('branch').post('/transfers', { to: ids.branch2, items })).body;
        const path = `/transfers/${draft._id}`;
        expect((await t.as('branch').patch(path, { status: 'Sent' })).status).toBe(200);
        expect(await loadInTransit()).toBeCloseTo(4 * lines.length, 6);
        const receivedLines = lines.map(({ accepted, damaged }, index) => ({
          lineId: draft.items[index].lineId,
          receivedQty: accepted / 10,
          damagedQty: damaged / 10,
        }));
        expect((await t.as('branch2').patch(path, { items: receivedLines })).status).toBe(200);
        expect((await t.as('branch2').patch(path, { status: 'Received' })).status).toBe(200);
        let missing = lines.reduce((sum, { accepted, damaged }) => sum + 40 - accepted - damaged, 0) / 10;
        expect(await loadInTransit()).toBeCloseTo(missing, 6);
        const discrepancies = (await t.as('admin').get(`/discrepancies?orderId=${draft._id}`)).body as {
          _id: string;
          type: 'short' | 'damaged';
          qty: number;
        }[];
        for (const [index, { _id, type, qty }] of discrepancies.entries()) {
          const actions = actionsByType[type];
          const action = actions[(choices[index] ?? 0) % actions.length];
          const body = { action, ...(type === 'damaged' && { chargedTo: 'carrier' }) };
          const response = await t.as('admin').patch(`/discrepancies/${_id}`, body);
          expect([action, response.status, response.text]).toEqual([action, 200, response.text]);
          if (type === 'short') missing -= qty;
          expect(await loadInTransit()).toBeCloseTo(missing, 6);
        }
        expect(await loadInTransit()).toBe(0);
      },
    ),
    { numRuns: 15 },
  );
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
});
