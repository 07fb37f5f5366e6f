import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stockMove, stockRow } from '../shapes.ts';
import { transitLocation } from '../ledger-locations.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock, getStock } from '#app/server/testing/orders.ts';
import { createUserWithoutCosts } from '#app/server/testing/user-without-costs.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const buildTomatoes = (orderQty: number) => ({ items: [{ itemId: ids.items.tomato, orderQty }] });
const loadReservedQty = async (id: string) =>
  (await t.as('kitchen').get(`/orders/${id}`)).body.items[0].reservedQty;

test("lists stock by item and location, in base units, within the user's scope", async () => {
  await createOrderInStatus(t, 'Shipped');
  const all = await t.as('admin').get('/stock');
  for (const row of all.body) expect(buildResponseSchema(stockRow).parse(row)).toEqual(row);
  expect(all.headers.get('x-total-count')).toBe(String(all.body.length));
  const flour = all.body.find(
    (row: { itemId: string; placeId: string }) =>
      row.itemId === ids.items.flour && row.placeId === ids.kitchen,
  );
  expect(flour).toMatchObject({
    placeType: 'central_kitchen',
    onHand: 480,
    reserved: 0,
    available: 480,
    avgCost: 1.2,
    value: 576,
  });
  const places = async (user: 'branch' | 'branch2' | 'kitchen') => {
    const rows: { placeId: string }[] = (await t.as(user).get('/stock')).body;
    return [...new Set(rows.map((row) => row.placeId))].toSorted((x, y) => x.localeCompare(y));
  };
  // The destination of goods in transit has an empty balance row.
  expect(await places('branch')).toEqual([ids.branch1, transitLocation(ids.branch1)]);
  expect(await places('branch2')).toEqual([]);
  expect(await places('kitchen')).toEqual([ids.kitchen, transitLocation(ids.branch1)]);
});

test('sorts stock by value and average cost in both directions', async () => {
  const loadFigures = async (user: 'admin', sort: string, field: 'value' | 'avgCost') => {
    const rows: Record<'value' | 'avgCost' | 'itemName', unknown>[] = (
      await t.as(user).get(`/stock?limit=500&sort=${sort}`)
    ).body;
    return rows.map((row) => row[field]);
  };
  for (const field of ['value', 'avgCost'] as const) {
    const figures = await loadFigures('admin', field, field);
    const sortedFigures = figures.filter((figure) => figure !== null) as number[];
    expect(new Set(sortedFigures).size).toBeGreaterThan(2);
    expect(sortedFigures).toEqual(sortedFigures.toSorted((a, b) => a - b));
    // Rows without an average cost come last in both directions.
    expect(figures.slice(sortedFigures.length).every((figure) => figure === null)).toBe(true);
    expect(await loadFigures('admin', `-${field}`, field)).toEqual([
      ...sortedFigures.toReversed(),
      ...figures.slice(sortedFigures.length),
    ]);
  }
});

test.each([
  [`?itemId=${ids.items.flour}`, 3],
  [`?itemId=${ids.items.flour}&placeId=${ids.kitchen}`, 1],
  ['?placeType=transit', 2],
  ['?q=BREAD', 3],
  ['?q=100%25', 0],
])('%s returns %i rows', async (query, count) => {
  expect((await t.as('admin').get(`/stock${query}`)).body).toHaveLength(count);
});

test('the compact list returns 304 when unchanged', async () => {
  const first = await t.as('admin').get('/stock?view=compact');
  expect(Object.keys(first.body[0])).toEqual(['itemId', 'placeId', 'onHand', 'reserved', 'avgCost', 'value']);
  const etag = first.headers.get('etag') ?? '';
  expect((await t.as('admin').get('/stock?view=compact', { 'if-none-match': etag })).status).toBe(304);
  await receiveStock(t, ids.kitchen, ids.items.box, 1);
  expect((await t.as('admin').get('/stock?view=compact', { 'if-none-match': etag })).status).toBe(200);
});

