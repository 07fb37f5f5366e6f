import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { order as orderShape } from '../shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const items = [{ itemId: ids.items.flour, orderQty: 3 }];
const body = { deliveryDate: '2026-03-06', items };

test('a user with one branch can omit it, and the response is the created order', async () => {
  const created = await t.as('branch').post('/orders', body);
  expect(created.status).toBe(201);
  expect(buildResponseSchema(orderShape).parse(created.body)).toEqual(created.body);
  expect(created.body).toMatchObject({
    status: 'Draft',
    branch: ids.branch1,
    branchName: 'Riverside',
    kitchen: ids.kitchen,
    userName: 'Test branch',
    cutoffAt: '2026-03-05T16:00:00.000Z',
    lineCount: 1,
    value: 36,
    version: 1,
    items: [
      {
        itemCode: 'IT-001',
        itemName: 'Bread flour',
        unitSymbol: 'case',
        unitNum: 10,
        unitDen: 1,
        unitCost: 12,
      },
    ],
    statusHistory: [{ from: null, to: 'Draft', byName: 'Test branch' }],
  });
  expect(created.headers.get('etag')).toBe('"1"');
  expect((await t.as('branch').get(`/orders/${created.body._id}`)).body).toEqual(created.body);
});

test("order numbers are consecutive, and previewing one doesn't reserve it", async () => {
  const preview = await t.as('branch').get('/orders/generate-number');
  expect((await t.as('branch').get('/orders/generate-number')).body).toEqual(preview.body);
  const created = await t.as('branch').post('/orders', body);
  expect(created.body.orderNo).toBe(preview.body.orderNo);
  const [, year, number] = created.body.orderNo.split('-');
  const next = await t.as('branch').post('/orders', body);
  expect(next.body.orderNo).toBe(`ORD-${year}-${String(Number(number) + 1).padStart(6, '0')}`);
});

test('an item may appear on two lines in different units, given by id or symbol', async () => {
  const created = await t.as('branch').post('/orders', {
    ...body,
    items: [
      { itemId: ids.items.bun, orderQty: 1, unit: ids.units.case },
      { itemId: ids.items.bun, orderQty: 6, unit: 'piece', suggestedQty: 4 },
    ],
  });
  expect(created.body.items).toMatchObject([
    { unitSymbol: 'case', unitNum: 48, orderQty: 1, suggestedQty: null },
    { unitSymbol: 'piece', unitNum: 1, orderQty: 6, suggestedQty: 4 },
  ]);
});

test.each([
  ['an unknown item', { items: [...items, { itemId: 'nothing', orderQty: 1 }] }, 'items.1.itemId'],
  ['an unknown unit', { items: [{ itemId: ids.items.flour, orderQty: 1, unit: 'barrel' }] }, 'items.0.unit'],
  [
    'a unit without conversion',
    { items: [{ itemId: ids.items.flour, orderQty: 1, unit: 'l' }] },
    'items.0.unit',
  ],
  ['half a piece', { items: [{ itemId: ids.items.bun, orderQty: 1.5, unit: 'piece' }] }, 'items.0.orderQty'],
  ['a negative quantity', { items: [{ itemId: ids.items.flour, orderQty: -1 }] }, 'items.0.orderQty'],
  ['seven decimals', { items: [{ itemId: ids.items.flour, orderQty: 1.0000001 }] }, 'items.0.orderQty'],
  ['text for a quantity', { items: [{ itemId: ids.items.flour, orderQty: '3' }] }, 'items.0.orderQty'],
  ['an invalid date', { deliveryDate: '2026-02-30' }, 'deliveryDate'],
  ['no lines at all', { items: undefined }, 'items'],
  ['an unknown order type', { orderType: 'Whenever' }, 'orderType'],
  ['a field managed by the server', { status: 'Shipped' }, 'status'],
  ['an order number', { orderNo: 'ORD-1' }, 'orderNo'],
  [
    'a cost on a line',
    { items: [{ itemId: ids.items.flour, orderQty: 1, unitCost: 0 }] },
    'items.0.unitCost',
  ],
])('rejects %s with an error on its field', async (_, change, field) => {
  const response = await t.as('branch').post('/orders', { ...body, ...change });
  expect(response).toMatchObject({ status: 422, body: { code: 'VALIDATION' } });
  expect(Object.keys(response.body.fields)).toContain(field);
});

test.each([
  ['archived', { isActive: 0 as const }],
  ['not orderable', { isOrderable: 0 as const }],
  ['for another branch', { branches: JSON.stringify([ids.branch2]) }],
])('rejects an item that is %s', async (_, change) => {
  const restore = { isActive: 1 as const, isOrderable: 1 as const, branches: '[]' };
  await t.db.writer.updateTable('items').set(change).where('_id', '=', ids.items.box).execute();
  const response = await t
    .as('branch')
    .post('/orders', { ...body, items: [{ itemId: ids.items.box, orderQty: 1 }] });
  await t.db.writer.updateTable('items').set(restore).where('_id', '=', ids.items.box).execute();
  expect(response).toMatchObject({ status: 422, body: { fields: { 'items.0.itemId': expect.any(String) } } });
});

test("administrators must specify the branch, and it can't be a kitchen", async () => {
  const admin = t.as('admin');
  expect(await admin.post('/orders', body)).toMatchObject({
    status: 422,
    body: { fields: { branch: expect.any(String) } },
  });
  expect((await admin.post('/orders', { ...body, branch: ids.branch2 })).body.branchName).toBe('Station');
  expect((await admin.post('/orders', { ...body, branch: ids.kitchen })).status).toBe(422);
  expect((await admin.post('/orders', { ...body, branch: 'nowhere' })).status).toBe(422);
});

test("users can't order for other branches", async () => {
  const statuses: [TestUser, number][] = [
    ['viewer', 403],
    ['kitchen', 403],
    ['branch2', 403],
    ['staff', 201],
  ];
  for (const [user, status] of statuses) {
    expect([user, (await t.as(user).post('/orders', { ...body, branch: ids.branch1 })).status]).toEqual([
      user,
      status,
    ]);
  }
  expect((await t.anonymous.post('/orders', body)).status).toBe(401);
});

test('an idempotency key creates one order, and a repeat returns the same bytes', async () => {
  const key = { 'idempotency-key': 'k-1' };
  const first = await t.as('branch').post('/orders', body, key);
  const repeated = await t.as('branch').post('/orders', body, key);
  expect([repeated.status, repeated.text]).toEqual([first.status, first.text]);
  const other = await t.as('branch').post('/orders', { ...body, notes: 'other' }, key);
  expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } });
  expect((await t.as('branch2').post('/orders', body, key)).body._id).not.toBe(first.body._id);
});

test("only a branch's own drafts can be deleted", async () => {
  const { _id } = (await t.as('branch').post('/orders', body)).body;
  expect((await t.as('staff').delete(`/orders/${_id}`)).status).toBe(403);
  expect((await t.as('branch2').delete(`/orders/${_id}`)).status).toBe(404);
  expect((await t.as('branch').delete(`/orders/${_id}`, { 'if-match': '"7"' })).status).toBe(412);
  expect((await t.as('branch').delete(`/orders/${_id}`)).status).toBe(204);
  expect((await t.as('branch').get(`/orders/${_id}`)).status).toBe(404);
  const created = (await t.as('branch').post('/orders', body)).body;
  await t.as('branch').patch(`/orders/${created._id}`, { status: 'Under Review' });
  expect((await t.as('branch').delete(`/orders/${created._id}`)).status).toBe(409);
});
