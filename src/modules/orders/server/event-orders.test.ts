import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { createSupplier } from '#app/server/testing/document-samples.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock } from '#app/server/testing/orders.ts';
import { productionPlan } from '#modules/production/shapes.ts';
import { pickList } from '#modules/picking/shapes.ts';
import type { PurchaseProposal } from '#modules/purchase-orders/shapes.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import type { OrderSuggestion } from '../shapes.ts';

/** A Monday; the branch has deliveries on Tuesdays, with a cut-off at 10:00 the day before. */
const now = '2026-03-02T09:00:00.000Z';
const [tuesday, wednesday] = ['2026-03-03', '2026-03-04'];
const occasion = 'Wedding of Sara and Omar';
const { kg } = ids.units;
let t: TestApp;
/** Items that branches can't order: canapés from flour, and saffron, which is bought for events alone. */
const items = { canape: '', saffron: '' };

const order = (body: object) =>
  t.as('branch').post('/orders', {
    deliveryDate: wednesday,
    items: [{ itemId: items.canape, orderQty: 40 }],
    ...body,
  });
const move = async (id: string, status: string) => {
  const response = await t.as('admin').patch(`/orders/${id}`, { status });
  expect(response.status, response.text).toBe(200);
  return response.body as Record<string, unknown>;
};

beforeAll(async () => {
  t = await createTestApp({ now });
  await t.db.writer
    .updateTable('branches')
    .set({
      timezone: 'UTC',
      deliveryDays: JSON.stringify([{ weekday: 2, cutoffDaysBefore: 1, cutoffTime: '10:00' }]),
    })
    .where('_id', '=', ids.branch1)
    .execute();
  const create = async (path: string, body: object) => {
    const response = await t.as('admin').post(path, body);
    expect(response.status, response.text).toBe(201);
    return String(response.body._id);
  };
  const item = { kind: 'finished', category: ids.category, isOrderable: false, baseUnit: kg, orderUnit: kg };
  items.canape = await create('/items', { ...item, name: 'Canapés', itemCode: 'CAN' });
  items.saffron = await create('/items', { ...item, name: 'Saffron', itemCode: 'SAF' });
  await create('/recipes', {
    name: 'Canapés',
    kind: 'sub-recipe',
    outputItem: items.canape,
    yieldQty: 10,
    yieldUnit: kg,
    components: [{ itemId: ids.items.flour, qty: 5, unit: kg }],
  });
  const supplierId = await createSupplier(t);
  await create('/packagings', {
    name: 'Tin',
    itemId: items.saffron,
    supplierId,
    unit: kg,
    contentsQty: 2,
    price: 10,
  });
});
afterAll(async () => {
  expect([t.errors, await reconcile(t.db.read)]).toEqual([[], []]);
  await t.close();
});

it('accepts an event order for any day and any active item, never late', async () => {
  const regular = await order({});
  expect([regular.status, Object.keys(regular.body.fields ?? {})]).toEqual([422, ['items.0.itemId']]);
  const unnamed = await order({ guests: 80 });
  expect([unnamed.status, Object.keys(unnamed.body.fields ?? {})]).toEqual([422, ['occasion']]);
  const draft = await order({ items: [{ itemId: ids.items.flour, orderQty: 1 }] });
  const patched = await t.as('branch').patch(`/orders/${draft.body._id}`, { guests: 80 });
  expect([patched.status, Object.keys(patched.body.fields ?? {})]).toEqual([422, ['occasion']]);
  expect((await t.as('branch').delete(`/orders/${draft.body._id}`)).status).toBe(204);
  const nobody = await order({ occasion, guests: 0 });
  expect([nobody.status, Object.keys(nobody.body.fields ?? {})]).toEqual([422, ['guests']]);
  const event = { occasion, eventAt: '2026-03-04T18:30:00.000Z', guests: 80 };
  const created = await order(event);
  expect(created.status, created.text).toBe(201);
  expect(created.body).toMatchObject({ ...event, cutoffAt: null, deliveryDate: wednesday });
  const id = String(created.body._id);
  const edited = await t.as('branch').patch(`/orders/${id}`, {
    guests: 90,
    deliveryDate: tuesday,
    items: [{ itemId: items.saffron, orderQty: 1 }],
  });
  expect(edited.status, edited.text).toBe(200);
  expect(edited.body).toMatchObject({ occasion, guests: 90, cutoffAt: null });
  // After the cut-off of Tuesday's delivery.
  t.clock.advance(2 * 3_600_000);
  expect(await move(id, 'Under Review')).toMatchObject({ isLate: false });
  const { body: list } = await t.as('kitchen').get('/orders?limit=5');
  expect(list).not.toMatchObject({ orders: [{ occasion }] });
  await move(id, 'Sent to Central Kitchen');
  const { body: sent } = await t.as('kitchen').get('/orders?limit=5');
  expect(sent).toMatchObject({ orders: [{ occasion, guests: 90 }] });
  await t.as('kitchen').patch(`/orders/${id}`, { transitionReason: 'not today' });
  await move(id, 'Rejected');
});