test('an average cost has six decimals, because a gram may cost less than a ten-thousandth', async () => {
  const [row] = (await t.as('admin').get(`/stock?itemId=${ids.items.box}&placeId=${ids.kitchen}`)).body;
  const set = (values: { onHandMicro: number; valueE4: number }) =>
    t.db.write((tx) =>
      tx
        .updateTable('balances')
        .set(values)
        .where('placeId', '=', ids.kitchen)
        .where('itemId', '=', ids.items.box)
        .execute(),
    );
  await set({ onHandMicro: 1_000_000_000, valueE4: 20_810 });
  const [changed] = (await t.as('admin').get(`/stock?itemId=${ids.items.box}&placeId=${ids.kitchen}`)).body;
  expect(changed.avgCost).toBe(0.002081);
  await set({ onHandMicro: row.onHand * 1e6, valueE4: row.value * 1e4 });
});

test('filters faulty stock, and by cost only for users who see costs', async () => {
  const { flour, milk, box } = ids.items;
  const set = (itemId: string, values: { onHandMicro?: number; valueE4?: number }) =>
    t.db.write((tx) =>
      tx
        .updateTable('balances')
        .set(values)
        .where('placeId', '=', ids.kitchen)
        .where('itemId', '=', itemId)
        .execute(),
    );
  const before = await t.db.read
    .selectFrom('balances')
    .select(['itemId', 'onHandMicro', 'valueE4'])
    .where('placeId', '=', ids.kitchen)
    .where('itemId', 'in', [flour, milk, box])
    .execute();
  await set(flour, { onHandMicro: -2_500_000 });
  await set(milk, { valueE4: 0 });
  await set(box, { onHandMicro: 0, valueE4: 0 });
  const listFaultyItems = async (client = t.as('admin')) =>
    (await client.get('/stock?view=compact&only=with-errors')).body.map(
      (row: { itemId: string }) => row.itemId,
    );
  expect(await listFaultyItems()).toEqual([flour, milk]);
  const outsider = await createUserWithoutCosts(t, ['dashboard-quick-fix']);
  expect(await listFaultyItems(outsider)).toEqual([flour]);
  // Sorting must not reveal hidden figures.
  const listSortedBy = async (sort: string) => (await outsider.get(`/stock?limit=500&sort=${sort}`)).body;
  for (const sort of ['value', '-value', 'avgCost', '-avgCost'])
    expect(await listSortedBy(sort)).toEqual(await listSortedBy('itemName'));
  expect(await listFaultyItems(t.as('branch'))).toEqual([]);
  for (const { itemId, ...values } of before) await set(itemId, values);
});

test("lists movements newest first, limited to those at the user's locations", async () => {
  const { header } = await createOrderInStatus(t, 'Shipped', { branch: ids.branch2 });
  const moves = await t.as('kitchen').get(`/stock/moves?docId=${header._id}`);
  for (const move of moves.body) expect(buildResponseSchema(stockMove).parse(move)).toEqual(move);
  expect(moves.body).toMatchObject([
    {
      itemName: 'Tomato',
      qty: 1.5,
      unitCost: 2.1,
      value: 3.15,
      fromName: 'Central Kitchen',
      toName: 'Station (in transit)',
      docNo: header.orderNo,
      kind: 'ship',
    },
    { itemName: 'Bread flour', qty: 20, lot: null },
  ]);
  expect((await t.as('branch2').get(`/stock/moves?docId=${header._id}`)).body).toHaveLength(2);
  expect((await t.as('branch').get(`/stock/moves?docId=${header._id}`)).body).toEqual([]);
  const [newest] = moves.body;
  expect(
    (await t.as('kitchen').get(`/stock/moves?docId=${header._id}&after=${newest.seq}`)).body,
  ).toHaveLength(1);
});

