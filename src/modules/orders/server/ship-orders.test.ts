import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock, getStock } from '#app/server/testing/orders.ts';
import { type ShippingUser, createShippingHelpers } from '#app/server/testing/shipping.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import type { LoadedOrder } from './rows.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await t.as('admin').put(`/branch/${ids.kitchen}`, { negativeStock: 'block' });
});
afterAll(async () => {
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
  await t.close();
});

const { flour, tomato, box } = ids.items;
const { van, createPickedOrder, fetchOrder, buildRequestLine, ship } = createShippingHelpers(() => t);
const countStockMoves = async ({ header }: LoadedOrder) =>
  (await t.db.read.selectFrom('stockMoves').select('seq').where('docId', '=', header._id).execute()).length;

describe("shipping one vehicle's orders", () => {
  it('ships them together, each with its delivery note and crates, the driver and departure time', async () => {
    const [one, two] = [
      await createPickedOrder(ids.branch1, [flour, 2], [tomato, 1]),
      await createPickedOrder(ids.branch2, [flour, 1]),
    ];
    const before = await getStock(t, ids.kitchen, flour);
    const { status, body } = await ship([
      await buildRequestLine(two, { crates: 3 }),
      await buildRequestLine(one, { crates: 1 }),
    ]);
    expect(status).toBe(200);
    expect(body.failed).toEqual([]);
    // In the requested order: the first stop gets the first note.
    expect(body.shipped.map((each: { _id: string }) => each._id)).toEqual([two.header._id, one.header._id]);
    const notes = body.shipped.map((each: { deliveryNoteNo: string }) => each.deliveryNoteNo);
    expect(new Set(notes).size).toBe(2);
    for (const [order, crates] of [
      [one, 1],
      [two, 3],
    ] as const) {
      const after = await fetchOrder(order);
      expect(after).toMatchObject({ ...van, status: 'Shipped', crates });
      expect(notes).toContain(after.deliveryNoteNo);
    }
    const after = await getStock(t, ids.kitchen, flour);
    expect(after.onHand).toBe(before.onHand - 3 * 10);
    expect(after.reserved).toBe(before.reserved - 3 * 10);
  });

  it("applies each order's own rules: rejected orders stay with a reason, the others ship", async () => {
    const good = await createPickedOrder(ids.branch1, [tomato, 1]);
    const unpicked = await createOrderInStatus(t, 'Under Process', {
      items: [{ itemId: tomato, orderQty: 1 }],
    });
    const changed = await createPickedOrder(ids.branch1, [tomato, 1]);
    const outdated = await buildRequestLine(changed);
    await t.as('admin').patch(`/orders/${changed.header._id}`, { driver: 'Kim' });
    const waiting = await createOrderInStatus(t, 'Sent to Central Kitchen', {
      items: [{ itemId: tomato, orderQty: 1 }],
    });
    const orders = [
      await buildRequestLine(unpicked),
      outdated,
      await buildRequestLine(waiting),
      await buildRequestLine(good),
    ];
    const { status, body } = await ship(orders);
    expect(status).toBe(200);
    expect(body.shipped.map(({ _id }: { _id: string }) => _id)).toEqual([good.header._id]);
    expect(body.failed).toMatchObject([
      { _id: unpicked.header._id, code: 'VALIDATION', reason: 'ship-not-picked', params: { n: '1' } },
      { _id: changed.header._id, code: 'STALE_VERSION', reason: 'changed-by-someone-else' },
      { _id: waiting.header._id, code: 'ILLEGAL_TRANSITION', reason: 'order-transition-not-allowed' },
    ]);
    expect(await fetchOrder(unpicked)).toMatchObject({
      status: 'Under Process',
      driver: null,
      version: orders[0]?.version,
    });
    expect(await fetchOrder(changed)).toMatchObject({ status: 'Under Process', driver: 'Kim' });
  });

  it('an order rejected for lack of stock leaves no note, transition, driver or audit entry', async () => {
    // Each order takes more than half of the stock, so there is enough for only one.
    const { onHand } = await getStock(t, ids.kitchen, box);
    const units = Math.floor(onHand / 100 / 2) + 1;
    const setNegativeStock = (negativeStock: string) =>
      t.as('admin').put(`/branch/${ids.kitchen}`, { negativeStock });
    // Both were picked while the kitchen allowed negative stock.
    await setNegativeStock('warn');
    const [first, second] = [
      await createPickedOrder(ids.branch1, [box, units]),
      await createPickedOrder(ids.branch2, [box, units]),
    ];
    await setNegativeStock('block');
    const { body } = await ship([await buildRequestLine(first), await buildRequestLine(second)]);
    expect(body.shipped.map(({ _id }: { _id: string }) => _id)).toEqual([first.header._id]);
    expect(body.failed).toMatchObject([
      { _id: second.header._id, code: 'INSUFFICIENT_STOCK', reason: 'not-enough' },
    ]);
    expect(await fetchOrder(second)).toMatchObject({
      status: 'Under Process',
      deliveryNoteNo: null,
      driver: null,
    });
    expect(await countStockMoves(second)).toBe(0);
    const [one, two] = [
      await createPickedOrder(ids.branch1, [tomato, 1]),
      await createPickedOrder(ids.branch1, [tomato, 1]),
    ];
    const { body: later } = await ship([await buildRequestLine(one), await buildRequestLine(two)]);
    const number = (text: string) => Number(text.split('-').at(-1));
    const [note] = body.shipped as { deliveryNoteNo: string }[];
    // The series has no gaps.
    expect(later.shipped.map((each: { deliveryNoteNo: string }) => number(each.deliveryNoteNo))).toEqual([
      number(note?.deliveryNoteNo ?? '') + 1,
      number(note?.deliveryNoteNo ?? '') + 2,
    ]);
  });
});

