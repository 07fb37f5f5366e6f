import { listOf } from '#platform/shapes/shape.ts';
import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TilesResponse } from '#modules/reports/figures-shapes.ts';
import { foodCostOfBranch } from '../shapes.ts';
import { foodCost, type FoodCost, menuEngineering } from '../shapes.ts';
import { dayMs } from '#core/day.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock, testAdmin } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { reports } from '#modules/reports/server/reports.ts';

const { flour, milk } = ids.items;
let t: TestApp;
let bread = '';
const today = '2026-03-04';

beforeAll(async () => {
  t = await createTestApp();
  for (const [item, standardCost] of [
    [flour, 2],
    [milk, 1.5],
  ] as const)
    expect((await t.as('admin').put(`/items/${item}`, { standardCost })).status).toBe(200);
  // 100 kg at 2.20 and 40 l at 1.50.
  await receiveStock(t, ids.branch1, flour, 100, 2.2);
  await receiveStock(t, ids.branch1, milk, 40, 1.5);
  const created = await t.as('admin').post('/recipes', {
    name: 'Bread',
    yieldQty: 2,
    yieldUnit: ids.units.kg,
    portions: 2,
    validFrom: '2026-01-01',
    components: [
      { itemId: flour, qty: 1, unit: ids.units.kg },
      { itemId: milk, qty: 500, unit: ids.units.ml },
    ],
  });
  bread = created.body._id;
});
afterAll(() => t.close());

const fetchFoodCost = async (
  more = '',
  path = '/food-cost',
  user: 'admin' | 'branch' | 'branch2' | 'viewer' = 'admin',
) => t.as(user).get(`${path}?branch=${ids.branch1}&from=2026-03-01&to=${today}${more}`);
async function loadFigures(more = ''): Promise<FoodCost> {
  const response = await fetchFoodCost(more);
  expect(response.status, response.text).toBe(200);
  expect(buildResponseSchema(foodCost).parse(response.body)).toEqual(response.body);
  const alone = response.body as FoodCost;
  // The list of branches contains the same figures.
  const all = await t.as('admin').get(`/food-cost/branches?from=2026-03-01&to=${today}${more}`);
  expect(buildResponseSchema(listOf(foodCostOfBranch)).parse(all.body)).toEqual(all.body);
  const { items: _, countedDays: __, ...result } = alone;
  expect(all.body[0]).toEqual({
    ...result,
    actual: alone.actual && { value: alone.actual.value, percent: alone.actual.percent },
    variance: alone.variance && { total: alone.variance.total },
  });
  return alone;
}
const postSales = async (rows: [code: string, qty: number, net: number][]) => {
  const body = {
    source: 'Till',
    rows: rows.map(([code, qty, net]) => ({ branch: ids.branch1, day: today, code, qty, net })),
  };
  expect((await t.as('admin').post('/sales', body)).status).toBe(201);
};
const mapArticle = (code: string, target: object) =>
  t.as('admin').put('/sales/till-items', { source: 'Till', code, ...target });