test('row 18: pages of movements, of one location or of all, are consistent for every user', async () => {
  for (const branch of [ids.branch1, ids.branch2]) await createOrderInStatus(t, 'Received', { branch });
  const moves = (await t.db.read.selectFrom('stockMoves').selectAll().orderBy('seq', 'desc').execute()).map(
    ({ seq, fromPlace, toPlace }) => ({ seq: Number(seq), places: [fromPlace, toPlace] }),
  );
  const transit = `${ids.branch2}:transit`;
  const branch2Places = [ids.branch2, transit, `${ids.branch2}:hold`];
  for (const [user, placeId, isVisible] of [
    ['admin', ids.kitchen, () => true],
    ['admin', transit, () => true],
    ['admin', 'supplier', () => true],
    ['admin', 'nowhere', () => true],
    ['branch2', ids.branch2, () => true],
    ['branch2', '', (place: string) => branch2Places.includes(place)],
    ['branch2', ids.kitchen, (place: string) => branch2Places.includes(place)],
  ] as const)
    for (const sort of ['-seq', 'seq']) {
      const expected = moves
        .filter(({ places }) => (placeId === '' || places.includes(placeId)) && places.some(isVisible))
        .map(({ seq }) => seq);
      if (sort === 'seq') expected.reverse();
      const loadReport = async (more: string) => {
        const { body, status, headers } = await t
          .as(user)
          .get(`/stock/moves?limit=3&sort=${sort}${placeId && `&placeId=${placeId}`}${more}`);
        expect(status).toBe(200);
        // A movement between two visible locations counts once.
        expect([user, placeId, headers.get('x-total-count')]).toEqual([user, placeId, `${expected.length}`]);
        return (body as { seq: number }[]).map(({ seq }) => seq);
      };
      expect(expected.length === 0).toBe(placeId === 'nowhere');
      // The first, a middle and the last, partial page.
      for (const page of [1, 2, Math.ceil(expected.length / 3), Math.ceil(expected.length / 3) + 1])
        if (page > 0)
          expect([user, placeId, sort, page, await loadReport(`&page=${page}`)]).toEqual([
            user,
            placeId,
            sort,
            page,
            expected.slice((page - 1) * 3, page * 3),
          ]);
      for (const index of [0, expected.length - 3])
        if (expected[index] !== undefined)
          expect(await loadReport(`&after=${expected[index]}`)).toEqual(expected.slice(index + 1, index + 4));
    }
});

test('new stock fills backorders, starting with the order accepted first', async () => {
  const { onHand } = await getStock(t, ids.kitchen, ids.items.tomato);
  const first = await createOrderInStatus(t, 'Under Process', buildTomatoes(onHand - 10));
  t.clock.advance(1000);
  const second = await createOrderInStatus(t, 'Under Process', buildTomatoes(30));
  t.clock.advance(1000);
  const third = await createOrderInStatus(t, 'Under Process', buildTomatoes(5));
  const loadReserved = async () => [
    await loadReservedQty(first.header._id),
    await loadReservedQty(second.header._id),
    await loadReservedQty(third.header._id),
  ];
  expect(await loadReserved()).toEqual([onHand - 10, 10, 0]);
  await receiveStock(t, ids.kitchen, ids.items.tomato, 15, 2.1);
  expect(await loadReserved()).toEqual([onHand - 10, 25, 0]);
  const short = await t.as('kitchen').patch(`/orders/${second.header._id}`, { status: 'Shipped' });
  expect(short).toMatchObject({
    status: 409,
    body: {
      code: 'INSUFFICIENT_STOCK',
      details: { itemName: 'Tomato', placeName: 'Central Kitchen', needed: 30, available: 25 },
    },
  });
  await t.as('kitchen').patch(`/orders/${first.header._id}`, { transitionReason: 'closed' });
  await t.as('kitchen').patch(`/orders/${first.header._id}`, { status: 'Cancelled' });
  expect(await loadReservedQty(second.header._id)).toBe(30);
  expect(await loadReservedQty(third.header._id)).toBe(5);
  expect((await t.as('kitchen').patch(`/orders/${second.header._id}`, { status: 'Shipped' })).status).toBe(
    200,
  );
});

