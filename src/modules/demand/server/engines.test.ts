import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrderSuggestion } from '#modules/orders/shapes.ts';
import type { PurchaseProposal } from '#modules/purchase-orders/shapes.ts';
import { addDays } from '#core/day.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock, getStock } from '#app/server/testing/orders.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';

/**
 * Runs on SQLite and PostgreSQL. Both must return the hard-coded figures below, which would differ with a
 * different summation order or with numbers returned as text.
 */
const today = '2026-03-02';
const { bun, flour, milk, tomato } = ids.items;
let t: TestApp;

/** Returns a generator of pseudo-random numbers from 0 to 1, the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

beforeAll(async () => {
  t = await createTestApp({ now: `${today}T09:00:00.000Z` });
  const random = createRandom(7);
  const supplier = await t.as('admin').post('/suppliers', { code: 'MILL', name: 'Mill', leadTimeDays: 2 });
  for (const itemId of [flour, tomato]) {
    const pack = {
      itemId,
      name: 'Bag',
      unit: ids.units.kg,
      contentsQty: 10,
      supplierId: supplier.body._id,
      price: 7,
    };
    const created = await t.as('admin').post('/packagings', pack);
    expect(created.status, created.text).toBe(201);
  }
  const items = { [bun]: 40, [flour]: 12, [milk]: 0.6, [tomato]: 3 };
  for (const itemId of Object.keys(items)) await receiveStock(t, ids.branch1, itemId, 9000, 1);
  const postings = Array.from({ length: 130 }, (_, n) => addDays(today, n - 130)).flatMap((day) =>
    Object.entries(items).flatMap(([itemId, level]) => {
      const weekday = new Date(day).getUTCDay();
      const qty = level * (0.5 + random()) * (weekday === 5 ? 1.8 : weekday === 0 ? 0.4 : 1);
      const qtyMicro = level < 1 ? (qty > 0.7 ? 1e6 : 0) : Math.round(qty * 1000) * 1000;
      if (qtyMicro === 0) return [];
      const ends = { fromPlace: ids.branch1, toPlace: 'consumption', docType: 'sales', lot: '' } as const;
      const doc = { docId: `till ${day}`, docLineId: `till ${day} ${itemId}`, kind: 'consumption' } as const;
      return [{ itemId, ...ends, ...doc, qtyMicro, effectiveAt: `${day}T12:00:00.000Z` }];
    }),
  );
  const context = { userId: ids.users.admin, now: t.clock.now().toISOString() };
  await t.db.write((tx) => postStockChange(tx, { postings }, context));
  // Today doesn't count; all but one of each item is wasted, so that there is something to buy.
  const wasted = await Promise.all(
    Object.keys(items).map(async (itemId) => ({
      itemId,
      fromPlace: ids.branch1,
      toPlace: 'wastage',
      docType: 'wastage' as const,
      docId: 'bin',
      docLineId: `bin ${itemId}`,
      lot: '',
      kind: 'waste' as const,
      qtyMicro: (await getStock(t, ids.branch1, itemId)).onHand * 1e6 - 1e6,
    })),
  );
  await t.db.write((tx) => postStockChange(tx, { postings: wasted }, context));
});
afterAll(() => t.close());

const formatFigures = (rows: readonly (OrderSuggestion | PurchaseProposal)[]) =>
  rows.flatMap(({ itemName, forecast, reason }) => {
    const { average, lastFour, safety, usageBeforeDelivery, oneIn } = reason?.params ?? {};
    return reason?.code.startsWith('demand')
      ? [[itemName, forecast, average, lastFour, safety, usageBeforeDelivery, oneIn].join(' ')]
      : [];
  });

it('S11: the order guide gives the same figures on both engines', async () => {
  const { body } = await t
    .as('branch')
    .get(`/orders/suggestions?branch=${ids.branch1}&deliveryDate=2026-03-06`);
  expect(formatFigures(body as OrderSuggestion[])).toMatchInlineSnapshot(`
    [
      "Bread flour 2.007398 19.9 21.7 6.34 1 20",
      "Whole milk 0.108759 1 1 0.33 1 22",
      "Brioche bun 1.526059 71.9 70.3 23 1 20",
      "Tomato 5.403551 5.65 4.08 1.62 1 20",
    ]
  `);
});

it('S11: purchase suggestions and daily demand have the same figures on both engines', async () => {
  const proposed = await t.as('admin').get(`/purchase-orders/proposal?place=${ids.branch1}`);
  const demand = await t.as('branch').get(`/demand?branch=${ids.branch1}&itemId=${bun}`);
  const { days, weekdays, backtest } = demand.body as {
    days: { forecast: number | null }[];
    weekdays: unknown;
    backtest: unknown;
  };
  expect(formatFigures(proposed.body as PurchaseProposal[])).toMatchInlineSnapshot(`
    [
      "Bread flour 83.84076 12.6 14.9 16.8 1 20",
      "Tomato 20.425981 2.8 3.1 4.28 1 20",
    ]
  `);
  expect([days.slice(-6).map(({ forecast }) => forecast), weekdays, backtest]).toMatchInlineSnapshot(`
    [
      [
        39.5,
        41.9,
        34.5,
        72.7,
        38.6,
        15.9,
      ],
      [
        {
          "average": 36.9,
          "observations": 18,
        },
        {
          "average": 36.9,
          "observations": 18,
        },
        {
          "average": 40.2,
          "observations": 18,
        },
        {
          "average": 34.8,
          "observations": 19,
        },
        {
          "average": 71.9,
          "observations": 19,
        },
        {
          "average": 38.1,
          "observations": 19,
        },
        {
          "average": 16.3,
          "observations": 19,
        },
      ],
      {
        "days": 56,
        "forecast": {
          "demand": 2321,
          "missedDemand": 26.1,
          "surplus": 1245,
        },
        "lastWeek": {
          "demand": 2321,
          "missedDemand": 3,
          "surplus": 1486,
        },
        "weekdayAverage": {
          "demand": 2321,
          "missedDemand": 16.7,
          "surplus": 1239,
        },
      },
    ]
  `);
});
