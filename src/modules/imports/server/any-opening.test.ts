import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { stockAt } from '#app/server/testing/orders.ts';

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
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('undo' as const), nth: fc.nat({ max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('waste' as const), item }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unwaste' as const), nth: fc.nat({ max: 2 }) }) },
);

/** Stock of an item at a location in tenths, and the documents it came from. */
interface Held {
  _id: string;
  tenths: number;
  /** Document of the last effective move; null if nothing has moved. */
  last: string | null;
}

let codes = 0;
async function newItem(): Promise<Held> {
  const body = {
    itemCode: `OPEN${++codes}`,
    name: `Opened ${codes}`,
    kind: 'raw',
    category: ids.category,
    baseUnit: ids.units.kg,
  };
  return { _id: (await t.as('admin').post('/items', body)).body._id, tenths: 0, last: null };
}

test('any sequence of openings, moves and reversals is accepted or refused according to the last move, and the ledger is consistent', async () => {
  const admin = t.as('admin');
  const checkedRefusals = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 8, maxLength: 25 }), async (actions) => {
      const newItems = [await newItem(), await newItem(), await newItem()];
      const at = (nth: number) => newItems[nth] as Held;
      const imports: { id: string; items: number[] }[] = [];
      const wastes: { id: string; item: number; isTaken: boolean }[] = [];
      const noteRefusal = (kind: string, status: number, expected: number) => {
        checkedRefusals.add(`${kind} ${status}`);
        expect([kind, status]).toEqual([kind, expected]);
      };
      for (const action of actions) {
        if (action.kind === 'open') {
          const items = action.items.map((nth) => ({
            itemId: at(nth)._id,
            qty: action.qty / 10,
            unitCost: 1.5,
          }));
          const isFree = action.items.every((nth) => at(nth).last === null);
          const created = await admin.post('/stock/openings', { place: ids.branch2, items });
          noteRefusal('open', created.status, isFree ? 201 : 422);
          if (!isFree) continue;
          imports.push({ id: created.body._id, items: action.items });
          for (const nth of action.items)
            Object.assign(at(nth), { tenths: action.qty, last: created.body._id });
        } else if (action.kind === 'undo') {
          const found = imports.at(-1 - action.nth);
          if (!found) continue;
          const isLast = found.items.every((nth) => at(nth).last === found.id);
          const undone = await admin.post(`/imports/${found.id}/undo`);
          noteRefusal('undo', undone.status, isLast ? 200 : 409);
          if (isLast) for (const nth of found.items) Object.assign(at(nth), { tenths: 0, last: null });
        } else if (action.kind === 'waste') {
          const body = { branch: ids.branch2, item: at(action.item)._id, qty: 0.1, reason: 'spoiled' };
          const isThere = at(action.item).tenths > 0;
          const wasted = await admin.post('/wastage', body);
          noteRefusal('waste', wasted.status, isThere ? 201 : 409);
          if (!isThere) continue;
          wastes.push({ id: wasted.body._id, item: action.item, isTaken: false });
          Object.assign(at(action.item), { tenths: at(action.item).tenths - 1, last: wasted.body._id });
        } else {
          const found = wastes.at(-1 - action.nth);
          if (!found) continue;
          noteRefusal('take back', (await admin.delete(`/wastage/${found.id}`)).status, 204);
          if (!found.isTaken)
            Object.assign(at(found.item), { tenths: at(found.item).tenths + 1, last: `back ${found.id}` });
          found.isTaken = true;
        }
        for (const { _id, tenths } of newItems)
          expect((await stockAt(t, ids.branch2, _id)).onHand * 10).toBeCloseTo(tenths, 6);
      }
      expect(await reconcile(t.db.read)).toEqual([]);
    }),
    { numRuns: 25, seed: 18 },
  );
  expect([...checkedRefusals].toSorted()).toEqual([
    'open 201',
    'open 422',
    'take back 204',
    'undo 200',
    'undo 409',
    'waste 201',
    'waste 409',
  ]);
}, 60_000);
