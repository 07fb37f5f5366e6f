import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { orderLots } from '#modules/lots/shapes.ts';
import { toUtcDay } from '#core/day.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock } from '#app/server/testing/orders.ts';

let t: TestApp;
beforeEach(async () => {
  await t?.close();
  t = await createTestApp();
  await t.db.writer
    .updateTable('items')
    .set({ trackLots: 1, trackExpiry: 1 })
    .where('_id', '=', ids.items.flour)
    .execute();
});
afterAll(() => t.close());

const flour = (orderQty: number) => ({
  items: [
    { itemId: ids.items.flour, orderQty },
    { itemId: ids.items.milk, orderQty: 1 },
  ],
});
const enterLot = (lot: string, qty: number, expiry: string) =>
  receiveStock(t, ids.kitchen, ids.items.flour, qty, 1, { lot, expiry });
const fetchLots = (id: string, as: 'kitchen' | 'admin' | 'branch' | 'branch2' = 'kitchen') =>
  t.as(as).get(`/orders/${id}/lots`);

test("returns the lots of tracked lines in the line's unit, in FEFO order", async () => {
  await enterLot('LATE', 20, '2026-04-01');
  await enterLot('SOON', 15, '2026-03-05');
  await enterLot('PAST', 10, '2026-03-03');
  await enterLot('HELD', 10, '2026-03-20');
  const hold = { itemId: ids.items.flour, lot: 'HELD', hold: true, reasonCode: 'quality' };
  await t.as('kitchen').patch('/lots', hold);
  const { header, lines } = await createOrderInStatus(t, 'Under Process', flour(1));
  const { status, body } = await fetchLots(header._id);
  expect(status).toBe(200);
  expect(buildResponseSchema(orderLots).parse(body)).toEqual(body);
  // A case of flour is 10 kg.
  expect(body).toEqual({
    day: '2026-03-04',
    validThrough: header.deliveryDate,
    lines: [
      {
        lineId: lines[0]?.lineId,
        lots: [
          { lot: 'PAST', expiry: '2026-03-03', available: 1, state: 'expired' },
          { lot: 'SOON', expiry: '2026-03-05', available: 1.5, state: 'usable' },
          { lot: 'HELD', expiry: '2026-03-20', available: 1, state: 'held' },
          { lot: 'LATE', expiry: '2026-04-01', available: 2, state: 'usable' },
          { lot: null, expiry: null, available: 50, state: 'usable' },
        ],
      },
    ],
  });
});

test('picked lots are available to their own order only', async () => {
  await enterLot('ONE', 20, '2026-04-01');
  const first = await createOrderInStatus(t, 'Under Process', flour(2));
  const second = await createOrderInStatus(t, 'Under Process', flour(2));
  const codes = async (id: string) =>
    (await fetchLots(id)).body.lines[0].lots.map(
      ({ lot, available }: { lot: string | null; available: number }) => `${lot}:${available}`,
    );
  expect(await codes(second.header._id)).toEqual(['ONE:2', 'null:50']);
  const pick = { items: [{ lineId: first.lines[0]?.lineId, pickedQty: 2 }] };
  expect((await t.as('kitchen').patch(`/orders/${first.header._id}`, pick)).status).toBe(200);
  expect(await codes(first.header._id)).toEqual(['ONE:2', 'null:50']);
  expect(await codes(second.header._id)).toEqual(['ONE:0', 'null:50']);
});

test("validThrough depends on the branch's minimum remaining shelf life", async () => {
  await t.as('admin').put(`/branch/${ids.branch1}`, { minShelfLifeDays: 5 });
  const { header } = await createOrderInStatus(t, 'Under Process', flour(1));
  const [year, month, day] = header.deliveryDate.split('-').map(Number);
  const validThrough = toUtcDay(Date.UTC(year ?? 0, (month ?? 1) - 1, (day ?? 1) + 5));
  expect((await fetchLots(header._id)).body.validThrough).toBe(validThrough);
});

test('lots are visible to the kitchen and head office, not to the ordering branch', async () => {
  const { header } = await createOrderInStatus(t, 'Under Process', flour(1));
  expect((await fetchLots(header._id, 'admin')).body.lines).toHaveLength(1);
  expect((await fetchLots(header._id, 'branch')).body).toMatchObject({ day: '2026-03-04', lines: [] });
  expect((await fetchLots(header._id, 'branch2')).status).toBe(404);
});
