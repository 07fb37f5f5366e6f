import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pickedLines, pickList } from '#modules/picking/shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock, getStock } from '#app/server/testing/orders.ts';
import type { LoadedOrder } from './rows.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

/** Cancels orders left in process, so that the next test starts without picks. */
afterEach(async () => {
  const remaining = await t.db.read
    .selectFrom('orders')
    .select('_id')
    .where('status', 'in', ['Under Process', 'Sent to Central Kitchen'])
    .execute();
  for (const { _id } of remaining) {
    await t.as('admin').patch(`/orders/${_id}`, { transitionReason: 'no need' });
    expect((await t.as('admin').patch(`/orders/${_id}`, { status: 'Cancelled' })).status).toBe(200);
  }
});

type Person = 'kitchen' | 'admin' | 'branch' | 'viewer';
const list = async (query = '', as: Person = 'kitchen') => {
  const { status, body } = await t.as(as).get(`/pick-list${query}`);
  expect(status).toBe(200);
  expect(buildResponseSchema(pickList).parse(body)).toEqual(body);
  return body;
};
const createAcceptedOrder = (
  itemId: string,
  orderQty: number,
  branch: string = ids.branch1,
  deliveryDate = '2026-03-06',
) => createOrderInStatus(t, 'Under Process', { branch, deliveryDate, items: [{ itemId, orderQty }] });
const flour = (orderQty: number, branch?: string, deliveryDate?: string) =>
  createAcceptedOrder(ids.items.flour, orderQty, branch, deliveryDate);
const getLineIds = ({ header, lines }: LoadedOrder) => ({
  orderId: header._id,
  lineId: lines[0]?.lineId ?? '',
});
const pick = (order: LoadedOrder, pickedQty: number | null, fields: object = {}) => ({
  ...getLineIds(order),
  pickedQty,
  wasPicked: null,
  ...fields,
});
const send = (picks: object[], as: Person = 'kitchen', options: object = {}) =>
  t.as(as).post('/pick-list/picks', { picks, ...options });
const fetchOrder = async ({ header }: LoadedOrder, as: Person = 'admin') =>
  (await t.as(as).get(`/orders/${header._id}`)).body;
const trackLots = (item: string) =>
  t.db.writer.updateTable('items').set({ trackLots: 1, trackExpiry: 1 }).where('_id', '=', item).execute();
const enterLot = (item: string, lot: string, qty: number, expiry: string) =>
  receiveStock(t, ids.kitchen, item, qty, 1, { lot, expiry });
const setMinimumLife = (minShelfLifeDays: number | null) =>
  t.as('admin').put(`/branch/${ids.branch2}`, { minShelfLifeDays });

describe('pick list', () => {
  it("covers any set of orders, by item, earliest delivery first, with each branch's quantity", async () => {
    const later = await flour(3, ids.branch2, '2026-03-07');
    const first = await flour(2);
    const { body } = await t.as('kitchen').get('/pick-list');
    expect(body.orders.map(({ _id }: { _id: string }) => _id)).toEqual([first.header._id, later.header._id]);
    const [item] = body.items;
    expect(item).toMatchObject({ itemId: ids.items.flour, baseUnit: 'kg', available: 500 });
    expect(item.lines).toMatchObject([
      { ...getLineIds(first), wantedQty: 2, pickedQty: null, unitSymbol: 'case', claim: null },
      { ...getLineIds(later), wantedQty: 3 },
    ]);
    expect(body.sections).toMatchObject([
      { section: ids.section, name: 'Dry store', lines: 2, pickedLines: 0 },
    ]);
    const orderIds = async (query: string) =>
      (await list(query)).orders.map(({ _id }: { _id: string }) => _id);
    expect(await orderIds('?date=2026-03-07')).toEqual([later.header._id]);
    expect(await orderIds(`?branch=${ids.branch1}`)).toEqual([first.header._id]);
    expect(await orderIds(`?orders=${later.header._id}`)).toEqual([later.header._id]);
    expect(await orderIds('?category=none')).toEqual([]);
    expect((await list('?section=other')).items).toEqual([]);
  });

  it('can preview orders before they are accepted', async () => {
    const sent = await createOrderInStatus(t, 'Sent to Central Kitchen', {
      items: [{ itemId: ids.items.bun, orderQty: 1 }],
    });
    expect((await list()).orders).toEqual([]);
    const preview = await list('?status=Sent%20to%20Central%20Kitchen');
    expect(preview.orders.map(({ _id }: { _id: string }) => _id)).toEqual([sent.header._id]);
  });

  it('is available to kitchen and head office; branches can neither see nor pick', async () => {
    const order = await flour(2);
    expect((await list('', 'branch')).items).toEqual([]);
    expect((await list('', 'admin')).items).toHaveLength(1);
    expect((await send([pick(order, 2)], 'branch')).status).toBe(403);
    const claim = { lines: [getLineIds(order).lineId], action: 'take' };
    expect((await t.as('branch').post('/pick-list/claims', claim)).status).toBe(403);
    expect((await send([pick(order, 2)], 'viewer')).status).toBe(403);
  });
});

