import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ApplyFairShare } from '../input.ts';
import { appliedFairShare, type FairShare, fairShare, type FairShareItem } from '../shapes.ts';
import type { OrderStatus } from '#modules/orders/status.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock, getStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

// Initial state: no open orders, 80 kg of tomatoes and no quantity kept back.
beforeEach(async () => {
  const { orders } = (
    await t.as('admin').get('/orders?status=Sent to Central Kitchen,Under Process&limit=100')
  ).body;
  for (const { _id } of orders) {
    await t.as('admin').patch(`/orders/${_id}`, { transitionReason: 'by_mistake' });
    expect((await t.as('admin').patch(`/orders/${_id}`, { status: 'Cancelled' })).status).toBe(200);
  }
  await t.db.writer.deleteFrom('itemLevels').where('branchId', '=', ids.kitchen).execute();
  const { onHand } = await getStock(t, ids.kitchen, tomato);
  if (onHand < 80) await receiveStock(t, ids.kitchen, tomato, 80 - onHand);
  if (onHand > 80)
    await t
      .as('admin')
      .post('/wastage', { branch: ids.kitchen, item: tomato, qty: onHand - 80, reason: 'trim' });
  expect(await getStock(t, ids.kitchen, tomato)).toEqual({ onHand: 80, reserved: 0 });
});

const { tomato, bun } = ids.items;
const sent = 'Sent to Central Kitchen';
const day = '2026-03-06';

/** Creates an order of one item, a second after the previous one. */
async function createOrder(
  branch: string,
  orderQty: number,
  status: OrderStatus = sent,
  itemId: string = tomato,
) {
  t.clock.advance(1000);
  const unit = itemId === bun ? 'piece' : undefined;
  const { header, lines } = await createOrderInStatus(t, status, {
    branch,
    items: [{ itemId, orderQty, unit }],
  });
  return { id: header._id, orderNo: header.orderNo, lineId: lines[0]?.lineId ?? '' };
}

const loadShares = async (query = '', user: TestUser = 'kitchen'): Promise<FairShare> => {
  const { status, body } = await t.as(user).get(`/fair-share?day=${day}${query}`);
  expect(status).toBe(200);
  expect(buildResponseSchema(fairShare).parse(body)).toEqual(body);
  return body;
};
const listProposedQuantities = ({ lines }: FairShareItem) => lines.map(({ proposed }) => proposed);

/** Builds the screen's request: the proposed shares, with some lines changed. */
function toRequest(
  preview: FairShare,
  overrides: Record<string, { qty: number; reason?: string }> = {},
): ApplyFairShare {
  const { kitchen, day: deliveryDay, basis, cap, items } = preview;
  return {
    kitchen,
    day: deliveryDay,
    basis,
    cap,
    items: items.map(({ itemId, onHand, unusable, heldElsewhere, keptBack, lines }) => ({
      itemId,
      supplySnapshot: { onHand, unusable, heldElsewhere, keptBack },
      lines: lines.map(({ lineId, proposed, fingerprint }) => ({
        lineId,
        fingerprint,
        qty: proposed,
        ...overrides[lineId],
      })),
    })),
  };
}
const applyShares = (body: ApplyFairShare, user: TestUser = 'kitchen', headers?: Record<string, string>) =>
  t.as(user).post('/fair-share', body, headers);

const loadOrder = async (id: string) => (await t.as('kitchen').get(`/orders/${id}`)).body;
const loadApproved = async (id: string) => (await loadOrder(id)).items[0].approvedQty;
const loadReserved = async (id: string) => (await loadOrder(id)).items[0].reservedQty;
const expectReconciled = async () => expect(await reconcile(t.db.read)).toEqual([]);