describe('repeated requests', () => {
  it('repeating a request after a lost response returns the same response', async () => {
    const order = await createPickedOrder(ids.branch1, [flour, 1]);
    const orders = [await buildRequestLine(order)];
    const first = await ship(orders, 'kitchen', 'ship-again');
    expect((await ship(orders, 'kitchen', 'ship-again')).body).toEqual(first.body);
    expect(await countStockMoves(order)).toBe(1);
  });

  it('a second request reports that the order is already in transit', async () => {
    const order = await createPickedOrder(ids.branch1, [flour, 1]);
    const orders = [await buildRequestLine(order)];
    const [first, second] = [await ship(orders), await ship(orders, 'admin')];
    expect(second.body.failed).toEqual([]);
    expect(second.body.shipped).toMatchObject([
      { deliveryNoteNo: first.body.shipped[0].deliveryNoteNo, wasAlreadyShipped: true },
    ]);
    expect((await fetchOrder(order)).statusHistory.filter(({ to }) => to === 'Shipped')).toHaveLength(1);
  });

  it('concurrent requests by three users ship each order once', async () => {
    const loadedOrders: LoadedOrder[] = [];
    for (let index = 0; index < 6; index += 1)
      loadedOrders.push(
        await createPickedOrder(index % 2 ? ids.branch1 : ids.branch2, [flour, 1], [tomato, 1]),
      );
    const before = await getStock(t, ids.kitchen, flour);
    const orders = await Promise.all(loadedOrders.map((order) => buildRequestLine(order)));
    const singleCalls = loadedOrders
      .slice(0, 3)
      .map(({ header }) => t.as('admin').patch(`/orders/${header._id}`, { status: 'Shipped' }));
    const [one, two] = await Promise.all([ship(orders), ship(orders.toReversed(), 'admin'), ...singleCalls]);
    for (const { status, body } of [one, two] as { status: number; body: { shipped: object[] } }[]) {
      expect(status).toBe(200);
      expect(body.shipped).toHaveLength(6);
    }
    for (const order of loadedOrders) {
      expect(await countStockMoves(order)).toBe(2);
      expect((await fetchOrder(order)).statusHistory.filter(({ to }) => to === 'Shipped')).toHaveLength(1);
    }
    expect((await getStock(t, ids.kitchen, flour)).onHand).toBe(before.onHand - 6 * 10);
  });
});