describe('claims', () => {
  it('P5: only one of two pickers gets the line, recorded with name and time; it can be released and taken over', async () => {
    const order = await flour(2);
    const { lineId } = getLineIds(order);
    const claim = (action: string, as: Person) =>
      t.as(as).post('/pick-list/claims', { lines: [lineId], action });
    const responses = await Promise.all([claim('take', 'kitchen'), claim('take', 'admin')]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const winner: Person = responses[0]?.status === 200 ? 'kitchen' : 'admin';
    const loser: Person = winner === 'kitchen' ? 'admin' : 'kitchen';
    const { claim: taken } = (await list()).items[0].lines[0];
    expect(taken).toMatchObject({
      userId: ids.users[winner],
      claimedAt: t.clock.now().toISOString(),
      pickedAt: null,
    });
    // Only the holder can release a line, and only the holder can pick it.
    await claim('release', loser);
    const response = await send([pick(order, 2)], loser);
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({
      code: 'IN_USE',
      reason: 'pick-taken',
      params: { name: taken.userName },
      details: { claim: { userId: ids.users[winner] } },
    });
    expect((await claim('takeOver', loser)).body.claims[0].claim.userId).toBe(ids.users[loser]);
    expect((await send([pick(order, 2)], winner)).status).toBe(409);
    await claim('release', loser);
    expect((await send([pick(order, 2)], winner)).status).toBe(200);
  });

  it("claims a section's unclaimed lines and lists who has claimed the others", async () => {
    const [one, two] = [await flour(2), await flour(3, ids.branch2)];
    await t.as('admin').post('/pick-list/claims', { lines: [getLineIds(one).lineId], action: 'take' });
    const lines = [getLineIds(one).lineId, getLineIds(two).lineId];
    const { status, body } = await t.as('kitchen').post('/pick-list/claims', { lines, action: 'take' });
    expect(status).toBe(200);
    expect(body.claimedByOthers).toBe(1);
    const by = Object.fromEntries(
      body.claims.map((row: { lineId: string; claim: { userId: string } }) => [row.lineId, row.claim.userId]),
    );
    expect(by).toEqual({ [lines[0] ?? '']: ids.users.admin, [lines[1] ?? '']: ids.users.kitchen });
  });

  it('end when the order has shipped or is released', async () => {
    const order = await flour(2);
    await t.as('kitchen').post('/pick-list/claims', { lines: [getLineIds(order).lineId], action: 'take' });
    await t.as('kitchen').patch(`/orders/${order.header._id}`, { status: 'Sent to Central Kitchen' });
    expect(
      await t.db.read.selectFrom('pickClaims').selectAll().where('orderId', '=', order.header._id).execute(),
    ).toEqual([]);
    const late = await t
      .as('kitchen')
      .post('/pick-list/claims', { lines: [getLineIds(order).lineId], action: 'take' });
    expect(late).toMatchObject({ status: 409, body: { reason: 'pick-not-in-process' } });
    expect((await send([pick(order, 2)])).body.reason).toBe('pick-not-in-process');
  });
});

describe('picks', () => {
  it('P9: can be saved for lines of several orders at once', async () => {
    const [one, two] = [await flour(2), await flour(3, ids.branch2)];
    const response = await send([pick(two, 3), pick(one, 2)]);
    expect(response.status).toBe(200);
    expect(buildResponseSchema(pickedLines).parse(response.body)).toEqual(response.body);
    expect((await fetchOrder(one)).items[0].pickedQty).toBe(2);
    expect((await fetchOrder(two)).items[0].pickedQty).toBe(3);
    // The list of a single order shows the same lines.
    const [line] = (await list(`?orders=${two.header._id}`)).items[0].lines;
    expect(line).toMatchObject({ pickedQty: 3, claim: { userId: ids.users.kitchen } });
    expect(line.claim.pickedAt).not.toBeNull();
  });

  it('are all or nothing', async () => {
    const [one, two] = [await flour(2), await flour(3, ids.branch2)];
    await send([pick(two, 1)]);
    const { status, body } = await send([pick(one, 2), pick(two, 3)], 'admin', { takeOver: true });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      reason: 'pick-changed',
      fields: { 'picks.1.pickedQty': expect.any(String) },
    });
    expect((await fetchOrder(one)).items[0].pickedQty).toBeNull();
  });

  it('P5: two pickers finishing the last two lines at once complete the list', async () => {
    const [one, two] = [await flour(2), await flour(3, ids.branch2)];
    const responses = await Promise.all([send([pick(one, 2)], 'kitchen'), send([pick(two, 3)], 'admin')]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect((await list()).sections).toMatchObject([{ lines: 2, pickedLines: 2 }]);
  });

  it('P5: if two pickers enter the same quantity at once, one picks it and the other gets an error', async () => {
    const order = await flour(2);
    const responses = await Promise.all([send([pick(order, 2)], 'kitchen'), send([pick(order, 2)], 'admin')]);
    const [winner, loser] = responses.toSorted((a, b) => a.status - b.status);
    expect(winner?.status).toBe(200);
    expect(loser).toMatchObject({ status: 409, body: { code: 'IN_USE', reason: 'pick-changed' } });
    expect((await fetchOrder(order)).version).toBe(order.header.version + 1);
  });

  it('P5: a repeated put-back succeeds only for the picker who did it', async () => {
    const order = await flour(5);
    const back = pick(order, 2, { putBack: true });
    expect((await send([back])).status).toBe(200);
    expect((await send([back])).status).toBe(200);
    expect((await fetchOrder(order)).version).toBe(order.header.version + 1);
    expect((await send([pick(order, 2)], 'admin')).body.reason).toBe('pick-changed');
  });

  it('a repeated request, or two pickers picking at once, picks once', async () => {
    const order = await flour(2);
    const responses = await Promise.all([1, 2, 3].map(() => send([pick(order, 2)])));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await fetchOrder(order)).version).toBe(order.header.version + 1);
    const other = await send([pick(order, 1)], 'admin');
    expect(other.body.reason).toBe('pick-changed');
  });

  it('partial picks leave the rest; a reason completes the line; a full pick clears the reason', async () => {
    const order = await flour(5);
    await send([pick(order, 2)]);
    expect((await list()).sections[0].pickedLines).toBe(0);
    await send([pick(order, 2, { wasPicked: 2, reason: 'out_of_stock' })]);
    expect((await list()).sections[0].pickedLines).toBe(1);
    await send([pick(order, 5, { wasPicked: 2 })]);
    const { items } = await fetchOrder(order);
    expect(items[0]).toMatchObject({ pickedQty: 5, reason: null });
  });

  it("a partial put-back releases the claim, and an approval reason doesn't complete the line", async () => {
    const order = await createOrderInStatus(t, 'Sent to Central Kitchen', {
      items: [{ itemId: ids.items.flour, orderQty: 6 }],
    });
    const { lineId } = getLineIds(order);
    const path = `/orders/${order.header._id}`;
    await t.as('kitchen').patch(path, { items: [{ lineId, approvedQty: 5, reason: 'out_of_stock' }] });
    await t.as('kitchen').patch(path, { status: 'Under Process' });
    await send([pick(order, 2, { putBack: true })]);
    const current = await list();
    expect(current.sections[0].pickedLines).toBe(0);
    expect(current.items[0].lines[0]).toMatchObject({
      pickedQty: 2,
      claim: { userId: null, pickedAt: null },
    });
    expect((await send([pick(order, 5, { wasPicked: 2 })], 'admin')).status).toBe(200);
    // The reason for approving less than ordered stays.
    expect((await fetchOrder(order)).items[0]).toMatchObject({ pickedQty: 5, reasonCode: 'out_of_stock' });
  });

  it('P10: a short pick with a substitute in one step is visible to the branch before shipping', async () => {
    const order = await flour(5);
    const substitute = { itemId: ids.items.bun, qty: 1 };
    const body = pick(order, 2, { substitute });
    const { status, body: response } = await send([body]);
    expect(status).toBe(200);
    expect(response.lines).toMatchObject([
      { ...getLineIds(order), pickedQty: 2, reasonCode: 'substituted' },
      { itemId: ids.items.bun, pickedQty: 1, substituteFor: getLineIds(order).lineId },
    ]);
    // Repeated, as from another tab: nothing is added twice.
    expect((await send([{ ...body, wasPicked: 2 }])).status).toBe(200);
    const current = await fetchOrder(order, 'branch');
    expect(current.status).toBe('Under Process');
    expect(current.items).toMatchObject([
      { pickedQty: 2, reasonCode: 'substituted' },
      { itemId: ids.items.bun, pickedQty: 1, substituteFor: getLineIds(order).lineId },
    ]);
    expect((await list()).sections).toMatchObject([{ lines: 2, pickedLines: 2 }]);
  });

  it('P9: a line may appear only once in a request', async () => {
    const order = await flour(5);
    const twice = await send([pick(order, 5), pick(order, 2)]);
    expect(twice).toMatchObject({
      status: 422,
      body: { fieldReasons: { picks: { reason: 'each-line-once' } } },
    });
    expect((await fetchOrder(order)).items[0]).toMatchObject({ pickedQty: null });
  });

  it('uses the shipped quantity if one was entered', async () => {
    const order = await flour(2);
    const edit = { items: [{ lineId: getLineIds(order).lineId, shippedQty: 1 }] };
    await t.as('kitchen').patch(`/orders/${order.header._id}`, edit);
    await send([pick(order, 2, { wasPicked: 1 })]);
    expect((await fetchOrder(order)).items[0]).toMatchObject({ pickedQty: 2, shippedQty: 2 });
  });

  it('reloading a list reads only changed orders', async () => {
    const [one, two] = [await flour(2), await flour(3, ids.branch2)];
    await list();
    await send([pick(one, 2)]);
    await t
      .as('kitchen')
      .patch(`/orders/${two.header._id}`, { items: [{ lineId: getLineIds(two).lineId, pickedQty: 1 }] });
    const { items } = await list();
    expect(items[0].lines.map(({ pickedQty }: { pickedQty: number }) => pickedQty)).toEqual([2, 1]);
    expect(await getStock(t, ids.kitchen, ids.items.flour)).toMatchObject({ onHand: 500, reserved: 50 });
  });
});