describe('food cost', () => {
  it('reports "no sales data" without sales, and no figure if nothing was counted (A6)', async () => {
    const result = await loadFigures();
    expect(result).toMatchObject({
      net: null,
      theoretical: null,
      actual: null,
      variance: null,
      countedDays: null,
    });
    expect(result.coverage).toEqual({ sales: null, counts: null, minPercent: 80 });
  });

  it('has no figure while too many sales are unmapped, and reports their share (A6)', async () => {
    await postSales([
      ['BREAD', 40, 300],
      ['CAKE', 5, 100],
      ['FEE', 1, 1000],
    ]);
    await mapArticle('FEE', { isNonFood: true });
    await mapArticle('BREAD', { recipeId: bread });
    const result = await loadFigures();
    expect(result).toMatchObject({
      net: 400,
      theoretical: null,
      coverage: { sales: 75 },
      missing: { unmapped: { net: 100, tillItems: 1, percent: 25 }, recipes: { rows: [] } },
    });
    await mapArticle('CAKE', { itemId: milk, portions: 0.4 });
    // 40 portions of 0.5 kg at 2 and 0.25 l at 1.50, and 5 times 0.4 l.
    expect(await loadFigures()).toMatchObject({
      theoretical: { value: 58, percent: 14.5 },
      coverage: { sales: 100 },
      actual: null,
      missing: { items: { count: 2, percent: 100 } },
    });
  });

  it('applies the business-wide minimum coverage in list, report and tile as well (A6)', async () => {
    const set = async (foodCostCoverage: unknown) => t.as('admin').put('/settings', { foodCostCoverage });
    const days = `from=2026-03-01&to=${today}`;
    const result = async () => ({
      one: (await loadFigures()).theoretical?.value ?? null,
      report: (await t.as('admin').get(`/reports/food-cost?${days}`)).body.rows[0].theoretical,
    });
    const known: [string, number, number][] = [
      ['BREAD', 40, 300],
      ['CAKE', 5, 100],
      ['FEE', 1, 1000],
    ];
    await postSales([...known, ['ODD', 1, 100.6]]);
    expect(await result()).toEqual({ one: null, report: null });
    expect((await set(79)).body).toMatchObject({ foodCostCoverage: 79 });
    expect((await loadFigures()).coverage).toMatchObject({ sales: 79.9, minPercent: 79 });
    expect(await result()).toEqual({ one: 58, report: 58 });
    for (const [wrong, reason] of [
      [101, 'At most 100'],
      [-1, '0 or more'],
      [79.5, 'Enter a whole number'],
      ['80', expect.any(String)],
    ] as const)
      expect(await set(wrong)).toMatchObject({ status: 422, body: { fields: { foodCostCoverage: reason } } });
    expect((await t.as('branch').put('/settings', { foodCostCoverage: 0 })).status).toBe(403);
    expect((await set(80)).status).toBe(200);
    await postSales(known);
  });

  it('shows theoretical and actual cost after a count, and parts that add up to the variance', async () => {
    const waste = { item: flour, branch: ids.branch1, qty: 2, reason: 'spoiled' };
    expect((await t.as('admin').post('/wastage', waste)).status).toBe(201);
    const count = await t
      .as('admin')
      .post('/stock-counts', { branch: ids.branch1, type: 'spot', itemIds: [flour, milk] });
    expect(count.status, count.text).toBe(201);
    const path = `/stock-counts/${count.body._id}`;
    expect((await t.as('admin').patch(path, { status: 'Counting' })).status).toBe(200);
    // 98 - 77 = 21 kg and 40 - 28 = 12 l were used in addition to the waste; recipes account for 20 and 12.
    const events = [
      [flour, 77],
      [milk, 28],
    ].map(([itemId, qty], seq) => ({ device: 'd', seq: seq + 1, itemId, qty, mode: 'set' }));
    const entered = await t.as('admin').post(`${path}/events`, { events });
    expect(entered.status, entered.text).toBeLessThan(300);
    for (const status of ['Submitted', 'Approved']) {
      const moved = await t.as('admin').patch(path, { status });
      expect(moved.status, moved.text).toBe(200);
    }
    const result = await loadFigures();
    expect(result).toMatchObject({
      theoretical: { value: 58 },
      // 23 kg at 2.20 and 12 l at 1.50.
      actual: { value: 68.6, opening: 0, in: 280, out: 0, closing: 211.4, percent: 17.15 },
      variance: {
        total: 10.6,
        parts: { price: 4.6, portions: 0, waste: 4, transfers: 0, counts: 2, reversals: 0, unexplained: 0 },
      },
      coverage: { counts: 100 },
    });
    expect(result.items).toMatchObject([
      { itemId: flour, theoreticalQty: 20, actualQty: 23, cost: 2, theoretical: 40, actual: 50.6 },
      { itemId: milk, theoreticalQty: 12, actualQty: 12, theoretical: 18, actual: 18 },
    ]);
    expect(await reconcile(t.db.read)).toEqual([]);
  });

  it('covers food and drink only, and reports packaging and other supplies separately', async () => {
    const days = `from=2026-03-01&to=${today}`;
    const category = await t.as('admin').post('/item-categories', { name: 'Dry goods' });
    expect(category.body).toMatchObject({ costClass: 'food' });
    expect(
      (await t.as('admin').put(`/items/${flour}`, { category: category.body._id, standardCost: 2 })).status,
    ).toBe(200);
    const classify = async (costClass: string) => {
      const changed = await t.as('admin').put(`/item-categories/${category.body._id}`, { costClass });
      expect(changed.status, changed.text).toBe(200);
    };
    const before = await loadFigures();
    expect(before.classes.map(({ costClass, actual }) => [costClass, actual?.value ?? null])).toEqual([
      ['food', before.actual?.value],
      ['drink', null],
      ['packaging', null],
      ['other', null],
    ]);
    await classify('drink');
    expect(await loadFigures()).toMatchObject({
      theoretical: before.theoretical,
      actual: before.actual,
      variance: before.variance,
      classes: [
        { costClass: 'food', actual: { value: 18 } },
        { costClass: 'drink', actual: { value: 50.6 }, counted: 100 },
        {},
        {},
      ],
    });
    await classify('packaging');
    const result = await loadFigures();
    expect(result).toMatchObject({
      net: before.net,
      theoretical: { value: 18 },
      // 40 l at 1.50 were received, 28 of them remain.
      actual: { value: 18, opening: 0, in: 60, out: 0, closing: 42, percent: 4.5 },
      variance: { total: 0, parts: { waste: 0, counts: 0 } },
      missing: { items: { count: 0 } },
    });
    expect(result.classes).toMatchObject([
      { costClass: 'food', actual: { value: 18, percent: 4.5 } },
      { costClass: 'drink', actual: null, variance: null, counted: null },
      {
        costClass: 'packaging',
        theoretical: { value: 40 },
        actual: { value: 50.6 },
        variance: 10.6,
        counted: 100,
      },
      { costClass: 'other', actual: null },
    ]);
    const report = (await t.as('admin').get(`/reports/food-cost?${days}`)).body;
    expect(report.totals).toMatchObject({
      actual: 18,
      actualPercent: 4.5,
      actualFood: 18,
      actualPackaging: 50.6,
      varianceFood: 0,
      variancePackaging: 10.6,
    });
    const tiles = await t.as('admin').get(`/reports/tiles?${days}&today=${today}&cost=heavy`);
    expect(tiles.body.tiles.find(({ key }: { key: string }) => key === 'foodCost').value).toBe(4.5);
    const waste = await fetchFoodCost('&part=waste', '/food-cost/documents');
    expect(waste.body).toEqual([]);
    await classify('food');
    expect(await loadFigures()).toEqual(before);
  });

  it('has parts that add up to the variance if sales deplete stock', async () => {
    await t.db.writer
      .updateTable('branches')
      .set({ depletesStock: 1 })
      .where('_id', '=', ids.branch1)
      .execute();
    await postSales([
      ['BREAD', 42, 400],
      ['CAKE', 5, 100],
    ]);
    // The counts are unchanged; depletion is now recorded as usage in the ledger.
    const result = await loadFigures();
    expect(result.theoretical?.value).toBe(60.75);
    const parts = Object.values(result.variance?.parts ?? {}).reduce(
      (sum, part) => sum + Math.round(part * 1e4),
      0,
    );
    expect(parts).toBe(Math.round((result.variance?.total ?? 0) * 1e4));
  });

  it('links to the documents behind each part', async () => {
    const behind = async (part: string) =>
      (await fetchFoodCost(`&part=${part}`, '/food-cost/documents')).body as {
        docType: string;
        value: number;
      }[];
    expect(await behind('waste')).toMatchObject([{ docType: 'wastage', value: 4.4 }]);
    expect((await behind('counts')).map(({ docType }) => docType)).toEqual(['stock_count']);
    expect((await behind('portions')).map(({ docType }) => docType)).toEqual(['sales']);
    expect((await behind('price')).length).toBeGreaterThan(0);
    expect(await behind('transfers')).toEqual([]);
  });

  it('classifies dishes by popularity and margin (A8)', async () => {
    const response = await fetchFoodCost('', '/food-cost/menu');
    expect(buildResponseSchema(menuEngineering).parse(response.body)).toEqual(response.body);
    expect(response.body.rows).toMatchObject([
      { recipeId: bread, sold: 42, class: expect.any(String) },
      { sold: 5 },
    ]);
  });

  it('is listed with one row per branch', async () => {
    const response = await t.as('admin').get(`/food-cost/branches?from=2026-03-01&to=${today}`);
    expect(response.body).toMatchObject([
      { branch: ids.branch1, theoretical: { value: 60.75 } },
      { branch: ids.branch2, net: null },
    ]);
  });

  it('has a tile and a report total, over locations with a figure, for users with access (A2)', async () => {
    const { actual } = await loadFigures();
    const days = `from=2026-03-01&to=${today}`;
    const report = await t.as('admin').get(`/reports/food-cost?${days}`);
    // The other branch sold nothing and isn't part of the percentage.
    expect(report.body.rows).toMatchObject([
      { branchId: ids.branch1, actualPercent: actual?.percent },
      { branchId: ids.branch2, actualPercent: null },
    ]);
    expect(actual?.percent).toBeGreaterThan(0);
    expect(report.body.totals).toMatchObject({ actualPercent: actual?.percent, actual: actual?.value });
    const loadTile = async (user: 'admin' | 'branch2', cost: string) => {
      const response = await t.as(user).get(`/reports/tiles?${days}&today=${today}&cost=${cost}`);
      expect(response.status, response.text).toBe(200);
      return (response.body as TilesResponse).tiles.find(({ key }) => key === 'foodCost');
    };
    expect(await loadTile('admin', 'heavy')).toMatchObject({
      report: 'food-cost',
      params: { from: '2026-03-01', to: today },
      value: actual?.percent,
      previous: null,
      type: 'percent',
    });
    // Heavy tiles are requested separately. A branch user without sales and cost access gets no tile.
    expect(await loadTile('admin', 'light')).toBeUndefined();
    expect(await loadTile('branch2', 'heavy')).toBeUndefined();
  });

  it('includes an inactive branch for the days on which it had sales, and excludes non-food', async () => {
    const days = `from=2026-03-01&to=${today}`;
    const setOpen = (isActive: 0 | 1) =>
      t.db.writer.updateTable('branches').set({ isActive }).where('_id', '=', ids.branch1).execute();
    const result = async () => ({
      report: (await t.as('admin').get(`/reports/food-cost?${days}`)).body.totals,
      list: (await t.as('admin').get(`/food-cost/branches?${days}`)).body[0],
      tile: (await t.as('admin').get(`/reports/tiles?${days}&today=${today}&cost=heavy`)).body.tiles[0].value,
    });
    const open = await result();
    expect(open.report.net).toBeGreaterThan(0);
    const reader = { actor: testAdmin, now: t.clock.now(), prefersAltName: false };
    const query = { from: '2026-03-01', to: today };
    const books = await reports['food-cost'].reconcilesWith.sum(t.db.read, { ...reader, query });
    expect(Number(books) / 1e4).toBe(open.report.net);
    await setOpen(0);
    expect(await result()).toEqual(open);
    // On days without sales it is not listed.
    const later = await t.as('admin').get('/reports/food-cost?from=2026-03-05&to=2026-03-06');
    expect(later.body.rows.map(({ branchId }: { branchId: string }) => branchId)).toEqual([ids.branch2]);
    await setOpen(1);
  });

  it('rejects reversed periods, and requires access to costs and to the location', async () => {
    const backwards = await t.as('admin').get(`/food-cost?branch=${ids.branch1}&from=${today}&to=2026-03-01`);
    expect(backwards.body).toMatchObject({ code: 'VALIDATION', reason: 'period-backwards' });
    for (const path of ['/food-cost', '/food-cost/menu'])
      expect((await fetchFoodCost('', path, 'branch2')).status).toBe(403);
    await t.db.writer
      .updateTable('users')
      .set({ allowedPages: JSON.stringify(['menu']) })
      .where('_id', 'in', [ids.users.branch, ids.users.branch2])
      .execute();
    expect((await fetchFoodCost('', '/food-cost', 'branch')).status).toBe(200);
    for (const path of ['/food-cost', '/food-cost/menu', '/food-cost/periods'])
      expect((await fetchFoodCost('', path, 'branch2')).status).toBe(404);
    await t.db.writer
      .insertInto('transferPrices')
      .values({ _id: ids.branch1, rule: 'cost', percentMicro: null, isFranchise: 1 })
      .execute();
    for (const path of ['/food-cost', '/food-cost/branches', '/food-cost/menu'])
      expect((await fetchFoodCost('', path, 'branch')).body).toMatchObject({ reason: 'no-costs' });
    await t.db.writer
      .updateTable('users')
      .set({ allowedPages: JSON.stringify(['menu', 'dashboard', 'reports', 'sales']) })
      .where('_id', '=', ids.users.branch)
      .execute();
    const tiles = await t.as('branch').get(`/reports/tiles?from=2026-03-01&to=${today}&today=${today}`);
    expect([tiles.status, tiles.body.tiles.map(({ key }: { key: string }) => key)]).toEqual([
      200,
      expect.not.arrayContaining(['foodCost']),
    ]);
    expect(t.errors).toEqual([]);
  });
});

