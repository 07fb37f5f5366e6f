import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createShippingHelpers } from '#app/server/testing/shipping.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import type { LoadedOrder } from './rows.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(async () => {
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
  await t.close();
});

const { tomato } = ids.items;
const { createPickedOrder, fetchOrder, buildRequestLine, ship } = createShippingHelpers(() => t);

describe('M12: crates with an SSCC', () => {
  const setPrefix = (companyPrefix: string | null) => t.as('admin').put('/settings', { companyPrefix });
  const countCrates = async (crates: number | null, order: LoadedOrder) => {
    const { status, body } = await t.as('kitchen').patch(`/orders/${order.header._id}`, { crates });
    expect(status).toBe(200);
    return (body.ssccs ?? []) as string[];
  };
  afterAll(() => setPrefix(null));

  it('have no SSCC without a company prefix of 4 to 12 digits', async () => {
    expect(await countCrates(2, await createPickedOrder(ids.branch1, [tomato, 1]))).toEqual([]);
    for (const wrong of ['123', '1234567890123', '06141x1']) {
      const { status, body } = await setPrefix(wrong);
      expect(status).toBe(422);
      expect(body.fieldReasons).toMatchObject({ companyPrefix: { reason: 'company-prefix' } });
    }
  });

  it('have one SSCC each, which stays with its crate and is never reused', async () => {
    expect((await setPrefix('0614141')).status).toBe(200);
    const [firstOrder, secondOrder] = [
      await createPickedOrder(ids.branch1, [tomato, 1]),
      await createPickedOrder(ids.branch2, [tomato, 1]),
    ];
    const firstSsccs = await countCrates(3, firstOrder);
    expect(firstSsccs).toEqual(['006141410000000012', '006141410000000029', '006141410000000036']);
    expect(await countCrates(1, firstOrder)).toEqual(firstSsccs.slice(0, 1));
    const recounted = await countCrates(2, firstOrder);
    expect(recounted).toEqual([firstSsccs[0], '006141410000000043']);
    // Crates counted when shipping are also numbered, and keep their numbers when the shipment is reversed.
    await ship([await buildRequestLine(firstOrder), await buildRequestLine(secondOrder, { crates: 2 })]);
    const shippedSsccs = (await fetchOrder(secondOrder)).ssccs;
    expect(shippedSsccs).toEqual(['006141410000000050', '006141410000000067']);
    expect((await fetchOrder(firstOrder)).ssccs).toEqual(recounted);
    await t.as('admin').patch(`/orders/${secondOrder.header._id}`, { status: 'Under Process' });
    await ship([await buildRequestLine(secondOrder)]);
    expect((await fetchOrder(secondOrder)).ssccs).toEqual(shippedSsccs);
    // After the prefix was changed and changed back, its series continues.
    await setPrefix('7610425');
    await setPrefix('0614141');
    expect(await countCrates(1, await createPickedOrder(ids.branch1, [tomato, 1]))).toEqual([
      '006141410000000074',
    ]);
  });

  it('counted before the prefix was set get their SSCCs when the order ships', async () => {
    await setPrefix(null);
    const order = await createPickedOrder(ids.branch1, [tomato, 1]);
    expect(await countCrates(1, order)).toEqual([]);
    await setPrefix('0614141');
    await ship([await buildRequestLine(order)]);
    expect((await fetchOrder(order)).ssccs).toHaveLength(1);
  });

  it('use up no number if the shipment is rejected', async () => {
    const order = await createPickedOrder(ids.branch1, [tomato, 1]);
    const { version } = await fetchOrder(order);
    await countCrates(1, await createPickedOrder(ids.branch2, [tomato, 1]));
    const before = await countCrates(1, await createPickedOrder(ids.branch2, [tomato, 1]));
    const stale = { orderId: order.header._id, version: version - 1, crates: 5 };
    expect((await ship([stale])).body.failed).toHaveLength(1);
    const [next] = await countCrates(1, await createPickedOrder(ids.branch2, [tomato, 1]));
    expect(Number(next?.slice(0, -1))).toBe(Number(before[0]?.slice(0, -1)) + 1);
  });

  it('are numbered without deadlocks if shipments are concurrent', async () => {
    const orders = [];
    for (let count = 0; count < 6; count++) orders.push(await createPickedOrder(ids.branch1, [tomato, 1]));
    const requestLines = [];
    for (const [index, order] of orders.entries())
      requestLines.push(await buildRequestLine(order, index % 2 ? { crates: 2 } : {}));
    const responses = await Promise.all([
      ship(requestLines.slice(0, 3)),
      ship(requestLines.slice(3)),
      ship(requestLines.slice(2, 4)),
    ]);
    for (const { status } of responses) expect(status).toBe(200);
    const ssccs = [];
    for (const order of orders) ssccs.push(...((await fetchOrder(order)).ssccs ?? []));
    expect(ssccs).toHaveLength(6);
    expect(new Set(ssccs).size).toBe(6);
  });
});