describe('P6: the preview of a fair share', () => {
  test('shows ordered and proposed quantities, percentages and rule, for short items only', async () => {
    const first = await createOrder(ids.branch1, 60);
    await createOrder(ids.branch2, 100);
    await createOrder(ids.branch2, 20, sent, bun);
    const preview = await loadShares();
    expect(preview).toMatchObject({ kitchen: ids.kitchen, basis: 'ordered', cap: 3, days: [day] });
    expect(preview.items).toHaveLength(1);
    expect(preview.items[0]).toMatchObject({
      itemId: tomato,
      unitSymbol: 'kg',
      onHand: 80,
      heldElsewhere: 0,
      supply: 80,
      requested: 160,
      proposed: 80,
      remaining: 0,
      rule: [{ code: 'by-ordered', percent: 50 }],
      lines: [
        {
          orderNo: first.orderNo,
          branchName: 'Riverside',
          ordered: 60,
          requested: 60,
          proposed: 30,
          percent: 50,
        },
        { ordered: 100, proposed: 50, percent: 50, shortQty: 50, reason: 'share' },
      ],
    });
    // A repeated request returns the same response, and there are no short items on a day without orders.
    expect(await loadShares()).toEqual(preview);
    expect((await t.as('kitchen').get('/fair-share?day=2026-03-07')).body.items).toEqual([]);
    // An item that is not short is shown on request.
    const [buns] = (await loadShares(`&items=${bun}`)).items;
    expect(buns).toMatchObject({
      rule: [{ code: 'enough' }],
      lines: [{ proposed: 20, percent: 100, reason: 'all' }],
    });
    expect((await loadShares(`&orders=${first.id}`)).items).toEqual([]);
  });

  test('the supply includes reservations of accepted orders, but not picked, expired, held or kept-back stock', async () => {
    const early = await createOrder(ids.branch1, 70, 'Under Process');
    const late = await createOrder(ids.branch2, 70, 'Under Process');
    const picked = await createOrder(ids.branch2, 5, 'Under Process');
    expect([
      await loadReserved(early.id),
      await loadReserved(late.id),
      await loadReserved(picked.id),
    ]).toEqual([70, 10, 0]);
    // A branch's two orders form one claim, and the earlier one is filled first.
    const [item] = (await loadShares()).items;
    expect(listProposedQuantities(item as FairShareItem)).toEqual([38.621, 41.379, 0]);
    await receiveStock(t, ids.kitchen, tomato, 0.5);
    await t.as('kitchen').patch(`/orders/${early.id}`, {
      items: [{ lineId: early.lineId, pickedQty: 30, reason: 'quality' }],
    });
    await t.as('admin').post('/item-levels', { itemId: tomato, branchId: ids.kitchen, safetyStock: 2.5 });
    const [laterItem] = (await loadShares()).items;
    expect(laterItem).toMatchObject({
      onHand: 80.5,
      heldElsewhere: 70,
      keptBack: 2.5,
      supply: 8,
      requested: 75,
      proposed: 8,
    });
    expect(laterItem?.lines.map(({ orderNo }) => orderNo)).toEqual([late.orderNo, picked.orderNo]);
  });

  test("C11: hides a branch's stock from users who count the item blind there", async () => {
    await createOrder(ids.branch1, 60);
    await createOrder(ids.branch2, 100);
    const admin = t.as('admin');
    const count = { branch: ids.branch1, type: 'spot', itemIds: [tomato], blind: true };
    const path = `/stock-counts/${(await admin.post('/stock-counts', count)).body._id}`;
    const { body } = await admin.patch(path, { status: 'Counting' });
    const events = [{ device: 'd', seq: 1, lineId: body.items[0].lineId, mode: 'set', qty: 3 }];
    expect((await admin.post(`${path}/events`, { events })).status).toBe(200);
    expect((await loadShares('', 'admin')).items).toEqual([]);
    expect((await loadShares()).items).toMatchObject([{ itemId: tomato }]);
    await admin.patch(path, { status: 'Cancelled' });
    expect((await loadShares('', 'admin')).items).toHaveLength(1);
  });

  test("is limited to the user's kitchen, and applying requires edit permission", async () => {
    await createOrder(ids.branch1, 60);
    await createOrder(ids.branch2, 100);
    const preview = await loadShares();
    expect((await t.as('branch').get('/fair-share')).status).toBe(422);
    expect((await t.as('branch').get(`/fair-share?kitchen=${ids.kitchen}`)).status).toBe(404);
    expect((await t.as('kitchen').get(`/fair-share?kitchen=${ids.branch1}`)).status).toBe(404);
    expect((await t.as('branch').post('/fair-share', toRequest(preview))).status).toBe(404);
    expect((await loadShares('', 'viewer')).items).toHaveLength(1);
    expect((await t.as('viewer').post('/fair-share', toRequest(preview))).status).toBe(403);
    expect((await t.as('admin').post('/fair-share', toRequest(preview))).status).toBe(200);
  });
});