test('adds up two lines for the same item', async () => {
  const { onHand, reserved: held } = await getStock(t, ids.kitchen, ids.items.milk);
  const half = (onHand - held) / 2 / 12;
  const twoLines = { items: [half, half + 1].map((orderQty) => ({ itemId: ids.items.milk, orderQty })) };
  const { header } = await createOrderInStatus(t, 'Under Process', twoLines);
  const { body } = await t.as('kitchen').get(`/orders/${header._id}`);
  expect(body.items.map((line: { reservedQty: number }) => line.reservedQty)).toEqual([half, half]);
  expect((await t.as('kitchen').patch(`/orders/${header._id}`, { status: 'Shipped' })).body.code).toBe(
    'INSUFFICIENT_STOCK',
  );
});

test('if negative stock is allowed, the next receipt corrects the cost', async () => {
  const setNegativeStock = async (negativeStock: string) =>
    expect(await t.as('admin').put(`/branch/${ids.kitchen}`, { negativeStock })).toMatchObject({
      status: 200,
      body: { negativeStock },
    });
  const { onHand } = await getStock(t, ids.kitchen, ids.items.bun);
  const more = { items: [{ itemId: ids.items.bun, orderQty: onHand + 100, unit: 'piece' }] };
  await expect(createOrderInStatus(t, 'Shipped', more)).rejects.toMatchObject({ code: 'INSUFFICIENT_STOCK' });
  await setNegativeStock('warn');
  await createOrderInStatus(t, 'Shipped', more);
  expect(await getStock(t, ids.kitchen, ids.items.bun)).toEqual({ onHand: -100, reserved: 0 });
  await receiveStock(t, ids.kitchen, ids.items.bun, 300, 0.5);
  const { body } = await t.as('admin').get(`/stock?itemId=${ids.items.bun}&placeId=${ids.kitchen}`);
  expect(body[0]).toMatchObject({ onHand: 200, avgCost: 0.5, value: 100 });
  await setNegativeStock('block');
  const tooMuch = { items: [{ itemId: ids.items.bun, orderQty: 201, unit: 'piece' }] };
  await expect(createOrderInStatus(t, 'Shipped', tooMuch)).rejects.toMatchObject({
    code: 'INSUFFICIENT_STOCK',
  });
});

test('a location that was never counted may go negative', async () => {
  const setCountedAt = (countedAt: string | null) =>
    t.db.writer.updateTable('branches').set({ countedAt }).where('_id', '=', ids.kitchen).execute();
  const order = { items: [{ itemId: ids.items.box, orderQty: 9999 }] };
  await expect(createOrderInStatus(t, 'Shipped', order)).rejects.toMatchObject({
    code: 'INSUFFICIENT_STOCK',
  });
  await setCountedAt(null);
  const { header } = await createOrderInStatus(t, 'Shipped', order);
  await t.as('admin').patch(`/orders/${header._id}`, { status: 'Under Process' });
  await t.as('admin').patch(`/orders/${header._id}`, { transitionReason: 'a mistake' });
  await t.as('admin').patch(`/orders/${header._id}`, { status: 'Cancelled' });
  await setCountedAt('2026-03-04T09:00:00.000Z');
});

test('lots travel with the shipped goods', async () => {
  const { header, lines } = await createOrderInStatus(t, 'Under Process');
  const lots = [
    { lot: 'A1', qty: 0.5, expiry: '2026-04-01' },
    { lot: 'B2', qty: 1 },
  ];
  await t.as('kitchen').patch(`/orders/${header._id}`, { items: [{ lineId: lines[0]?.lineId, lots }] });
  const shipped = await t.as('kitchen').patch(`/orders/${header._id}`, { status: 'Shipped' });
  expect(shipped.body.items[0].lots).toEqual(lots);
  const moves = (
    await t.as('admin').get(`/stock/moves?docId=${header._id}&itemId=${ids.items.flour}&sort=seq`)
  ).body;
  expect(moves.map((move: { lot: string; qty: number }) => [move.lot, move.qty])).toEqual([
    ['A1', 5],
    ['B2', 10],
    [null, 5],
  ]);
});

test('reconcile finds no differences', async () => {
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
});
