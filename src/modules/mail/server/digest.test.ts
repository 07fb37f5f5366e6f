import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StockPosition } from '#modules/stock/shapes.ts';
import { getStockState } from '#modules/stock/stock-state.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock, testAdmin } from '#app/server/testing/orders.ts';
import { type DigestEntry, computeDigest } from './digest.ts';

const { flour, milk, tomato, bun } = ids.items;
const today = '2026-03-05';

/**
 * Set up on Wednesday with lots in stock, some of them expired, and an order received short. The digest is
 * computed on Thursday.
 */
let t: TestApp;
let lines: Map<string, DigestEntry>;
beforeAll(async () => {
  t = await createTestApp();
  await t.db.writer
    .updateTable('items')
    .set({ trackLots: 1, trackExpiry: 1 })
    .where('_id', 'in', [milk, bun])
    .execute();
  for (const [lot, expiry] of [
    ['YESTERDAY', '2026-03-04'],
    ['SUNDAY', '2026-03-08'],
    ['MONDAY', '2026-03-09'],
  ] as const)
    await receiveStock(t, ids.branch1, milk, 5, 1, { lot, expiry });
  await receiveStock(t, ids.branch1, bun, 10, 1, { lot: 'LATER', expiry: '2026-03-09' });
  // Flour has a minimum of 10 and a par of 30.
  await receiveStock(t, ids.branch1, flour, 12, 1);
  await receiveStock(t, ids.branch2, flour, 9, 1);

  const { header, lines: orderLines } = await createOrderInStatus(t, 'Shipped', {
    deliveryDate: '2026-03-04',
    items: [{ itemId: tomato, orderQty: 6 }],
  });
  const branch = t.as('branch');
  const receivedItems = { items: [{ lineId: orderLines[0]?.lineId, receivedQty: 4, shortQty: 2 }] };
  expect((await branch.patch(`/orders/${header._id}`, receivedItems)).status).toBe(200);
  const received = await branch.patch(`/orders/${header._id}`, { status: 'Received' });
  expect(received.status, received.text).toBe(200);
  t.clock.advance(24 * 3_600_000);
  lines = new Map(
    (
      await computeDigest(
        t.db.read,
        testAdmin,
        today,
        { from: '2026-03-04', to: '2026-03-04' },
        t.clock.now(),
      )
    ).map((entry) => [entry.line, entry]),
  );
});
afterAll(() => t.close());

test('a digest counts shortages on all days since the previous email, with a link to their report', async () => {
  // Friday's digest, when none was sent on Thursday.
  const digest = await computeDigest(
    t.db.read,
    testAdmin,
    '2026-03-06',
    { from: '2026-03-04', to: '2026-03-05' },
    t.clock.now(),
  );
  const short = digest.find(({ line }) => line === 'short');
  expect(short?.count).toBe(1);
  expect(short?.link?.search).toEqual({ report: 'missing-items', from: '2026-03-04', to: '2026-03-05' });
});

const get = async (path: string) => {
  const { status, body, text } = await (await t.signIn(ids.users.admin)).get(path);
  expect(status, text).toBe(200);
  return body;
};

/** Rows of the inventory screen: items with a balance or level at a location. */
async function loadPositions(): Promise<{ state: string; position: StockPosition | undefined }[]> {
  const stock = (await get('/stock?view=compact')) as { itemId: string; placeId: string; onHand: number }[];
  const levels = (await get('/item-levels?limit=100')) as {
    itemId: string;
    branchId: string;
    min: number | null;
    par: number | null;
    max: number | null;
  }[];
  const lotPositions = (await get('/stock/shelves')) as StockPosition[];
  const key = (placeId: string, itemId: string) => `${placeId} ${itemId}`;
  const onHand = new Map(stock.map((row) => [key(row.placeId, row.itemId), row.onHand]));
  const levelByPosition = new Map(levels.map((row) => [key(row.branchId, row.itemId), row]));
  return [...new Set([...onHand.keys(), ...levelByPosition.keys()])]
    .filter((positionKey) => !positionKey.includes(':'))
    .map((positionKey) => {
      const { min = null, par = null, max = null } = levelByPosition.get(positionKey) ?? {};
      return {
        state: getStockState({ onHand: onHand.get(positionKey) ?? 0, min, par, max }),
        position: lotPositions.find((row) => key(row.placeId, row.itemId) === positionKey),
      };
    });
}

test.each(['out', 'belowMin', 'belowPar'] as const)(
  'a digest counts the stock positions that are %s, as the inventory list does',
  async (state) => {
    const listed = (await loadPositions()).filter((row) => row.state === state);
    expect(listed.length).toBeGreaterThan(0);
    expect(lines.get(state)).toEqual({
      line: state,
      count: listed.length,
      link: { path: '/inventory', search: { state } },
    });
  },
);

test('a digest counts expired and soon expiring stock positions, as the inventory list does', async () => {
  const all = await loadPositions();
  const expired = all.filter(({ position }) => (position?.expiredLots ?? 0) > 0);
  const expiringSoon = all.filter(
    ({ position }) => position?.nextExpiry != null && position.nextExpiry <= '2026-03-08',
  );
  // The buns expire one day too late to be counted.
  expect([expired.length, expiringSoon.length]).toEqual([1, 1]);
  expect(lines.get('expired')).toMatchObject({ count: 1, link: { search: { subset: 'expired' } } });
  expect(lines.get('expiring')).toMatchObject({ count: 1, link: { search: { subset: 'in3' } } });
});

test("a digest counts yesterday's short lines, as the shortage report does", async () => {
  const report = await get('/reports/missing-items?from=2026-03-04&to=2026-03-04');
  expect(report.totals.missed).toBeGreaterThan(0);
  expect(lines.get('short')).toMatchObject({
    count: report.totals.missed,
    link: { search: { report: 'missing-items', from: '2026-03-04', to: '2026-03-04' } },
  });
});

test('a digest counts open discrepancies, as their list does', async () => {
  const open = await (await t.signIn(ids.users.admin)).get('/discrepancies?status=Open');
  const total = Number(open.headers.get('x-total-count'));
  expect(total).toBe(1);
  expect(lines.get('discrepancies')).toMatchObject({ count: 1, link: { search: { status: 'Open' } } });
});