it('includes an event order in the production plan and pick list, with its occasion', async () => {
  const loadPlan = async () => {
    const { body } = await t.as('kitchen').get(`/production/plan?kitchen=${ids.kitchen}&day=${wednesday}`);
    return buildResponseSchema(productionPlan).parse(body).rows;
  };
  expect((await loadPlan()).map(({ itemId }) => itemId)).not.toContain(items.canape);
  const { header } = await createOrderInStatus(t, 'Sent to Central Kitchen', {
    occasion,
    deliveryDate: wednesday,
    items: [{ itemId: items.canape, orderQty: 40 }],
  });
  const rows = await loadPlan();
  expect(rows.find(({ itemId }) => itemId === items.canape)).toMatchObject({
    toMake: 40,
    sources: [{ kind: 'order', id: header._id, occasion }],
  });
  expect(rows.find(({ itemId }) => itemId === ids.items.flour)?.needed).toBe(20);
  await move(header._id, 'Under Process');
  const { body } = await t.as('kitchen').get(`/pick-list?status=Under%20Process&date=${wednesday}`);
  expect(buildResponseSchema(pickList).parse(body).orders).toMatchObject([{ _id: header._id, occasion }]);
});

it('includes an event order in the kitchen’s purchase proposal, less the stock reserved for it', async () => {
  const propose = async () => {
    const { body } = await t.as('admin').get(`/purchase-orders/proposal?place=${ids.kitchen}`);
    return (body as PurchaseProposal[]).find(({ itemId }) => itemId === items.saffron)?.qty;
  };
  const lines = [{ itemId: items.saffron, orderQty: 5 }];
  expect(await propose()).toBeUndefined();
  const event = { occasion, deliveryDate: wednesday, items: lines };
  const { header } = await createOrderInStatus(t, 'Sent to Central Kitchen', event);
  // Tins of 2 kg.
  expect(await propose()).toBe(3);
  await receiveStock(t, ids.kitchen, items.saffron, 3, 1);
  expect(await propose()).toBe(1);
  // Acceptance reserves the 3 kg on hand, and 2 kg are still missing.
  await move(header._id, 'Under Process');
  expect(await propose()).toBe(1);
  // An event after the week that a purchase covers is bought later.
  await createOrderInStatus(t, 'Sent to Central Kitchen', { ...event, deliveryDate: '2026-03-20' });
  expect(await propose()).toBe(1);
});

it('charges an event order to the branch at its price', async () => {
  await t.db.writer
    .insertInto('transferPrices')
    .values({ _id: ids.branch1, rule: 'cost_plus', percentMicro: 50_000_000, isFranchise: 0 })
    .execute();
  await receiveStock(t, ids.kitchen, items.canape, 100, 2);
  await createOrderInStatus(t, 'Received', {
    occasion,
    deliveryDate: wednesday,
    items: [{ itemId: items.canape, orderQty: 10 }],
  });
  const balance = await t.db.read
    .selectFrom('balances')
    .select(['onHandMicro', 'valueE4'])
    .where('placeId', '=', ids.branch1)
    .where('itemId', '=', items.canape)
    .executeTakeFirst();
  // 10 kg at a cost of 2.00 and a surcharge of 50 %.
  expect(balance).toEqual({ onHandMicro: 10_000_000, valueE4: 300_000 });
});

it("doesn't count an event order as the branch's regular demand", async () => {
  const suggestion = async () => {
    const { body } = await t
      .as('branch')
      .get(`/orders/suggestions?branch=${ids.branch1}&deliveryDate=${tuesday}`);
    const rows = body as OrderSuggestion[];
    const { alreadyOrdered, lastOrderQty } = rows.find(({ itemId }) => itemId === ids.items.flour) ?? {};
    return [alreadyOrdered, lastOrderQty];
  };
  const lines = { deliveryDate: tuesday, items: [{ itemId: ids.items.flour, orderQty: 7 }] };
  const before = await suggestion();
  await createOrderInStatus(t, 'Sent to Central Kitchen', { occasion, ...lines });
  expect(await suggestion()).toEqual(before);
  await createOrderInStatus(t, 'Sent to Central Kitchen', lines);
  expect(await suggestion()).toEqual([7, 7]);
});
