import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StockAsAt, type StockPosition, stockAsAt, stockPosition } from '../shapes.ts';
import { transitLocation } from '../ledger-locations.ts';
import { type StockSubset, stockSubsets } from '../stock-subsets.ts';
import { addDays, dayMs, toUtcDay } from '#core/day.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';

/** It is 4 March; in the kitchen's time zone it is already the 5th. */
let t: TestApp;
const { flour, milk, tomato, bun } = ids.items;
beforeAll(async () => {
  t = await createTestApp({ now: '2026-03-04T12:00:00.000Z' });
  for (const item of [milk, tomato])
    await t.db.writer.updateTable('items').set({ trackLots: 1 }).where('_id', '=', item).execute();
  await t.db.writer
    .updateTable('branches')
    .set({ timezone: 'Pacific/Auckland' })
    .where('_id', '=', ids.branch2)
    .execute();
  for (const [lot, expiry] of [
    ['PAST', '2026-03-03'],
    ['TODAY', '2026-03-04'],
    ['LATER', '2026-03-20'],
    ['NEVER', null],
  ] as const)
    for (const place of [ids.branch1, ids.branch2])
      await receiveStock(t, place, milk, 2, 1.5, { lot, expiry });
  await receiveStock(t, ids.branch1, tomato, 1, 2, { lot: 'H', expiry: '2026-03-30' });
  const body = { itemId: tomato, lot: 'H', hold: true, reasonCode: 'quality' };
  const holdResponse = await t.as('admin').patch('/lots', body);
  expect([holdResponse.status, holdResponse.text]).toEqual([200, holdResponse.text]);
});
afterAll(() => t.close());

async function loadPositions(
  user: 'admin' | 'branch' | 'kitchen' = 'admin',
  query = '',
): Promise<StockPosition[]> {
  const { status, body, text } = await t.as(user).get(`/stock/shelves${query}`);
  expect([status, text]).toEqual([200, text]);
  for (const row of body) expect(buildResponseSchema(stockPosition).parse(row)).toEqual(row);
  return body;
}
const loadPosition = async (placeId: string, itemId: string) =>
  (await loadPositions()).find((row) => row.placeId === placeId && row.itemId === itemId);

test("P1: returns lots, next expiry and expired lots as of the location's local day", async () => {
  expect(await loadPosition(ids.branch1, milk)).toMatchObject({
    lots: 4,
    nextExpiry: '2026-03-04',
    expiredLots: 1,
    onHoldLots: 0,
    onOrder: 0,
    hasRecentMovements: true,
  });
  // In Auckland it is 5 March.
  expect(await loadPosition(ids.branch2, milk)).toMatchObject({
    lots: 4,
    nextExpiry: '2026-03-20',
    expiredLots: 2,
  });
  expect(await loadPosition(ids.branch1, tomato)).toMatchObject({
    lots: 1,
    onHoldLots: 1,
    nextExpiry: '2026-03-30',
  });
});

test("omits lots without stock, and marks stock that hasn't moved for four weeks", async () => {
  for (const lot of ['PAST', 'TODAY']) {
    const waste = { branch: ids.branch1, item: milk, qty: 2, reason: 'expired', lots: [{ lot, qty: 2 }] };
    const { status, text } = await t.as('admin').post('/wastage', waste);
    expect([status, text]).toEqual([201, text]);
  }
  expect(await loadPosition(ids.branch1, milk)).toMatchObject({
    lots: 2,
    nextExpiry: '2026-03-20',
    expiredLots: 0,
  });
  t.clock.advance(29 * dayMs);
  const admin = await t.signIn(ids.users.admin);
  const all = (await admin.get('/stock/shelves')).body as StockPosition[];
  expect(all.find((row) => row.placeId === ids.branch1 && row.itemId === milk)).toMatchObject({
    hasRecentMovements: false,
    lots: 2,
    nextExpiry: null,
    expiredLots: 1,
  });
});

test('usage per day matches the stock card', async () => {
  await createOrderInStatus(t, 'Received', { branch: ids.branch1, items: [{ itemId: flour, orderQty: 3 }] });
  t.clock.advance(10 * dayMs);
  const admin = await t.signIn(ids.users.admin);
  const all = (await admin.get('/stock/shelves')).body as StockPosition[];
  for (const place of [ids.branch1, ids.kitchen]) {
    const [card] = (await admin.get(`/stock/use?placeId=${place}&itemId=${flour}`)).body;
    expect(card?.perDay).toBeGreaterThan(0);
    expect(all.find((row) => row.placeId === place && row.itemId === flour)).toMatchObject(card);
  }
  expect(all.find((row) => row.placeId === ids.branch1 && row.itemId === bun)).toBeUndefined();
});

test('returns only visible locations, and only the requested location', async () => {
  const loadAs = async (user: 'branch' | 'kitchen') =>
    (await t.signIn(ids.users[user])).get('/stock/shelves');
  for (const [user, place] of [
    ['branch', ids.branch1],
    ['kitchen', ids.kitchen],
  ] as const)
    expect(new Set(((await loadAs(user)).body as StockPosition[]).map(({ placeId }) => placeId))).toEqual(
      new Set([place]),
    );
  const admin = await t.signIn(ids.users.admin);
  const response = await admin.get(`/stock/shelves?placeId=${ids.branch2}`);
  expect(new Set((response.body as StockPosition[]).map(({ placeId }) => placeId))).toEqual(
    new Set([ids.branch2]),
  );
  const tag = response.headers.get('etag') ?? '';
  expect((await admin.get(`/stock/shelves?placeId=${ids.branch2}`, { 'if-none-match': tag })).status).toBe(
    304,
  );
});

