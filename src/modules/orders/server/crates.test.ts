import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { shippingDesk } from '#app/server/testing/shipping.ts';
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
const { picked, now, seen, ship } = shippingDesk(() => t);

describe('M12: crates with an SSCC', () => {
  const prefix = (companyPrefix: string | null) => t.as('admin').put('/settings', { companyPrefix });
  const counted = async (crates: number | null, order: LoadedOrder) => {
    const { status, body } = await t.as('kitchen').patch(`/orders/${order.head._id}`, { crates });
    expect(status).toBe(200);
    return (body.ssccs ?? []) as string[];
  };
  afterAll(() => prefix(null));

  it('have no SSCC without a company prefix, which has 4 to 12 digits', async () => {
    expect(await counted(2, await picked(ids.branch1, [tomato, 1]))).toEqual([]);
    for (const wrong of ['123', '1234567890123', '06141x1']) {
      const { status, body } = await prefix(wrong);
      expect(status).toBe(422);
      expect(body.fieldReasons).toMatchObject({ companyPrefix: { reason: 'company-prefix' } });
    }
  });

  it('have one SSCC each, which stays with its crate and is never reused', async () => {
    expect((await prefix('0614141')).status).toBe(200);
    const [one, two] = [await picked(ids.branch1, [tomato, 1]), await picked(ids.branch2, [tomato, 1])];
    const first = await counted(3, one);
    expect(first).toEqual(['006141410000000012', '006141410000000029', '006141410000000036']);
    expect(await counted(1, one)).toEqual(first.slice(0, 1));
    const secondResponse = await counted(2, one);
    expect(secondResponse).toEqual([first[0], '006141410000000043']);
    // Crates counted while shipping get one too, and keep it after unshipping.
    await ship([await seen(one), await seen(two, { crates: 2 })]);
    const shipped = (await now(two)).ssccs;
    expect(shipped).toEqual(['006141410000000050', '006141410000000067']);
    expect((await now(one)).ssccs).toEqual(secondResponse);
    await t.as('admin').patch(`/orders/${two.head._id}`, { status: 'Under Process' });
    await ship([await seen(two)]);
    expect((await now(two)).ssccs).toEqual(shipped);
    // After switching the prefix and back, the series continues.
    await prefix('7610425');
    await prefix('0614141');
    expect(await counted(1, await picked(ids.branch1, [tomato, 1]))).toEqual(['006141410000000074']);
  });

  it('an order counted before the prefix was set gets SSCCs when it ships', async () => {
    await prefix(null);
    const order = await picked(ids.branch1, [tomato, 1]);
    expect(await counted(1, order)).toEqual([]);
    await prefix('0614141');
    await ship([await seen(order)]);
    expect((await now(order)).ssccs).toHaveLength(1);
  });

  it('a refused shipment takes no number', async () => {
    const order = await picked(ids.branch1, [tomato, 1]);
    const { version } = await now(order);
    await counted(1, await picked(ids.branch2, [tomato, 1]));
    const before = await counted(1, await picked(ids.branch2, [tomato, 1]));
    const stale = { orderId: order.head._id, version: version - 1, crates: 5 };
    expect((await ship([stale])).body.refused).toHaveLength(1);
    const [next] = await counted(1, await picked(ids.branch2, [tomato, 1]));
    expect(Number(next?.slice(0, -1))).toBe(Number(before[0]?.slice(0, -1)) + 1);
  });

  it('concurrent shipments number their crates without a deadlock', async () => {
    const orders = [];
    for (let at = 0; at < 6; at++) orders.push(await picked(ids.branch1, [tomato, 1]));
    const seenOrders = [];
    for (const [at, order] of orders.entries())
      seenOrders.push(await seen(order, at % 2 ? { crates: 2 } : {}));
    const responses = await Promise.all([
      ship(seenOrders.slice(0, 3)),
      ship(seenOrders.slice(3)),
      ship(seenOrders.slice(2, 4)),
    ]);
    for (const { status } of responses) expect(status).toBe(200);
    const all = [];
    for (const order of orders) all.push(...((await now(order)).ssccs ?? []));
    expect(all).toHaveLength(6);
    expect(new Set(all).size).toBe(6);
  });
});