describe('applying a fair share', () => {
  test('approves shares with a reason and a history step, visible to the branch', async () => {
    const order = await createOrder(ids.branch1, 60);
    const two = await createOrder(ids.branch2, 100);
    const { status, body } = await applyShares(toRequest(await loadShares()));
    expect(status).toBe(200);
    expect(buildResponseSchema(appliedFairShare).parse(body)).toMatchObject({
      lines: 2,
      orders: [{ orderNo: order.orderNo }, { orderNo: two.orderNo }],
    });
    expect([await loadApproved(order.id), await loadApproved(two.id)]).toEqual([30, 50]);
    const visible = (await t.as('branch').get(`/orders/${order.id}`)).body;
    expect(visible.items[0]).toMatchObject({ orderQty: 60, approvedQty: 30, reasonCode: 'shared_out' });
    expect(visible.statusHistory.at(-1)).toMatchObject({
      from: sent,
      to: sent,
      byName: 'Test kitchen',
      reasonCode: 'shared_out',
      reasonNote: 'Tomato 30 / 60 kg (50 %)',
    });
    // Accepted orders reserve their share and no balance is short; the requested quantity is retained.
    for (const { id } of [order, two])
      expect((await t.as('kitchen').patch(`/orders/${id}`, { status: 'Under Process' })).status).toBe(200);
    expect([await loadReserved(order.id), await loadReserved(two.id)]).toEqual([30, 50]);
    expect(await loadShares()).toMatchObject({
      items: [{ requested: 160, supply: 80, lines: [{ requested: 60, approved: 30 }, {}] }],
    });
    await expectReconciled();
  });

  test('reduces the reservations of accepted orders, and removes the reason when a later share is complete', async () => {
    const order = await createOrder(ids.branch1, 70, 'Under Process');
    const two = await createOrder(ids.branch2, 90, 'Under Process');
    expect([await loadReserved(order.id), await loadReserved(two.id)]).toEqual([70, 10]);
    expect((await applyShares(toRequest(await loadShares()))).status).toBe(200);
    expect([await loadReserved(order.id), await loadReserved(two.id)]).toEqual([35, 45]);
    expect(await getStock(t, ids.kitchen, tomato)).toEqual({ onHand: 80, reserved: 80 });
    await expectReconciled();
    await receiveStock(t, ids.kitchen, tomato, 40);
    const [updated] = (await loadShares()).items;
    expect(updated).toMatchObject({ supply: 120, requested: 160 });
    expect(listProposedQuantities(updated as FairShareItem)).toEqual([52.5, 67.5]);
    await receiveStock(t, ids.kitchen, tomato, 60);
    // The item is no longer short: it isn't listed, but can be shared when requested by id.
    expect((await loadShares()).items).toEqual([]);
    expect((await applyShares(toRequest(await loadShares(`&items=${tomato}`)))).status).toBe(200);
    expect([await loadReserved(order.id), await loadReserved(two.id)]).toEqual([70, 90]);
    expect((await loadOrder(order.id)).items[0]).toMatchObject({ approvedQty: 70, reason: null });
    expect((await t.as('kitchen').patch(`/orders/${order.id}`, { status: 'Shipped' })).status).toBe(200);
    await expectReconciled();
  });

  test('kept-back stock is not allocated to backorders', async () => {
    const order = await createOrder(ids.branch1, 70, 'Under Process');
    const two = await createOrder(ids.branch2, 90, 'Under Process');
    await t.as('admin').post('/item-levels', { itemId: tomato, branchId: ids.kitchen, safetyStock: 16 });
    expect((await applyShares(toRequest(await loadShares()))).status).toBe(200);
    expect([await loadReserved(order.id), await loadReserved(two.id)]).toEqual([28, 36]);
    expect(await getStock(t, ids.kitchen, tomato)).toEqual({ onHand: 80, reserved: 64 });
    await expectReconciled();
  });

  test("P8: a share above the request requires a reason, and the total can't exceed the supply", async () => {
    const order = await createOrder(ids.branch1, 10);
    const two = await createOrder(ids.branch2, 100);
    const preview = await loadShares();
    expect(
      await applyShares(toRequest(preview, { [order.lineId]: { qty: 12 }, [two.lineId]: { qty: 60 } })),
    ).toMatchObject({
      status: 422,
      body: { fieldReasons: { [`items.${order.lineId}.reason`]: { reason: 'share-exceeds-order' } } },
    });
    expect(await applyShares(toRequest(preview, { [two.lineId]: { qty: 90 } }))).toMatchObject({
      status: 409,
      body: { code: 'INSUFFICIENT_STOCK', params: { item: 'Tomato' }, details: { available: 80 } },
    });
    const entries = { [order.lineId]: { qty: 12, reason: 'promotion' }, [two.lineId]: { qty: 60 } };
    expect((await applyShares(toRequest(preview, entries))).status).toBe(200);
    expect((await loadOrder(order.id)).items[0]).toMatchObject({ approvedQty: 12, reasonCode: 'promotion' });
    expect(await loadApproved(two.id)).toBe(60);
  });

  test('P8: a request in pieces is not rounded to the pack of other lines', async () => {
    const { onHand } = await getStock(t, ids.kitchen, bun);
    const bunOrder = await createOrderInStatus(t, 'Under Process', {
      items: [{ itemId: bun, orderQty: onHand - 195, unit: 'piece' }],
    });
    await t.as('kitchen').patch(`/orders/${bunOrder.header._id}`, {
      items: [{ lineId: bunOrder.lines[0]?.lineId, pickedQty: onHand - 195 }],
    });
    await createOrder(ids.branch1, 3, sent, bun);
    t.clock.advance(1000);
    await createOrderInStatus(t, sent, { branch: ids.branch2, items: [{ itemId: bun, orderQty: 5 }] });
    const [item] = (await loadShares()).items;
    expect(item).toMatchObject({ supply: 195, requested: 243, proposed: 195, remaining: 0 });
    expect(item?.lines).toMatchObject([
      { unitSymbol: 'piece', requested: 3, proposed: 3 },
      { unitSymbol: 'case', requested: 5, proposed: 4 },
    ]);
  });
});

