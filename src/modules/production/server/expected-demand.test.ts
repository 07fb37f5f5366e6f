import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { branchExpectedDemand, type BranchExpectedDemand, type PlanRow, productionPlan } from '../shapes.ts';
import { addDays } from '#core/day.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';

/**
 * A Monday; branch 1 has deliveries on Mondays, Wednesdays, Fridays and Sundays, branch 2 daily; cut-off is
 * at 16:00 the day before.
 */
const today = '2026-03-02';
const [wednesday, friday] = ['2026-03-04', '2026-03-06'];
const { flour, tomato } = ids.items;
const { piece } = ids.units;
let t: TestApp;
let bun = '';

const loadPlan = async (day: string, demand = 'expected') => {
  const path = `/production/plan?kitchen=${ids.kitchen}&day=${day}&demand=${demand}`;
  const { body, status, text } = await t.as('kitchen').get(path);
  expect(status, text).toBe(200);
  const plan = buildResponseSchema(productionPlan).parse(body);
  const withoutForecast = plan.withoutForecast.map(({ branchName }) => branchName);
  return {
    stamp: plan.stamp,
    withoutForecast,
    row: (id: string) => plan.rows.find(({ itemId }) => itemId === id),
  };
};
const loadReasons = async (day: string) => {
  const path = `/production/plan/expected?kitchen=${ids.kitchen}&day=${day}&itemId=${bun}`;
  const { body, status, text } = await t.as('kitchen').get(path);
  expect(status, text).toBe(200);
  return body as BranchExpectedDemand[];
};
const planFigures = (row: PlanRow | undefined) =>
  row && [row.needed, row.expected, row.claimed, row.onHand, row.planned, row.incoming, row.missing];
const listSources = (row: PlanRow | undefined) =>
  row?.sources.map(({ kind, name, qty }) => [kind, name, qty]);

beforeAll(async () => {
  t = await createTestApp({ now: `${today}T09:00:00.000Z` });
  const buildDeliveryDays = (weekdays: number[]) =>
    JSON.stringify(weekdays.map((weekday) => ({ weekday, cutoffDaysBefore: 1, cutoffTime: '16:00' })));
  const calendars = {
    [ids.branch1]: buildDeliveryDays([1, 3, 5, 7]),
    [ids.branch2]: buildDeliveryDays([1, 2, 3, 4, 5, 6, 7]),
  };
  for (const [branch, deliveryDays] of Object.entries(calendars))
    await t.db.writer
      .updateTable('branches')
      .set({ deliveryDays, timezone: 'UTC' })
      .where('_id', '=', branch)
      .execute();
  const item = { name: 'Plain bun', itemCode: 'BUN', kind: 'finished', category: ids.category };
  const created = await t.as('admin').post('/items', { ...item, baseUnit: piece, orderUnit: piece });
  bun = String(created.body._id);
  const recipe = await t.as('admin').post('/recipes', {
    name: 'Buns',
    kind: 'sub-recipe',
    outputItem: bun,
    yieldQty: 12,
    yieldUnit: piece,
    components: [{ itemId: flour, qty: 1, unit: ids.units.kg }],
  });
  expect(recipe.status, recipe.text).toBe(201);
  // Twelve weeks with the same sales every day: 20 at one branch, 10 at the other. Tomatoes are bought.
  for (const [place, dailySales] of [
    [ids.branch1, 20],
    [ids.branch2, 10],
  ] as const) {
    await receiveStock(t, place, bun, 5000, 1);
    await receiveStock(t, place, tomato, 5000, 1);
    const postings = Array.from({ length: 84 }, (_, n) => addDays(today, n - 84)).flatMap((day) =>
      [bun, tomato].map((itemId) => ({
        itemId,
        fromPlace: place,
        toPlace: 'consumption',
        docType: 'sales' as const,
        docId: `${place} ${day}`,
        docLineId: `${place} ${day} ${itemId}`,
        lot: '',
        qtyMicro: dailySales * 1e6,
        kind: 'consumption' as const,
        effectiveAt: `${day}T12:00:00.000Z`,
      })),
    );
    const context = { userId: ids.users.admin, now: t.clock.now().toISOString() };
    await t.db.write((tx) => postStockChange(tx, { postings }, context));
  }
});
afterAll(async () => {
  expect([t.errors, await reconcile(t.db.read)]).toEqual([[], []]);
  await t.close();
});