describe('stock that is enough for one of two orders', () => {
  const { tomato } = ids.items;
  /** With 80 kg in stock, the first order gets 60, and the second only 20 of its 60. */
  const createTwoOrders = async () =>
    [await createAcceptedOrder(tomato, 60), await createAcceptedOrder(tomato, 60, ids.branch2)] as const;

  it('P2: a shortage of untracked items is reported when picking, not when shipping', async () => {
    const [first, second] = await createTwoOrders();
    const { status, body } = await send([pick(second, 60)]);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'INSUFFICIENT_STOCK',
      details: { itemId: tomato, needed: 60, available: 20 },
      fields: { [`items.${getLineIds(second).lineId}.pickedQty`]: expect.stringContaining('20 kg') },
    });
    expect((await send([pick(second, 20, { reason: 'out_of_stock' }), pick(first, 60)])).status).toBe(200);
    expect(await getStock(t, ids.kitchen, tomato)).toMatchObject({ onHand: 80, reserved: 80 });
    for (const { header } of [second, first])
      expect((await t.as('kitchen').patch(`/orders/${header._id}`, { status: 'Shipped' })).status).toBe(200);
    expect(await getStock(t, ids.kitchen, tomato)).toMatchObject({ onHand: 0, reserved: 0 });
    await receiveStock(t, ids.kitchen, tomato, 80, 1);
  });

  it('P2: a shortage of stock without a lot is reported when picking', async () => {
    await trackLots(tomato);
    const [first, second] = await createTwoOrders();
    expect((await send([pick(second, 60)])).body.code).toBe('INSUFFICIENT_STOCK');
    expect((await send([pick(first, 60), pick(second, 20)])).status).toBe(200);
  });

  it('P2 P10: picks beyond the approved quantity and substitutes are reserved until put back', async () => {
    const order = await createAcceptedOrder(tomato, 30);
    await send([pick(order, 50, { reason: 'other' })]);
    expect(await getStock(t, ids.kitchen, tomato)).toMatchObject({ reserved: 50 });
    await send([pick(order, 10, { wasPicked: 50 })]);
    expect(await getStock(t, ids.kitchen, tomato)).toMatchObject({ reserved: 30 });
    const short = await flour(2);
    const substitute = { itemId: tomato, qty: 60 };
    const response = await send([pick(short, 1, { substitute })]);
    expect(response.body).toMatchObject({ code: 'INSUFFICIENT_STOCK', details: { available: 50 } });
    expect((await send([pick(short, 1, { substitute: { ...substitute, qty: 50 } })])).status).toBe(200);
    expect(await getStock(t, ids.kitchen, tomato)).toMatchObject({ reserved: 80 });
    expect((await send([pick(order, 31, { wasPicked: 10, reason: 'other' })])).status).toBe(409);
  });
});

