import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PlanRow, productionPlan } from '../shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';

const { kg } = ids.units;
const { flour, tomato, milk, bun } = ids.items;
const day = '2026-03-06';

let api: TestApp;
let mill = '';
/** Pies are made from dough and sauce, tarts from dough, and dough from flour, in batches of 10 kg. */
const items: Record<'pie' | 'tart' | 'dough' | 'salt', string> = { pie: '', tart: '', dough: '', salt: '' };

async function expectOk(response: Promise<{ status: number; text?: string; body: unknown }>) {
  const result = await response;
  expect(result.status, result.text).toBeLessThan(300);
  return result.body as Record<string, unknown> & { _id: string };
}

beforeAll(async () => {
  api = await createTestApp();
  for (const name of ['pie', 'tart', 'dough', 'salt'] as const) {
    const body = { name, itemCode: name, kind: 'semi_finished', category: ids.category };
    const units = { baseUnit: kg, orderUnit: kg };
    items[name] = (await expectOk(api.as('admin').post('/items', { ...body, ...units })))._id;
  }
  const createRecipe = (name: string, outputItem: string, yieldQty: number, components: object[]) =>
    expectOk(
      api
        .as('admin')
        .post('/recipes', { name, kind: 'sub-recipe', outputItem, yieldQty, yieldUnit: kg, components }),
    );
  const dough = await createRecipe('Dough', items.dough, 10, [
    { itemId: flour, qty: 6, unit: kg },
    { itemId: items.salt, qty: 0.1, unit: kg },
  ]);
  // An unstocked sub-recipe is expanded into the recipes that use it.
  const filling = await expectOk(
    api.as('admin').post('/recipes', {
      name: 'Filling',
      kind: 'sub-recipe',
      yieldQty: 2,
      yieldUnit: kg,
      components: [{ itemId: tomato, qty: 1, unit: kg }],
    }),
  );
  await createRecipe('Pie', items.pie, 1, [
    { recipeId: dough._id, qty: 500, unit: ids.units.g },
    { recipeId: filling._id, qty: 1, unit: kg },
  ]);
  await createRecipe('Tart', items.tart, 1, [{ recipeId: dough._id, qty: 0.5, unit: kg }]);
  mill = (await expectOk(api.as('admin').post('/suppliers', { code: 'MILL', name: 'Mill' })))._id;
  const pack = { itemId: items.salt, name: 'Bag', unit: kg, contentsQty: 0.25, supplierId: mill, price: 2 };
  await expectOk(api.as('admin').post('/packagings', pack));
});
afterAll(async () => {
  expect([api.errors, await reconcile(api.db.read)]).toEqual([[], []]);
  await api.close();
});

const loadPlan = async (date = day) => {
  const { status, text, body } = await api
    .as('kitchen')
    .get(`/production/plan?kitchen=${ids.kitchen}&day=${date}`);
  expect(status, text).toBe(200);
  const plan = buildResponseSchema(productionPlan).parse(body);
  const rows = new Map(plan.rows.map((row) => [row.itemId, row]));
  return { stamp: plan.stamp, row: (id: string) => rows.get(id) };
};
const planFigures = (row: PlanRow | undefined) =>
  row && [row.needed, row.claimed, row.onHand, row.planned, row.incoming, row.missing, row.toMake];

it("M4, M5, M6: nets demand level by level, and lists each quantity's sources", async () => {
  await receiveStock(api, ids.kitchen, items.pie, 2, 1);
  await receiveStock(api, ids.kitchen, items.dough, 3, 1);
  const order = await createOrderInStatus(api, 'Sent to Central Kitchen', {
    deliveryDate: day,
    items: [
      { itemId: items.pie, orderQty: 12 },
      { itemId: items.tart, orderQty: 6 },
    ],
  });
  const { row } = await loadPlan();
  expect(planFigures(row(items.pie))).toEqual([12, 0, 2, 0, 0, 10, 10]);
  expect(row(items.pie)?.sources).toMatchObject([
    {
      kind: 'order',
      id: order.header._id,
      name: order.header.orderNo,
      branchName: order.header.branchName,
      qty: 12,
    },
  ]);
  // 10 pies and 6 tarts need 8 kg, and 3 kg are on hand: one batch of 10 kg covers both.
  expect(planFigures(row(items.dough))).toEqual([8, 0, 3, 0, 0, 5, 10]);
  const parents = row(items.dough)?.sources.map(({ name, qty }) => [name, qty]);
  expect(parents?.toSorted()).toEqual([
    ['pie', 5],
    ['tart', 3],
  ]);
  // The unstocked filling is expanded: 10 kg need 5 kg of tomatoes.
  expect(row(tomato)?.needed).toBe(5);
  expect([row(flour)?.needed, row(items.salt)?.needed, row(milk), row(bun)]).toEqual([
    6,
    0.1,
    undefined,
    undefined,
  ]);
});