describe('P6: a concurrent change makes the preview stale', () => {
  test.each([
    [
      'a changed order',
      'order',
      async (id: string, lineId: string) => {
        await t
          .as('kitchen')
          .patch(`/orders/${id}`, { items: [{ lineId, approvedQty: 50, reason: 'typing_mistake' }] });
      },
    ],
    [
      'a rejected order',
      'gone',
      async (id: string) => {
        await t.as('kitchen').patch(`/orders/${id}`, { transitionReason: 'not_ready' });
        await t.as('kitchen').patch(`/orders/${id}`, { status: 'Rejected' });
      },
    ],
    [
      'a new order',
      'new',
      async () => {
        await createOrder(ids.branch2, 3);
      },
    ],
    [
      'received stock',
      'stock',
      async () => {
        await receiveStock(t, ids.kitchen, tomato, 7);
      },
    ],
    [
      'the kept-back quantity',
      'kept-back',
      async () => {
        await t.as('admin').post('/item-levels', { itemId: tomato, branchId: ids.kitchen, safetyStock: 4 });
      },
    ],
  ] as const)('%s: rejects the shares with the difference and applies none', async (_, expected, change) => {
    const order = await createOrder(ids.branch1, 60);
    const two = await createOrder(ids.branch2, 100);
    const preview = await loadShares();
    await change(order.id, order.lineId);
    const response = await applyShares(toRequest(preview));
    expect(response).toMatchObject({
      status: 412,
      body: { code: 'STALE_VERSION', reason: 'share-stale', params: { n: '1' } },
    });
    expect(response.body.details.changed).toMatchObject([{ kind: expected, itemName: 'Tomato' }]);
    if (expected === 'order')
      expect(response.body.details.changed[0]).toMatchObject({
        orderNo: order.orderNo,
        branchName: 'Riverside',
      });
    if (expected === 'stock') expect(response.body.details.changed[0]).toMatchObject({ before: 80, now: 87 });
    expect(await loadApproved(two.id)).toBe(100);
    // Shares based on a new proposal are accepted.
    expect((await applyShares(toRequest(await loadShares()))).status).toBe(200);
    await expectReconciled();
  });

  test("unrelated changes don't make it stale", async () => {
    const order = await createOrderInStatus(t, 'Under Process', {
      items: [
        { itemId: tomato, orderQty: 60 },
        { itemId: bun, orderQty: 1 },
      ],
    });
    await createOrder(ids.branch2, 100, 'Under Process');
    const preview = await loadShares();
    await t
      .as('kitchen')
      .patch(`/orders/${order.header._id}`, { items: [{ lineId: order.lines[1]?.lineId, pickedQty: 1 }] });
    expect((await applyShares(toRequest(preview))).status).toBe(200);
  });

  test("only one of several concurrent applications succeeds, and a repeated request isn't applied twice", async () => {
    const order = await createOrder(ids.branch1, 70, 'Under Process');
    const two = await createOrder(ids.branch2, 90, 'Under Process');
    const preview = await loadShares();
    const mine = toRequest(preview);
    const theirs = toRequest(preview, { [order.lineId]: { qty: 10 }, [two.lineId]: { qty: 70 } });
    const responses = await Promise.all(
      Array.from({ length: 20 }, (__, index) =>
        applyShares(index % 2 === 0 ? mine : theirs, index % 3 === 0 ? 'admin' : 'kitchen'),
      ),
    );
    const successful = responses.filter(({ status }) => status === 200);
    expect(successful).toHaveLength(1);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 412]));
    const { reserved } = await getStock(t, ids.kitchen, tomato);
    expect(reserved).toBe(80);
    expect((await loadReserved(order.id)) + (await loadReserved(two.id))).toBe(80);
    const steps = (await loadOrder(order.id)).statusHistory.filter(
      ({ from, to }: { from: string; to: string }) => from === to,
    );
    expect(steps).toHaveLength(1);

    const next = toRequest(await loadShares(), { [order.lineId]: { qty: 20 }, [two.lineId]: { qty: 60 } });
    const applyOnce = () => applyShares(next, 'kitchen', { 'idempotency-key': 'share-once-0001' });
    const [first, second] = [await applyOnce(), await applyOnce()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect([await loadReserved(order.id), await loadReserved(two.id)]).toEqual([20, 60]);
    await expectReconciled();
  });

  test('reservations match the lines and never exceed stock, even with concurrent receipts and acceptances', async () => {
    const orders = [
      await createOrder(ids.branch1, 70, 'Under Process'),
      await createOrder(ids.branch2, 90, 'Under Process'),
    ];
    const waiting = await createOrder(ids.branch1, 30);
    const preview = await loadShares();
    const responses = await Promise.all([
      applyShares(toRequest(preview)),
      receiveStock(t, ids.kitchen, tomato, 11),
      t.as('kitchen').patch(`/orders/${waiting.id}`, { status: 'Under Process' }),
      applyShares(toRequest(preview)),
    ]);
    expect([200, 412]).toContain((responses[0] as { status: number }).status);
    const reservedQuantities = await Promise.all([...orders, waiting].map(({ id }) => loadReserved(id)));
    const { onHand, reserved } = await getStock(t, ids.kitchen, tomato);
    expect(reservedQuantities.reduce((sum, qty) => sum + (qty ?? 0), 0)).toBeCloseTo(reserved, 6);
    expect(reserved).toBeLessThanOrEqual(onHand);
    await expectReconciled();
  });
});