it("S2, M6: plans only orders, or adds the expected demand for each delivery's days", async () => {
  expect(planFigures((await loadPlan(wednesday, 'orders')).row(bun))).toBeUndefined();
  const { row } = await loadPlan(wednesday);
  // Branch 1: Wednesday and Thursday, 40; branch 2: Wednesday, 10. For Tuesday, only branch 2.
  expect(planFigures(row(bun))).toEqual([50, 50, 0, 0, 0, 0, 50]);
  expect(listSources(row(bun))).toEqual([['forecast', '2', 50]]);
  // Sub-recipes and purchases follow: five batches of 12 need 5 kg of flour.
  expect([row(bun)?.toMake, row(bun)?.batches, row(flour)?.needed]).toEqual([60, 5, 5]);
  // Items shipped as bought are left to purchasing.
  expect(row(tomato)).toBeUndefined();
});

it("S6: explains each branch's forecast", async () => {
  const outlooks = await loadReasons(wednesday);
  for (const outlook of outlooks)
    expect(buildResponseSchema(branchExpectedDemand).parse(outlook)).toEqual(outlook);
  const week = { source: 'used', weekday: 3, isShared: false };
  expect(outlooks).toMatchObject([
    {
      branch: ids.branch1,
      qty: 40,
      calculation: { ...week, average: 20, lastFour: 20, coveredDays: [wednesday, '2026-03-05'] },
    },
    { branch: ids.branch2, qty: 10, calculation: { ...week, average: 10, coveredDays: [wednesday] } },
  ]);
});

it('M4: expected demand on earlier days uses stock first', async () => {
  await receiveStock(t, ids.kitchen, bun, 15, 1);
  // Tuesday: 10 for branch 2, whose cut-off is 16:00 today. That leaves 5 of the 15 for Wednesday.
  expect(planFigures((await loadPlan('2026-03-03')).row(bun))).toEqual([10, 10, 0, 15, 0, 0, 0]);
  expect(planFigures((await loadPlan(wednesday)).row(bun))).toEqual([50, 50, 10, 15, 0, 0, 45]);
});

it('an order replaces its branch’s forecast for its items once it has reached the kitchen', async () => {
  const items = [{ itemId: bun, orderQty: 4 }];
  const before = planFigures((await loadPlan(wednesday)).row(bun));
  const { header } = await createOrderInStatus(t, 'Under Review', { deliveryDate: wednesday, items });
  // The kitchen can't see orders under review, so they don't change its plan.
  expect(planFigures((await loadPlan(wednesday)).row(bun))).toEqual(before);
  const sent = await t.as('admin').patch(`/orders/${header._id}`, { status: 'Sent to Central Kitchen' });
  expect(sent.status, sent.text).toBe(200);
  expect(planFigures((await loadPlan(wednesday)).row(bun))?.slice(0, 2)).toEqual([14, 10]);
  expect(listSources((await loadPlan(wednesday)).row(bun))).toEqual([
    ['order', header.orderNo, 4],
    ['forecast', '1', 10],
  ]);
  expect((await loadReasons(wednesday)).map(({ branch }) => branch)).toEqual([ids.branch2]);
  // Other days don't change.
  expect(planFigures((await loadPlan(friday)).row(bun))?.slice(0, 2)).toEqual([50, 50]);
});

it('an order for an event is needed in addition to the forecast', async () => {
  const items = [{ itemId: bun, orderQty: 6 }];
  await createOrderInStatus(t, 'Sent to Central Kitchen', {
    occasion: 'Wedding',
    deliveryDate: friday,
    items,
  });
  expect(planFigures((await loadPlan(friday)).row(bun))?.slice(0, 2)).toEqual([56, 50]);
});

