import { schemaOf } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unshippedTogether } from '#modules/shipments/shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { orderIn, stockAt } from '#app/server/testing/orders.ts';
import { type ShippingUser, shippingDesk } from '#app/server/testing/shipping.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(async () => {
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
  await t.close();
});

const { flour } = ids.items;
const { picked, now, seen, ship } = shippingDesk(() => t);

describe('unshipping a whole vehicle', () => {
  const takeBack = (orders: object[], as: ShippingUser = 'admin', key?: string) =>
    t.as(as).post('/orders/take-back', { orders }, key ? { 'idempotency-key': key } : {});
  const onHand = async () => (await stockAt(t, ids.kitchen, flour)).onHand;

  it("follows each order's own rules; rejected orders stay in transit with a reason", async () => {
    const before = await onHand();
    const [first, second, begun] = [
      await picked(ids.branch1, [flour, 1]),
      await picked(ids.branch2, [flour, 2]),
      await picked(ids.branch1, [flour, 1]),
    ];
    const waiting = await orderIn(t, 'Sent to Central Kitchen', { items: [{ itemId: flour, orderQty: 1 }] });
    await ship([await seen(first), await seen(second), await seen(begun)]);
    const [line] = begun.lines;
    await t.as('branch').patch(`/orders/${begun.head._id}`, {
      items: [{ lineId: line?.lineId, receivedQty: 1 }],
    });
    const orders = [await seen(first), await seen(begun), await seen(waiting), await seen(second)];
    const { status, body } = await takeBack(orders);
    expect(status).toBe(200);
    expect(schemaOf(unshippedTogether).parse(body)).toEqual(body);
    expect(body.takenBack).toMatchObject([
      { _id: first.head._id, isEarlier: false },
      { _id: second.head._id, isEarlier: false },
    ]);
    expect(body.refused).toMatchObject([
      { _id: begun.head._id, reason: 'receiving-begun' },
      { _id: waiting.head._id, code: 'ILLEGAL_TRANSITION', reason: 'order-no-move' },
    ]);
    for (const order of [first, second])
      expect(await now(order)).toMatchObject({
        status: 'Under Process',
        deliveryNoteNo: null,
        driver: 'Sam',
      });
    expect((await now(begun)).status).toBe('Shipped');
    expect((await now(waiting)).status).toBe('Sent to Central Kitchen');
    // The order that stays shipped has 10 kg in transit.
    expect(await onHand()).toBe(before - 10);
  });

  it('a repeated request returns the same response, a second one reports that they are unshipped, and an outdated one is rejected', async () => {
    const order = await picked(ids.branch1, [flour, 1]);
    const outdated = await seen(order);
    await ship([outdated]);
    expect((await takeBack([outdated])).body.refused).toMatchObject([{ code: 'STALE_VERSION' }]);
    const orders = [await seen(order)];
    const [first, second] = await Promise.all([
      takeBack(orders, 'admin', 'back'),
      takeBack(orders, 'admin', 'back'),
    ]);
    // The second request finds the first in progress, or gets its response.
    const codes = [first.status, second.status];
    expect(codes).toContain(200);
    for (const code of codes) expect([200, 409]).toContain(code);
    expect((await takeBack(orders)).body.takenBack).toMatchObject([{ isEarlier: true }]);
    const { statusHistory } = await now(order);
    expect(statusHistory.filter(({ from }) => from === 'Shipped')).toHaveLength(1);
  });

  it('requires permission to unship', async () => {
    const order = await picked(ids.branch1, [flour, 1]);
    await ship([await seen(order)]);
    for (const as of ['kitchen', 'branch', 'viewer'] as const)
      expect((await takeBack([await seen(order)], as)).status, as).toBe(403);
    expect((await now(order)).status).toBe('Shipped');
  });
});