describe('P7: the basis is selectable', () => {
  beforeAll(async () => {
    await t.close();
    t = await createTestApp();
  });

  test('shares by usage or days of cover, and uses the basis set for the kitchen by default', async () => {
    const addUsage = (placeId: string, qty: number) =>
      t.db.writer
        .insertInto('stockDaily')
        .values(
          Array.from({ length: 10 }, (_, index) => ({
            placeId,
            itemId: tomato,
            kind: 'ship',
            businessDay: `2026-02-${String(15 + index).padStart(2, '0')}`,
            qtyMicro: -qty * 1e6,
            valueE4: 0,
          })),
        )
        .execute();
    await addUsage(ids.branch1, 30);
    await addUsage(ids.branch2, 10);
    await createOrder(ids.branch1, 100);
    await createOrder(ids.branch2, 100);
    const [byUse] = (await loadShares('&basis=use')).items;
    expect(byUse).toMatchObject({ basis: 'use', rule: [{ code: 'by-use', percent: 40 }] });
    expect(listProposedQuantities(byUse as FairShareItem)).toEqual([60, 20]);
    expect(listProposedQuantities((await loadShares()).items[0] as FairShareItem)).toEqual([40, 40]);
    // By days of cover, a branch with stock gets less.
    await receiveStock(t, ids.branch1, tomato, 40);
    const [byCover] = (await loadShares('&basis=cover')).items;
    expect(byCover?.lines.map(({ stock }) => stock)).toEqual([40, 0]);
    expect(listProposedQuantities(byCover as FairShareItem)).toEqual([50, 30]);
    await t.as('admin').put(`/branch/${ids.kitchen}`, { fairShareBasis: 'use', fairShareCap: 2 });
    expect(await loadShares()).toMatchObject({ basis: 'use', cap: 2, items: [{ basis: 'use' }] });
    expect(await loadShares('&cap=0')).toMatchObject({ cap: null });
    await t.as('admin').put(`/branch/${ids.kitchen}`, { fairShareBasis: null, fairShareCap: null });
    expect(await loadShares()).toMatchObject({ basis: 'ordered', cap: 3 });
  });

  test('allocates quantities above the cap last, and supplies branch categories in order of priority', async () => {
    await createOrderInStatus(t, 'Received', {
      branch: ids.branch1,
      items: [{ itemId: tomato, orderQty: 5 }],
    });
    await createOrder(ids.branch1, 500);
    await createOrder(ids.branch2, 60);
    const [capped] = (await loadShares()).items;
    expect(capped).toMatchObject({
      lines: [{ typicalOrderQty: 5, proposed: 15, reason: 'capped' }, { proposed: 60 }],
    });
    expect(listProposedQuantities((await loadShares('&cap=0')).items[0] as FairShareItem)).toEqual([
      66.964, 8.036,
    ]);
    const category = await t.as('admin').post('/branch-categories', { name: 'Flagship', priority: 1 });
    await t.as('admin').put(`/branch/${ids.branch1}`, { branchCategoryId: category.body._id });
    expect(await loadShares('&cap=0')).toMatchObject({
      items: [
        {
          lines: [
            { priority: 1, proposed: 75 },
            { proposed: 0, reason: 'later' },
          ],
        },
      ],
    });
  });
});