describe('permissions', () => {
  it('only kitchen and head office can ship', async () => {
    const order = await createPickedOrder(ids.branch1, [tomato, 1]);
    const orders = [await buildRequestLine(order)];
    expect((await ship(orders, 'branch')).status).toBe(403);
    expect((await ship(orders, 'viewer')).status).toBe(403);
    expect((await ship([...orders, { orderId: 'no-such', version: 1 }])).status).toBe(404);
    expect((await fetchOrder(order)).status).toBe('Under Process');
    expect((await ship(orders, 'admin')).status).toBe(200);
  });

  it('an order can be listed only once, and crates must be whole numbers from 1 to 200', async () => {
    const order = await createPickedOrder(ids.branch1, [tomato, 1]);
    const requestLine = await buildRequestLine(order);
    expect((await ship([requestLine, requestLine])).status).toBe(422);
    for (const crates of [0, -1, 1.5, 201])
      expect((await ship([{ ...requestLine, crates }])).status).toBe(422);
  });
});

describe('unshipping', () => {
  it('restores stock with its cost and lots, and the order is in process again', async () => {
    await t.db.writer
      .updateTable('items')
      .set({ trackLots: 1, trackExpiry: 1 })
      .where('_id', '=', ids.items.milk)
      .execute();
    await receiveStock(t, ids.kitchen, ids.items.milk, 100, 2, { lot: 'M1', expiry: '2026-03-20' });
    const order = await createPickedOrder(ids.branch1, [ids.items.milk, 1]);
    const loadBalance = () =>
      t.db.read
        .selectFrom('balances')
        .select(['onHandMicro', 'valueE4'])
        .where('itemId', '=', ids.items.milk)
        .where('placeId', '=', ids.kitchen)
        .executeTakeFirstOrThrow();
    const loadLots = () =>
      t.db.read
        .selectFrom('lotBalances')
        .selectAll()
        .where('itemId', '=', ids.items.milk)
        .where('placeId', '=', ids.kitchen)
        .execute();
    const [before, lotsBefore] = [await loadBalance(), await loadLots()];
    await ship([await buildRequestLine(order, { crates: 2 })]);
    expect(await loadBalance()).not.toEqual(before);
    // Permission to ship doesn't include unshipping.
    expect(
      (await t.as('kitchen').patch(`/orders/${order.header._id}`, { status: 'Under Process' })).status,
    ).toBe(403);
    const back = await t.as('admin').patch(`/orders/${order.header._id}`, { status: 'Under Process' });
    expect(back.status, back.text).toBe(200);
    expect(back.body).toMatchObject({ status: 'Under Process', deliveryNoteNo: null, crates: 2, ...van });
    expect(await loadBalance()).toEqual(before);
    expect(await loadLots()).toEqual(lotsBefore);
    expect((await ship([await buildRequestLine(order)])).body.shipped).toHaveLength(1);
  });

  it('is rejected once the branch has started to receive, or received', async () => {
    const order = await createPickedOrder(ids.branch1, [tomato, 1]);
    await ship([await buildRequestLine(order)]);
    const [line] = order.lines;
    await t
      .as('branch')
      .patch(`/orders/${order.header._id}`, { items: [{ lineId: line?.lineId, receivedQty: 1 }] });
    const started = await t.as('admin').patch(`/orders/${order.header._id}`, { status: 'Under Process' });
    expect(started.body).toMatchObject({ code: 'ILLEGAL_TRANSITION', reason: 'receipt-started' });
    expect((await t.as('branch').patch(`/orders/${order.header._id}`, { status: 'Received' })).status).toBe(
      200,
    );
    expect(
      (await t.as('admin').patch(`/orders/${order.header._id}`, { status: 'Under Process' })).status,
    ).toBe(409);
  });
});