describe('lot-tracked items', () => {
  it('P1 P2 P3: lots are offered by expiry, expired ones marked, with the day through which lots must be valid for each branch', async () => {
    await trackLots(ids.items.milk);
    await setMinimumLife(10);
    await enterLot(ids.items.milk, 'SOON', 20, '2026-03-08');
    await enterLot(ids.items.milk, 'PAST', 20, '2026-03-03');
    await enterLot(ids.items.milk, 'LATE', 20, '2026-04-20');
    await createAcceptedOrder(ids.items.milk, 1);
    await createAcceptedOrder(ids.items.milk, 1, ids.branch2);
    const { items, orders } = await list();
    expect(items[0].lots.map(({ lot, state }: { lot: string; state: string }) => `${lot} ${state}`)).toEqual([
      'PAST expired',
      'SOON usable',
      'LATE usable',
      'null usable',
    ]);
    expect(orders.map(({ validThrough }: { validThrough: string }) => validThrough)).toEqual([
      '2026-03-06',
      '2026-03-16',
    ]);
  });

  it("P2: each line reserves lots by FEFO with the branch's minimum remaining shelf life; shortages are reported when picking", async () => {
    const { tomato } = ids.items;
    await trackLots(tomato);
    await setMinimumLife(10);
    await enterLot(tomato, 'SOON', 10, '2026-03-08');
    await enterLot(tomato, 'LATE', 20, '2026-04-20');
    const [near, far] = [
      await createAcceptedOrder(tomato, 15),
      await createAcceptedOrder(tomato, 5, ids.branch2),
    ];
    const { body } = await send([pick(near, 15), pick(far, 5)]);
    expect(body.lines.map(({ lots }: { lots: object[] }) => lots)).toMatchObject([
      [
        { lot: 'SOON', qty: 10 },
        { lot: 'LATE', qty: 5 },
      ],
      [{ lot: 'LATE', qty: 5 }],
    ]);
    const named = await send([pick(near, 4, { wasPicked: 15, lots: [{ lot: 'SOON', qty: 4 }] })]);
    expect(named.body.lines[0].lots).toMatchObject([{ lot: 'SOON', qty: 4 }]);
    const tooMuch = await send([pick(far, 40, { wasPicked: 5, lots: [{ lot: 'LATE', qty: 40 }] })]);
    expect(tooMuch).toMatchObject({ status: 409, body: { code: 'INSUFFICIENT_STOCK' } });
  });

  it('P3: rejects an expired lot even if the pick specifies it', async () => {
    await trackLots(ids.items.bun);
    await enterLot(ids.items.bun, 'PAST', 200, '2026-03-03');
    const order = await createAcceptedOrder(ids.items.bun, 1);
    const { body } = await send([pick(order, 1, { lots: [{ lot: 'PAST', qty: 1 }] })]);
    expect(body.code).toBe('LOT_EXPIRED');
    // Shipping without a pick doesn't use the expired lot either; it uses stock without a lot.
    const shipped = await t.as('kitchen').patch(`/orders/${order.header._id}`, { status: 'Shipped' });
    expect([shipped.status, shipped.text]).toEqual([200, shipped.text]);
    const lots = await t.db.read
      .selectFrom('lotBalances')
      .innerJoin('lots', 'lots._id', 'lotBalances.lotId')
      .select(['code', 'onHandMicro'])
      .where('lotBalances.itemId', '=', ids.items.bun)
      .where('placeId', '=', ids.kitchen)
      .where('code', '=', 'PAST')
      .execute();
    expect(lots.map(({ onHandMicro }) => Number(onHandMicro))).toEqual([200e6]);
  });
});
