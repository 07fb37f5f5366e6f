import { afterAll, describe, expect, it } from 'vitest';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock, getStock } from '#app/server/testing/orders.ts';
import { openBusiness, countByStatus } from './business.ts';
import { engines, stopEngines } from './engines.ts';
import { recordMeasurement, chooseRepetitions } from './repetitions.ts';

const rounds = chooseRepetitions(8, 500);
const documentsPerRound = 6;

afterAll(stopEngines);

describe.each(engines)('F9: opposite lock orders on $name', (engine) => {
  it(`orders with the same items in opposite order, twice each, in ${rounds} rounds, cause no deadlock and result in correct totals`, async () => {
    const t = await openBusiness(engine);
    const itemIds = [ids.items.flour, ids.items.tomato, ids.items.milk];
    for (const itemId of itemIds) await receiveStock(t, ids.kitchen, itemId, 100_000);
    const before = await Promise.all(itemIds.map((itemId) => getStock(t, ids.kitchen, itemId)));
    let rejected = 0;
    for (let round = 0; round < rounds; round += 1) {
      const orders = [];
      for (let n = 0; n < documentsPerRound; n += 1) {
        const items = [...itemIds, ...itemIds].map((itemId) => ({
          itemId,
          orderQty: 1,
          unit: itemId === ids.items.milk ? 'l' : 'kg',
        }));
        const branch = n % 2 === 0 ? ids.branch1 : ids.branch2;
        orders.push(
          await createOrderInStatus(t, 'Sent to Central Kitchen', {
            branch,
            items: n % 2 === 0 ? items : items.toReversed(),
          }),
        );
      }
      for (const status of ['Under Process', 'Shipped', 'Received']) {
        const responses = await Promise.all(
          orders.map(({ header }) => t.as('admin').patch(`/orders/${header._id}`, { status })),
        );
        rejected += documentsPerRound - (countByStatus(responses)[200] ?? 0);
      }
    }
    expect(rejected).toBe(0);
    for (const [index, itemId] of itemIds.entries()) {
      const after = await getStock(t, ids.kitchen, itemId);
      expect(after).toEqual({
        onHand: (before[index]?.onHand ?? 0) - rounds * documentsPerRound * 2,
        reserved: 0,
      });
      expect((await getStock(t, ids.branch1, itemId)).onHand).toBe(rounds * documentsPerRound);
    }
    expect(await reconcile(t.db.read)).toEqual([]);
    expect(t.errors).toEqual([]);
    recordMeasurement('F9', engine.name, {
      rounds,
      'orders crossed': rounds * documentsPerRound,
      'deadlocks surfaced': rejected,
    });
    await t.drop();
  });

  it(`transfers between two branches in both directions, items in opposite order, in ${rounds} rounds, cause no deadlock and lose nothing in transit`, async () => {
    const t = await openBusiness(engine);
    const items = [ids.items.flour, ids.items.tomato];
    const places = [ids.branch1, ids.branch2];
    for (const place of places) for (const item of items) await receiveStock(t, place, item, 1000);
    let rejected = 0;
    for (let round = 0; round < rounds; round += 1) {
      const created = await Promise.all(
        Array.from({ length: documentsPerRound }, async (_, n) => {
          const [from, to] = n % 2 === 0 ? places : places.toReversed();
          const lines = (n % 2 === 0 ? items : items.toReversed()).map((itemId) => ({ itemId, qty: 1 }));
          const { body } = await t.as('admin').post('/transfers', { from, to, items: lines });
          return String(body._id);
        }),
      );
      for (const status of ['Sent', 'Received']) {
        const responses = await Promise.all(
          created.map((id) => t.as('admin').patch(`/transfers/${id}`, { status })),
        );
        rejected += documentsPerRound - (countByStatus(responses)[200] ?? 0);
      }
    }
    expect(rejected).toBe(0);
    for (const place of places)
      for (const item of items) expect(await getStock(t, place, item)).toEqual({ onHand: 1000, reserved: 0 });
    expect(await reconcile(t.db.read)).toEqual([]);
    expect(t.errors).toEqual([]);
    recordMeasurement('F9', engine.name, {
      rounds,
      'transfers crossed': rounds * documentsPerRound,
      'deadlocks surfaced': rejected,
    });
    await t.drop();
  });
});