/** Returns a function that counts at a branch and approves the count immediately. */
const countIn =
  (app: TestApp) =>
  async (type: 'opening' | 'full' | 'spot', quantities: [item: string, qty: number][]): Promise<void> => {
    const admin = await app.signIn(ids.users.admin);
    const items = quantities.map(([item]) => item);
    const created = await admin.post('/stock-counts', { branch: ids.branch1, type, itemIds: items });
    expect(created.status, created.text).toBe(201);
    const path = `/stock-counts/${created.body._id}`;
    expect((await admin.patch(path, { status: 'Counting' })).status).toBe(200);
    const events = quantities.map(([itemId, qty], n) => ({
      device: created.body._id,
      seq: n + 1,
      itemId,
      qty,
      mode: 'set',
    }));
    expect((await admin.post(`${path}/events`, { events })).status).toBe(200);
    for (const status of ['Submitted', 'Approved']) {
      const moved = await admin.patch(path, { status });
      expect(moved.status, moved.text).toBe(200);
    }
  };

it('states which days the counts cover, based on the items with the largest value', async () => {
  const app = await createTestApp();
  const count = countIn(app);
  const day = dayMs;
  await receiveStock(app, ids.branch1, flour, 100, 2);
  await receiveStock(app, ids.branch1, milk, 40, 1);
  const costBetween = async (from: string, to: string) =>
    buildResponseSchema(foodCost).parse(
      (
        await (
          await app.signIn(ids.users.admin)
        ).get(`/food-cost?branch=${ids.branch1}&from=${from}&to=${to}`)
      ).body,
    ).countedDays;
  await count('full', [
    [flour, 90],
    [milk, 35],
  ]);
  expect(await costBetween('2026-03-04', '2026-03-04'), 'never before').toEqual({
    from: null,
    to: '2026-03-04',
  });
  app.clock.advance(day);
  await count('spot', [[milk, 34]]);
  app.clock.advance(2 * day);
  await count('full', [
    [flour, 70],
    [milk, 30],
  ]);
  const week = { from: '2026-03-05', to: '2026-03-07' };
  expect(await costBetween('2026-03-05', '2026-03-07'), 'between two counts').toEqual(week);
  expect(await costBetween('2026-03-07', '2026-03-07'), 'a day with a count').toEqual(week);
  expect(await costBetween('2026-03-05', '2026-03-31'), 'days after the last one').toEqual(week);
  expect(await costBetween('2026-03-05', '2026-03-05'), 'milk alone').toEqual({
    from: '2026-03-05',
    to: '2026-03-05',
  });
  expect(await costBetween('2026-03-06', '2026-03-06'), 'a day on which nobody counted').toBeNull();
  await app.close();
});