it('creates batches from the plan shown, which then cover the demand', async () => {
  const { stamp, row } = await loadPlan(wednesday);
  const toMake = row(bun)?.toMake ?? 0;
  const body = { kitchen: ids.kitchen, day: wednesday, stamp, batches: [{ itemId: bun, qty: toMake }] };
  // A plan based only on orders is different.
  const withOrdersOnly = await t.as('kitchen').post('/production/plan', { ...body, demand: 'orders' });
  expect([withOrdersOnly.status, withOrdersOnly.body.reason]).toEqual([409, 'plan-changed']);
  const created = await t.as('kitchen').post('/production/plan', { ...body, demand: 'expected' });
  expect(created.status, created.text).toBe(201);
  const after = (await loadPlan(wednesday)).row(bun);
  expect([after?.planned, after?.missing]).toEqual([toMake, 0]);
  const second = await t.as('kitchen').post('/production/plan', { ...body, demand: 'expected' });
  expect([second.status, second.body.reason]).toEqual([409, 'plan-changed']);
});

it('forecasts no demand for deliveries past their cut-off, closed days, or days over four weeks ahead', async () => {
  t.clock.advance(7.5 * 3_600_000);
  // At 16:30 the cut-off for Tuesday has passed.
  expect((await loadPlan('2026-03-03')).row(bun)).toBeUndefined();
  const closed = [{ from: '2026-03-07', until: '2026-03-07', note: null, yearly: false }];
  await t.db.writer
    .updateTable('branches')
    .set({ closedDays: JSON.stringify(closed) })
    .where('_id', '=', ids.branch1)
    .execute();
  // Friday's delivery no longer has to cover Saturday.
  const [first] = await loadReasons(friday);
  expect(first).toMatchObject({ branch: ids.branch1, calculation: { coveredDays: [friday] } });
  expect(first?.qty).toBeLessThan(25);
  expect((await loadPlan('2026-05-04')).row(bun)?.expected ?? 0).toBe(0);
});

it('M4: lists branches that can order and have less than two weeks of sales', async () => {
  expect((await loadPlan(friday)).withoutForecast).toEqual([]);
  const opened = await t.as('admin').post('/branch', {
    name: 'Corner',
    code: 'CRN',
    type: 'branch',
    supplyingKitchenId: ids.kitchen,
    timezone: 'UTC',
    deliveryDays: [{ weekday: 5, cutoffDaysBefore: 1, cutoffTime: '16:00' }],
  });
  expect(opened.status, opened.text).toBe(201);
  const corner = String(opened.body._id);
  expect((await loadPlan(friday)).withoutForecast).toEqual(['Corner']);
  // It has no delivery on Wednesday, and a plan based only on orders uses no forecast.
  expect((await loadPlan(wednesday)).withoutForecast).toEqual([]);
  expect((await loadPlan(friday, 'orders')).withoutForecast).toEqual([]);
  await receiveStock(t, corner, bun, 500, 1);
  const postings = Array.from({ length: 30 }, (_, n) => addDays(today, n - 30)).map((day) => ({
    itemId: bun,
    fromPlace: corner,
    toPlace: 'consumption',
    docType: 'sales' as const,
    docId: `${corner} ${day}`,
    docLineId: `${corner} ${day}`,
    lot: '',
    qtyMicro: 4e6,
    kind: 'consumption' as const,
    effectiveAt: `${day}T12:00:00.000Z`,
  }));
  const context = { userId: ids.users.admin, now: t.clock.now().toISOString() };
  await t.db.write((tx) => postStockChange(tx, { postings }, context));
  expect((await loadPlan(friday)).withoutForecast).toEqual([]);
  expect((await loadReasons(friday)).map(({ branchName }) => branchName)).toContain('Corner');
});

it("covers only the user's kitchen, and omits items in a blind count", async () => {
  const path = `/production/plan/expected?kitchen=${ids.kitchen}&day=${friday}&itemId=${bun}`;
  expect((await t.as('branch').get(path)).status).toBe(404);
  expect((await t.as('kitchen').get(path.replace(ids.kitchen, ids.branch1))).status).toBe(404);
  const count = { branch: ids.kitchen, type: 'spot', itemIds: [bun], blind: true };
  const opened = await t.as('admin').post('/stock-counts', count);
  await t.as('kitchen').patch(`/stock-counts/${String(opened.body._id)}`, { status: 'Counting' });
  expect(await loadReasons(friday)).toEqual([]);
});
