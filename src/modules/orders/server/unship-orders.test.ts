import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unshippedTogether } from '#modules/shipments/shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, getStock } from '#app/server/testing/orders.ts';
import { type ShippingUser, createShippingHelpers } from '#app/server/testing/shipping.ts';
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
const { createPickedOrder, fetchOrder, buildRequestLine, ship } = createShippingHelpers(() => t);

describe('unshipping a whole vehicle', () => {
  const unship = (orders: object[], as: ShippingUser = 'admin', key?: string) =>
    t.as(as).post('/orders/unship', { orders }, key ? { 'idempotency-key': key } : {});
  const loadOnHand = async () => (await getStock(t, ids.kitchen, flour)).onHand;

  it("checks each order separately; orders that can't be unshipped stay in transit, and the response gives the reason", async () => {
    const before = await loadOnHand();
    const [first, second, partlyReceived] = [
      await createPickedOrder(ids.branch1, [flour, 1]),
      await createPickedOrder(ids.branch2, [flour, 2]),
      await createPickedOrder(ids.branch1, [flour, 1]),
    ];
    const waiting = await createOrderInStatus(t, 'Sent to Central Kitchen', {
      items: [{ itemId: flour, orderQty: 1 }],
    });
    await ship([
      await buildRequestLine(first),
      await buildRequestLine(second),
      await buildRequestLine(partlyReceived),
    ]);
    const [line] = partlyReceived.lines;
    await t.as('branch').patch(`/orders/${partlyReceived.header._id}`, {
      items: [{ lineId: line?.lineId, receivedQty: 1 }],
    });
    const orders = [
      await buildRequestLine(first),
      await buildRequestLine(partlyReceived),
      await buildRequestLine(waiting),
      await buildRequestLine(second),
    ];
    const { status, body } = await unship(orders);
    expect(status).toBe(200);
    expect(buildResponseSchema(unshippedTogether).parse(body)).toEqual(body);
    expect(body.unshipped).toMatchObject([
      { _id: first.header._id, wasAlreadyUnshipped: false },
      { _id: second.header._id, wasAlreadyUnshipped: false },
    ]);
    expect(body.failed).toMatchObject([
      { _id: partlyReceived.header._id, reason: 'receipt-started' },
      { _id: waiting.header._id, code: 'ILLEGAL_TRANSITION', reason: 'order-transition-not-allowed' },
    ]);
    for (const order of [first, second])
      expect(await fetchOrder(order)).toMatchObject({
        status: 'Under Process',
        deliveryNoteNo: null,
        driver: 'Sam',
      });
    expect((await fetchOrder(partlyReceived)).status).toBe('Shipped');
    expect((await fetchOrder(waiting)).status).toBe('Sent to Central Kitchen');
    // The order that stays shipped has 10 kg in transit.
    expect(await loadOnHand()).toBe(before - 10);
  });

  it('a repeated request returns the same response, a second request reports that the orders were already unshipped, and an outdated one is rejected', async () => {
    const order = await createPickedOrder(ids.branch1, [flour, 1]);
    const outdated = await buildRequestLine(order);
    await ship([outdated]);
    expect((await unship([outdated])).body.failed).toMatchObject([{ code: 'STALE_VERSION' }]);
    const orders = [await buildRequestLine(order)];
    const [first, second] = await Promise.all([
      unship(orders, 'admin', 'key'),
      unship(orders, 'admin', 'key'),
    ]);
    // The second request finds the first in progress, or gets its response.
    const codes = [first.status, second.status];
    expect(codes).toContain(200);
    for (const code of codes) expect([200, 409]).toContain(code);
    expect((await unship(orders)).body.unshipped).toMatchObject([{ wasAlreadyUnshipped: true }]);
    const { statusHistory } = await fetchOrder(order);
    expect(statusHistory.filter(({ from }) => from === 'Shipped')).toHaveLength(1);
  });

  it('requires permission to unship', async () => {
    const order = await createPickedOrder(ids.branch1, [flour, 1]);
    await ship([await buildRequestLine(order)]);
    for (const as of ['kitchen', 'branch', 'viewer'] as const)
      expect((await unship([await buildRequestLine(order)], as)).status, as).toBe(403);
    expect((await fetchOrder(order)).status).toBe('Shipped');
  });
});