describe('P10: a substitute before shipping', () => {
  const { bun } = ids.items;
  /** An order with flour to pick and a bun as its substitute, which the branch can accept or refuse. */
  async function createSubstitute() {
    const order = await createOrderInStatus(t, 'Under Process', { items: [{ itemId: flour, orderQty: 1 }] });
    const [line] = order.lines;
    const { body, status } = await t.as('kitchen').patch(`/orders/${order.header._id}`, {
      items: [
        { lineId: line?.lineId, pickedQty: 0, reason: 'substituted' },
        { itemId: bun, orderQty: 0, substituteFor: line?.lineId, pickedQty: 1, reason: 'substituted' },
      ],
    });
    expect(status).toBe(200);
    return { order, flourLine: line?.lineId, bunLine: body.items[1].lineId as string };
  }
  const respond = (
    order: LoadedOrder,
    lineId: string | undefined,
    substituteAnswer: string | null,
    as: ShippingUser | 'staff' | 'branch2',
  ) => t.as(as).patch(`/orders/${order.header._id}`, { items: [{ lineId, substituteAnswer }] });

  it("is shown to the branch; if refused it doesn't ship, and the rest ships once it is removed", async () => {
    const { order, bunLine } = await createSubstitute();
    expect((await fetchOrder(order, 'branch')).items[1]).toMatchObject({ lineId: bunLine, pickedQty: 1 });
    const response = await respond(order, bunLine, 'refused', 'branch');
    expect(response.status, response.text).toBe(200);
    expect((await fetchOrder(order, 'kitchen')).items[1]).toMatchObject({ substituteAnswer: 'refused' });
    const alone = await t.as('kitchen').patch(`/orders/${order.header._id}`, { status: 'Shipped' });
    expect(alone.body).toMatchObject({
      code: 'VALIDATION',
      fieldReasons: { [`items.${bunLine}.shippedQty`]: { reason: 'substitute-refused' } },
    });
    expect((await ship([await buildRequestLine(order)])).body.failed).toMatchObject([
      { reason: 'ship-refused', params: { n: '1' } },
    ]);
    await t
      .as('kitchen')
      .patch(`/orders/${order.header._id}`, { items: [{ lineId: bunLine, pickedQty: 0 }] });
    expect((await ship([await buildRequestLine(order)])).body.shipped).toHaveLength(1);
  });

  it('ships when accepted or unanswered; a refused substitute can still be accepted', async () => {
    const [accepted, unanswered] = [await createSubstitute(), await createSubstitute()];
    await respond(accepted.order, accepted.bunLine, 'refused', 'branch');
    await respond(accepted.order, accepted.bunLine, 'accepted', 'branch');
    const orders = [await buildRequestLine(accepted.order), await buildRequestLine(unanswered.order)];
    expect((await ship(orders)).body.shipped).toHaveLength(2);
    // In transit, the branch can no longer respond; it rejects unwanted goods at receipt.
    expect((await respond(unanswered.order, unanswered.bunLine, 'refused', 'branch')).status).toBe(409);
  });

  it("ships only when accepted, if the item or branch requires it; later rule changes don't affect it", async () => {
    await t.as('admin').put(`/items/${flour}`, { substituting: 'ask' });
    const { order, bunLine } = await createSubstitute();
    await t.as('admin').put(`/items/${flour}`, { substituting: null });
    const { bunLine: plain, order: withoutRule } = await createSubstitute();
    expect((await fetchOrder(order, 'branch')).items[1]).toMatchObject({
      lineId: bunLine,
      requiresAcceptance: true,
    });
    expect((await fetchOrder(withoutRule)).items.find(({ lineId }) => lineId === plain)).not.toHaveProperty(
      'requiresAcceptance',
    );
    const alone = await t.as('kitchen').patch(`/orders/${order.header._id}`, { status: 'Shipped' });
    expect(alone.body).toMatchObject({
      code: 'VALIDATION',
      fieldReasons: { [`items.${bunLine}.shippedQty`]: { reason: 'substitute-unanswered' } },
    });
    const together = await ship([await buildRequestLine(order), await buildRequestLine(withoutRule)]);
    expect(together.body.shipped).toHaveLength(1);
    expect(together.body.failed).toMatchObject([{ reason: 'ship-unanswered', params: { n: '1' } }]);
    // ClearOperation its substitute link doesn't bypass the rule.
    await t.as('kitchen').patch(`/orders/${order.header._id}`, {
      items: [{ lineId: bunLine, substituteFor: null }],
    });
    expect((await ship([await buildRequestLine(order)])).body.shipped).toEqual([]);
  });

  it.each(['the order', 'the pick list'])(
    'requires a new acceptance if %s increases its quantity',
    async (changedIn) => {
      await t.as('admin').put(`/items/${flour}`, { substituting: 'ask' });
      const { order, bunLine } = await createSubstitute();
      await t.as('admin').put(`/items/${flour}`, { substituting: null });
      await respond(order, bunLine, 'accepted', 'branch');
      const pick = async (wasPicked: number, pickedQty: number) => {
        const response =
          changedIn === 'the order'
            ? await t
                .as('kitchen')
                .patch(`/orders/${order.header._id}`, { items: [{ lineId: bunLine, pickedQty }] })
            : await t.as('kitchen').post('/pick-list/picks', {
                picks: [{ orderId: order.header._id, lineId: bunLine, wasPicked, pickedQty }],
              });
        expect(response.status, response.text).toBe(200);
      };
      await pick(1, 50);
      expect((await fetchOrder(order)).items[1]).toMatchObject({ pickedQty: 50 });
      expect((await fetchOrder(order)).items[1]).not.toHaveProperty('substituteAnswer');
      expect((await ship([await buildRequestLine(order)])).body.failed).toMatchObject([
        { reason: 'ship-unanswered' },
      ]);
      await respond(order, bunLine, 'accepted', 'branch');
      // Acceptance also covers smaller quantities.
      await pick(50, 2);
      expect((await fetchOrder(order)).items[1]).toMatchObject({
        pickedQty: 2,
        substituteAnswer: 'accepted',
      });
      expect((await ship([await buildRequestLine(order)])).body.shipped).toHaveLength(1);
    },
  );

  it('requires a new acceptance if it replaces another line', async () => {
    await t.as('admin').put(`/items/${tomato}`, { substituting: 'ask' });
    const items = [flour, tomato].map((itemId) => ({ itemId, orderQty: 1 }));
    const order = await createOrderInStatus(t, 'Under Process', { items });
    const [flourLine, tomatoLine] = order.lines.map(({ lineId }) => lineId);
    const edit = (...lines: object[]) =>
      t.as('kitchen').patch(`/orders/${order.header._id}`, { items: lines });
    const { body } = await edit(
      { lineId: flourLine, pickedQty: 0, reason: 'substituted' },
      { itemId: bun, orderQty: 0, substituteFor: flourLine, pickedQty: 1, reason: 'substituted' },
    );
    const bunLine = body.items[2].lineId as string;
    await respond(order, bunLine, 'accepted', 'branch');
    // Repeating the same value doesn't reset the acceptance.
    const unchanged = await edit({ lineId: bunLine, substituteFor: flourLine });
    expect(unchanged.body.items[2]).toMatchObject({ substituteAnswer: 'accepted' });
    const other = await edit(
      { lineId: bunLine, substituteFor: tomatoLine },
      { lineId: tomatoLine, pickedQty: 0, reason: 'substituted' },
    );
    expect(other.status, other.text).toBe(200);
    await t.as('admin').put(`/items/${tomato}`, { substituting: null });
    expect(other.body.items[2]).toMatchObject({ substituteFor: tomatoLine, requiresAcceptance: true });
    expect(other.body.items[2]).not.toHaveProperty('substituteAnswer');
    expect((await ship([await buildRequestLine(order)])).body.failed).toMatchObject([
      { reason: 'ship-unanswered' },
    ]);
  });

  it('lists show the number of unanswered substitutes until the order is received', async () => {
    const { order, bunLine } = await createSubstitute();
    const countUnanswered = async (as: ShippingUser = 'branch') => {
      const { body } = await t.as(as).get('/orders?limit=1');
      expect(body.orders[0]._id).toBe(order.header._id);
      return body.orders[0].unansweredSubstitutes;
    };
    expect([await countUnanswered(), await countUnanswered('kitchen')]).toEqual([1, 1]);
    await respond(order, bunLine, 'accepted', 'branch');
    expect(await countUnanswered()).toBeUndefined();
    await respond(order, bunLine, null, 'branch');
    expect(await countUnanswered()).toBe(1);
    expect((await ship([await buildRequestLine(order)])).body.shipped).toHaveLength(1);
    // A substitute shipped without a response can still be rejected at receipt.
    expect(await countUnanswered()).toBe(1);
    await t.as('admin').patch(`/orders/${order.header._id}`, { status: 'Under Process' });
    expect(await countUnanswered()).toBe(1);
    expect((await ship([await buildRequestLine(order)])).body.shipped).toHaveLength(1);
    await t.as('branch').patch(`/orders/${order.header._id}`, { status: 'Received' });
    expect(await countUnanswered()).toBeUndefined();
  });

  it('ships once it is accepted', async () => {
    await t.as('admin').put(`/branch/${ids.branch1}`, { substituting: 'ask' });
    const { order, bunLine } = await createSubstitute();
    await t.as('admin').put(`/branch/${ids.branch1}`, { substituting: null });
    expect((await respond(order, bunLine, 'accepted', 'branch')).status).toBe(200);
    expect((await ship([await buildRequestLine(order)])).body.shipped).toHaveLength(1);
  });

  it.each([
    ['the item', `/items/${flour}`],
    ['the branch', `/branch/${ids.branch1}`],
  ])("is rejected when picking if %s forbids it, and the pick isn't saved", async (_, address) => {
    await t.as('admin').put(address, { substituting: 'never' });
    const order = await createOrderInStatus(t, 'Under Process', { items: [{ itemId: flour, orderQty: 1 }] });
    const { lineId } = (await fetchOrder(order)).items[0] ?? {};
    const substitute = { itemId: bun, qty: 1 };
    const { status, body } = await t.as('kitchen').post('/pick-list/picks', {
      picks: [{ orderId: order.header._id, lineId, pickedQty: 0, wasPicked: null, substitute }],
    });
    await t.as('admin').put(address, { substituting: null });
    expect(status, JSON.stringify(body)).toBe(422);
    expect(JSON.stringify(body)).toContain('substitute-never');
    expect((await fetchOrder(order)).items).toMatchObject([{ lineId, pickedQty: null, reason: null }]);
  });

  it("must replace an ordered line, so that neither the rule nor the branch's refusal can be bypassed", async () => {
    const { order, flourLine, bunLine } = await createSubstitute();
    await respond(order, bunLine, 'refused', 'branch');
    const added = { itemId: bun, orderQty: 0, pickedQty: 1, reason: 'substituted' };
    const version = (await fetchOrder(order)).version;
    for (const entry of [
      { lineId: bunLine, substituteFor: null },
      { lineId: bunLine, substituteFor: bunLine },
      { lineId: flourLine, substituteFor: bunLine },
      { ...added, substituteFor: null },
      { ...added, substituteFor: 'nothing' },
      { ...added, substituteFor: bunLine },
    ]) {
      const response = await t.as('kitchen').patch(`/orders/${order.header._id}`, { items: [entry] });
      expect(response.status, JSON.stringify(entry)).toBe(422);
      expect(Object.values(response.body.fieldReasons)).toMatchObject([
        { reason: 'substitute-target-needed' },
      ]);
    }
    expect((await fetchOrder(order)).version).toBe(version);
    expect((await ship([await buildRequestLine(order)])).body.failed).toMatchObject([
      { reason: 'ship-refused' },
    ]);
  });

  it('only the branch can accept or refuse, and only substitutes', async () => {
    const { order, flourLine, bunLine } = await createSubstitute();
    expect((await respond(order, bunLine, 'refused', 'kitchen')).status).toBe(403);
    expect((await respond(order, bunLine, 'refused', 'staff')).status).toBe(403);
    expect((await respond(order, bunLine, 'refused', 'branch2')).status).toBe(404);
    expect((await respond(order, bunLine, 'maybe', 'branch')).status).toBe(422);
    expect((await respond(order, flourLine, 'refused', 'branch')).body).toMatchObject({
      fieldReasons: { [`items.${flourLine}.substituteAnswer`]: { reason: 'not-a-substitute' } },
    });
  });
});