it('M4: creates batches and purchase drafts in one step, which then cover the demand', async () => {
  const { stamp } = await loadPlan();
  const request = {
    kitchen: ids.kitchen,
    day,
    stamp,
    batches: [
      { itemId: items.pie, qty: 10, shift: 'morning' },
      { itemId: items.tart, qty: 6 },
      { itemId: items.dough, qty: 10, shift: 'night' },
    ],
    buy: true,
  };
  const created = await expectOk(api.as('kitchen').post('/production/plan', request));
  expect(created['batches']).toMatchObject([
    { itemId: items.pie },
    { itemId: items.tart },
    { itemId: items.dough },
  ]);
  expect(created['orders']).toMatchObject([{ supplierName: 'Mill' }]);
  const [draft] = created['orders'] as { _id: string }[];
  const loadedDraft = await expectOk(api.as('admin').get(`/purchase-orders/${draft?._id}`));
  // 0.1 kg of salt, in bags of 0.25 kg, takes one bag.
  expect(loadedDraft['items']).toMatchObject([{ itemId: items.salt, qty: 1 }]);

  const { row, stamp: newStamp } = await loadPlan();
  expect(planFigures(row(items.pie))).toEqual([12, 0, 2, 10, 0, 0, 0]);
  expect(planFigures(row(items.dough))).toEqual([8, 0, 3, 10, 0, 0, 0]);
  expect(row(items.dough)?.plannedBy).toMatchObject([{ qty: 10 }]);
  // A second request with the same plan is rejected.
  const secondAttempt = await api.as('admin').post('/production/plan', request);
  expect([secondAttempt.status, secondAttempt.body.reason]).toEqual([409, 'plan-changed']);
  // A draft isn't on order, so the salt is still missing, but it isn't added to a second draft.
  expect(row(items.salt)?.missing).toBe(0.1);
  const draftsOnly = { ...request, stamp: newStamp, batches: [] };
  const response = await expectOk(api.as('kitchen').post('/production/plan', draftsOnly));
  expect(response).toMatchObject({
    orders: [],
    drafts: [{ _id: draft?._id, number: loadedDraft['number'] }],
  });
});

it("M4: a later day doesn't use stock planned for this day", async () => {
  await createOrderInStatus(api, 'Sent to Central Kitchen', {
    deliveryDate: '2026-03-07',
    items: [{ itemId: items.pie, orderQty: 2 }],
  });
  const { row } = await loadPlan('2026-03-07');
  expect(planFigures(row(items.pie))).toEqual([2, 12, 2, 10, 0, 2, 2]);
});

it('M4: deliveries after the day are ignored, and those without a day are included', async () => {
  const orderSalt = async (expectedOn: string | null, qty: number) => {
    const line = { itemId: items.salt, qty, unit: kg, price: 1 };
    const { _id } = await expectOk(
      api.as('admin').post('/purchase-orders', { supplier: mill, place: ids.kitchen, items: [line] }),
    );
    await expectOk(api.as('admin').patch(`/purchase-orders/${_id}`, { status: 'Sent' }));
    await api.db.writer.updateTable('purchaseOrders').set({ expectedOn }).where('_id', '=', _id).execute();
  };
  const loadSaltRow = async (date: string) => {
    const row = (await loadPlan(date)).row(items.salt);
    return [row?.incoming, row?.missing];
  };
  await orderSalt('2026-03-20', 7);
  expect(await loadSaltRow(day)).toEqual([0, 0.1]);
  await orderSalt('2026-03-07', 5);
  expect(await loadSaltRow(day)).toEqual([0, 0.1]);
  await orderSalt(day, 0.02);
  expect(await loadSaltRow(day)).toEqual([0.02, 0.08]);
  await orderSalt('2026-02-20', 0.03);
  expect(await loadSaltRow(day)).toEqual([0.05, 0.05]);
  await orderSalt(null, 0.05);
  expect(await loadSaltRow(day)).toEqual([0.1, 0]);
});

it("rejects plans for a kitchen outside the user's scope", async () => {
  const path = `/production/plan?kitchen=${ids.kitchen}&day=${day}`;
  expect((await api.as('branch').get(path)).status).toBe(404);
  const body = { kitchen: ids.kitchen, day, stamp: 'x', batches: [], buy: false };
  expect((await api.as('branch').post('/production/plan', body)).status).toBe(403);
});

it('omits items in a blind count', async () => {
  const count = { branch: ids.kitchen, type: 'spot', itemIds: [tomato], blind: true };
  const { _id } = await expectOk(api.as('admin').post('/stock-counts', count));
  await expectOk(api.as('kitchen').patch(`/stock-counts/${_id}`, { status: 'Counting' }));
  const { row } = await loadPlan();
  expect([row(tomato), row(flour)?.needed]).toEqual([undefined, 6]);
});