it("treats goods found by an opening count as received, and doesn't reduce usage", async () => {
  const app = await createTestApp();
  for (const item of [flour, milk])
    expect((await app.as('admin').put(`/items/${item}`, { standardCost: 2 })).status).toBe(200);
  const count = countIn(app);
  await count('opening', [
    [flour, 100],
    [milk, 40],
  ]);
  await receiveStock(app, ids.branch1, flour, 10, 2);
  await count('full', [
    [flour, 95],
    [milk, 40],
  ]);
  const rows = [{ branch: ids.branch1, day: today, code: 'BREAD', qty: 1, net: 100 }];
  expect((await app.as('admin').post('/sales', { source: 'Till', rows })).status).toBe(201);
  const result = await app.as('admin').get(`/food-cost?branch=${ids.branch1}&from=2026-03-01&to=${today}`);
  // 100 kg at 1.20 and 40 l at 0.95 were on hand and 10 kg at 2 were received; 15 of 110 kg at 1.2727 were
  // used.
  expect(result.body.actual).toMatchObject({
    opening: 0,
    in: 178,
    out: 0,
    closing: 158.9091,
    value: 19.0909,
  });
  const variance = await app.as('admin').get(`/reports/count-variance?from=2026-03-01&to=${today}`);
  expect(variance.body.totals).toMatchObject({ differences: 1, gainValue: 0, lossValue: 19.0909 });
  expect(await reconcile(app.db.read)).toEqual([]);
  await app.close();
});
