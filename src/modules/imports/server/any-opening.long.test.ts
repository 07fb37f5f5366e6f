import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { getStock } from '#app/server/testing/orders.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(async () => {
  expect(t.errors).toEqual([]);
  await t.close();
});

const item = fc.nat({ max: 2 });
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('open' as const),
      items: fc.uniqueArray(item, { minLength: 1 }),
      qty: fc.integer({ min: 1, max: 9 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('undo' as const), age: fc.nat({ max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('waste' as const), item }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reverse' as const), age: fc.nat({ max: 2 }) }) },
);

/** Stock of an item at a location in tenths, and the document of its last movement. */
interface TrackedItem {
  _id: string;
  tenths: number;
  /** Document of the last effective move; null if nothing has moved. */
  lastDocument: string | null;
}

let itemCount = 0;
async function createItem(): Promise<TrackedItem> {
  const body = {
    itemCode: `OPEN${++itemCount}`,
    name: `Opened ${itemCount}`,
    kind: 'raw',
    category: ids.category,
    baseUnit: ids.units.kg,
  };
  return { _id: (await t.as('admin').post('/items', body)).body._id, tenths: 0, lastDocument: null };
}

test('openings and undos are rejected after later stock movements, and the ledger stays consistent in any sequence', async () => {
  const admin = t.as('admin');
  const responses = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 8, maxLength: 25 }), async (actions) => {
      const newItems = [await createItem(), await createItem(), await createItem()];
      const getItem = (index: number) => newItems[index] as TrackedItem;
      const imports: { id: string; items: number[] }[] = [];
      const wasteRecords: { id: string; item: number; isReversed: boolean }[] = [];
      const expectStatus = (kind: string, status: number, expected: number) => {
        responses.add(`${kind} ${status}`);
        expect([kind, status]).toEqual([kind, expected]);
      };
      for (const action of actions) {
        if (action.kind === 'open') {
          const items = action.items.map((index) => ({
            itemId: getItem(index)._id,
            qty: action.qty / 10,
            unitCost: 1.5,
          }));
          const hasNoMovements = action.items.every((index) => getItem(index).lastDocument === null);
          const created = await admin.post('/stock/openings', { place: ids.branch2, items });
          expectStatus('open', created.status, hasNoMovements ? 201 : 422);
          if (!hasNoMovements) continue;
          imports.push({ id: created.body._id, items: action.items });
          for (const index of action.items)
            Object.assign(getItem(index), { tenths: action.qty, lastDocument: created.body._id });
        } else if (action.kind === 'undo') {
          const openImport = imports.at(-1 - action.age);
          if (!openImport) continue;
          const isLast = openImport.items.every((index) => getItem(index).lastDocument === openImport.id);
          const undone = await admin.post(`/imports/${openImport.id}/undo`);
          expectStatus('undo', undone.status, isLast ? 200 : 409);
          if (isLast)
            for (const index of openImport.items)
              Object.assign(getItem(index), { tenths: 0, lastDocument: null });
        } else if (action.kind === 'waste') {
          const body = { branch: ids.branch2, item: getItem(action.item)._id, qty: 0.1, reason: 'spoiled' };
          const hasStock = getItem(action.item).tenths > 0;
          const wasted = await admin.post('/wastage', body);
          expectStatus('waste', wasted.status, hasStock ? 201 : 409);
          if (!hasStock) continue;
          wasteRecords.push({ id: wasted.body._id, item: action.item, isReversed: false });
          Object.assign(getItem(action.item), {
            tenths: getItem(action.item).tenths - 1,
            lastDocument: wasted.body._id,
          });
        } else {
          const waste = wasteRecords.at(-1 - action.age);
          if (!waste) continue;
          expectStatus('reverse waste', (await admin.delete(`/wastage/${waste.id}`)).status, 204);
          if (!waste.isReversed)
            Object.assign(getItem(waste.item), {
              tenths: getItem(waste.item).tenths + 1,
              lastDocument: `reversal ${waste.id}`,
            });
          waste.isReversed = true;
        }
        for (const { _id, tenths } of newItems)
          expect((await getStock(t, ids.branch2, _id)).onHand * 10).toBeCloseTo(tenths, 6);
      }
      expect(await reconcile(t.db.read)).toEqual([]);
    }),
    { numRuns: 25, seed: 18 },
  );
  expect([...responses].toSorted()).toEqual([
    'open 201',
    'open 422',
    'reverse waste 204',
    'undo 200',
    'undo 409',
    'waste 201',
    'waste 409',
  ]);
}, 60_000);