test('filtered items and positions equal those of the full response', async () => {
  const admin = await t.signIn(ids.users.admin);
  const load = async (query: string): Promise<StockPosition[]> => {
    const { status, body, headers, text } = await admin.get(`/stock/shelves${query}`);
    expect([status, text]).toEqual([200, text]);
    expect(headers.get('x-total-count')).toBe(String(body.length));
    return body;
  };
  await receiveStock(t, ids.branch1, milk, 1, 1.5, { lot: 'NEW', expiry: '2026-04-30' });
  const [all, stock] = [await load(''), (await admin.get('/stock?limit=500')).body];
  expect(await load(`?items=${milk},${flour}`)).toEqual(
    all.filter(({ itemId }) => itemId === milk || itemId === flour),
  );
  const getLocalDay = (placeId: string) => (placeId === ids.branch2 ? addDays(today(), 1) : today());
  const today = () => toUtcDay(t.clock.now());
  const hasStock = (row: StockPosition) =>
    stock.some(
      (other: { itemId: string; placeId: string; onHand: number }) =>
        other.itemId === row.itemId && other.placeId === row.placeId && other.onHand !== 0,
    );
  const matchers: Record<StockSubset, (row: StockPosition) => boolean> = {
    expired: ({ expiredLots }) => expiredLots > 0,
    held: (row) => row.onHoldLots > 0,
    'without-movement': (row) => hasStock(row) && !row.hasRecentMovements,
    in3: (row) => expiresWithin(row, 3),
    in7: (row) => expiresWithin(row, 7),
    in14: (row) => expiresWithin(row, 14),
    in30: (row) => expiresWithin(row, 30),
  };
  const expiresWithin = ({ placeId, nextExpiry }: StockPosition, days: number) =>
    nextExpiry !== null && nextExpiry <= addDays(getLocalDay(placeId), days);
  const rowCounts: Partial<Record<StockSubset, number>> = {};
  for (const subset of stockSubsets) {
    const rows = await load(`?subset=${subset}`);
    expect([subset, rows.filter(hasMore)]).toEqual([subset, all.filter(matchers[subset]).filter(hasMore)]);
    rowCounts[subset] = rows.length;
    expect(await load(`?subset=${subset}&placeId=${ids.branch1}`)).toEqual(
      rows.filter(({ placeId }) => placeId === ids.branch1),
    );
  }
  expect(rowCounts).toMatchObject({ expired: 3, held: 1, in14: 0, in30: 1 });
  expect(rowCounts['without-movement']).toBeGreaterThan(0);
  expect((await admin.get('/stock/shelves?subset=soon')).status).toBe(400);
  const ids101 = Array.from({ length: 101 }, (_, n) => `i${n}`).join(',');
  expect((await admin.get(`/stock/shelves?items=${ids101}`)).status).toBe(400);
});
/** Returns whether a position has lots or usage; others are returned only with `subset=without-movement`. */
const hasMore = ({ lots, onHoldLots, perDay }: StockPosition) => lots + onHoldLots > 0 || perDay !== null;

test('lists, day closing and ledger agree on value; values require access to costs', async () => {
  await createOrderInStatus(t, 'Shipped');
  const admin = await t.signIn(ids.users.admin);
  const day = toUtcDay(t.clock.now());
  const e4 = (value: number) => Math.round(value * 1e4);
  const sum = (rows: readonly { value?: number }[]) =>
    rows.reduce((total, { value = 0 }) => total + e4(value), 0);
  // Auckland is a day ahead.
  const asAt = buildResponseSchema(stockAsAt).parse((await admin.get('/stock/as-at?day=2026-12-31')).body);
  const [full, compact] = [
    (await admin.get('/stock?limit=500')).body,
    (await admin.get('/stock?view=compact')).body,
  ];
  const moved = await t.db.read
    .selectFrom('stockDaily')
    .select((eb) => eb.fn.sum<number>('valueE4').as('worth'))
    .executeTakeFirstOrThrow();
  const worth = Number(moved.worth);
  expect(worth).toBeGreaterThan(0);
  expect([sum(full), sum(compact), sum(asAt.rows), e4(asAt.value ?? 0)]).toEqual([
    worth,
    worth,
    worth,
    worth,
  ]);
  expect(asAt.rows.some(({ placeId }) => placeId === transitLocation(ids.branch1))).toBe(true);
  expect(await reconcile(t.db.read)).toEqual([]);

  const branch = await t.signIn(ids.users.branch);
  const branchStock = (await branch.get(`/stock/as-at?day=${day}`)).body as StockAsAt;
  expect(branchStock.value).toBeNull();
  expect(branchStock.rows.length).toBeGreaterThan(0);
  expect(branchStock.rows.filter(({ value }) => value !== undefined)).toEqual([]);
  expect(new Set(branchStock.rows.map(({ placeId }) => placeId))).toEqual(
    new Set([ids.branch1, transitLocation(ids.branch1)]),
  );
  const before = buildResponseSchema(stockAsAt).parse((await admin.get('/stock/as-at?day=2026-03-03')).body);
  expect(before.rows.find((row) => row.itemId === milk && row.placeId === ids.branch1)).toBeUndefined();
  const empty = buildResponseSchema(stockAsAt).parse((await admin.get('/stock/as-at?day=2020-01-01')).body);
  expect(empty).toEqual({ day: '2020-01-01', by: 'effective', late: null, value: 0, total: 0, rows: [] });
  expect((await admin.get('/stock/as-at')).status).toBe(400);
});
