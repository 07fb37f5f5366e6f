import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { wastage } from '../shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';

let t: TestApp;
beforeEach(async () => {
  await t?.close();
  t = await createTestApp();
  await t.db.writer.updateTable('items').set({ trackLots: 1 }).where('_id', '=', ids.items.tomato).execute();
  for (const [lot, qty, expiry] of [
    ['OLD', 2, '2026-03-01'],
    ['SOON', 3, '2026-03-06'],
    ['LATE', 5, '2026-03-20'],
  ] as const)
    await receiveStock(t, ids.branch1, ids.items.tomato, qty, 2, { lot, expiry });
});
afterAll(() => t.close());

const body = { item: ids.items.tomato, qty: 4, reason: 'spoiled' };
const recordWaste = (overrides: object) => t.as('branch').post('/wastage', { ...body, ...overrides });

/** Returns the branch's lots that have a code, as `code:on hand`. */
async function describeLots(): Promise<string> {
  const rows = await t.db.read
    .selectFrom('lotBalances as b')
    .innerJoin('lots as l', 'l._id', 'b.lotId')
    .select(['l.code', 'b.onHandMicro'])
    .where('b.placeId', '=', ids.branch1)
    .where('l.code', '!=', '')
    .orderBy('l.code')
    .execute();
  return rows.map(({ code, onHandMicro }) => `${code}:${onHandMicro / 1e6}`).join(' ');
}

test('one record can take goods from several lots; the rest is taken by expiry, expired lots first', async () => {
  const lots = [
    { lot: 'SOON', qty: 1.5 },
    { lot: 'LATE', qty: 1 },
  ];
  const created = await recordWaste({ lots });
  expect(created.status).toBe(201);
  expect(buildResponseSchema(wastage).parse(created.body)).toEqual(created.body);
  expect(created.body).toMatchObject({ qty: 4, lot: null, lots });
  expect(await describeLots()).toBe('LATE:4 OLD:0.5 SOON:1.5');
  expect(await reconcile(t.db.read)).toEqual([]);

  // A correction or reversal restores all of it.
  const path = `/wastage/${created.body._id}`;
  const changed = await t.as('branch').put(path, { ...body, qty: 3, lots: [{ lot: 'LATE', qty: 3 }] });
  expect(changed.body).toMatchObject({ lot: 'LATE' });
  expect(changed.body).not.toHaveProperty('lots');
  expect(await describeLots()).toBe('LATE:2 OLD:2 SOON:3');
  expect((await t.as('branch').delete(path)).status).toBe(204);
  expect(await describeLots()).toBe('LATE:5 OLD:2 SOON:3');
  expect(await reconcile(t.db.read)).toEqual([]);
});

test('rejects a lot without enough stock, or an unknown lot, on its field, and posts nothing', async () => {
  const loadRefusal = async (overrides: object) => {
    const { status, body: response } = await recordWaste(overrides);
    return [status, response.fields.lot ?? response.fields['lots.0.qty']];
  };
  const twoLots = [
    { lot: 'OLD', qty: 1 },
    { lot: 'SOON', qty: 3.5 },
  ];
  expect(await loadRefusal({ qty: 5, lots: twoLots })).toEqual([409, expect.stringContaining('lot SOON')]);
  expect(await loadRefusal({ lots: [{ lot: 'NONE', qty: 1 }] })).toEqual([
    422,
    expect.stringContaining('NONE'),
  ]);
  expect(await loadRefusal({ lots: twoLots })).toEqual([422, 'The lots add up to more than the quantity.']);
  expect(await loadRefusal({ lots: [twoLots[0], twoLots[0]] })).toEqual([422, 'Lot OLD is entered twice.']);
  expect(await loadRefusal({ lot: 'OLD', lots: twoLots })).toEqual([
    422,
    'Enter either one lot or a list of lots, not both.',
  ]);
  expect(await loadRefusal({ item: ids.items.bun, lots: twoLots })).toEqual([
    422,
    expect.stringContaining('isn’t tracked by lot'),
  ]);
  expect(await loadRefusal({ lots: [{ lot: 'OLD', qty: 0 }] })).toEqual([422, expect.any(String)]);
  expect(await describeLots()).toBe('LATE:5 OLD:2 SOON:3');
});

test('of ten concurrent records of the last stock of a lot, as many succeed as there is stock for', async () => {
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => recordWaste({ qty: 1, lots: [{ lot: 'SOON', qty: 1 }] })),
  );
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(7);
  expect(await describeLots()).toBe('LATE:5 OLD:2');
  expect(await reconcile(t.db.read)).toEqual([]);
});
