import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderStatus } from '../status.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';
import { createOrderInStatus } from '#app/server/testing/orders.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

test('adds, removes and changes lines of a draft, leaving the others unchanged', async () => {
  const { header, lines } = await createOrderInStatus(t, 'Draft');
  const [flour, tomato] = lines.map((line) => line.lineId);
  const response = await t.as('branch').patch(`/orders/${header._id}`, {
    notes: '  leave at the back door ',
    deliveryDate: '2026-03-07',
    items: [
      { lineId: flour, remove: true },
      { lineId: tomato, orderQty: 500, unit: 'g', note: 'small ones' },
      { itemId: ids.items.milk, orderQty: 2 },
      { itemId: ids.items.milk, orderQty: 1, unit: 'l' },
    ],
  });
  expect(response).toMatchObject({
    status: 200,
    body: { version: 2, notes: 'leave at the back door', lineCount: 3, cutoffAt: '2026-03-06T16:00:00.000Z' },
  });
  expect(response.body.items).toMatchObject([
    { lineId: tomato, orderQty: 500, unitSymbol: 'g', unitNum: 1, unitDen: 1000, note: 'small ones' },
    { itemName: 'Whole milk', orderQty: 2, unitSymbol: 'case' },
    { itemName: 'Whole milk', orderQty: 1, unitSymbol: 'l' },
  ]);
  // 0.5 kg at 2.10, 24 l and 1 l at 0.95.
  expect(response.body.value).toBe(24.8);
  expect((await t.as('branch').get(`/orders/${header._id}`)).body).toEqual(response.body);
});

test("converts an added line's suggested quantity to the order unit", async () => {
  const { header } = await createOrderInStatus(t, 'Draft');
  const edit = async (...items: object[]) =>
    (await t.as('branch').patch(`/orders/${header._id}`, { items })).body;
  const added = await edit({ itemId: ids.items.bun, orderQty: 3, unit: 'case', suggestedQty: 2 });
  expect(added.items.at(-1)).toMatchObject({ orderQty: 3, suggestedQty: 2, unitNum: 48 });
  const { lineId } = added.items.at(-1);
  const inPieces = await edit({ lineId, orderQty: 100, unit: 'piece' });
  expect(inPieces.items.at(-1)).toMatchObject({ orderQty: 100, suggestedQty: 96, unitSymbol: 'piece' });
  expect(
    await t.as('branch').patch(`/orders/${header._id}`, { items: [{ lineId, suggestedQty: 1 }] }),
  ).toMatchObject({
    status: 422,
    body: {
      fields: {
        [`items.${lineId}.suggestedQty`]:
          'The suggested quantity is set when the line is added. Leave it out',
      },
    },
  });
});

test('whole-number units accept only whole numbers when ordered, approved, picked and received', async () => {
  const items = [
    { itemId: ids.items.bun, orderQty: 3, unit: 'piece' },
    { itemId: ids.items.flour, orderQty: 3 },
  ];
  const draft = await createOrderInStatus(t, 'Draft', { items });
  const editToHalf = (lineId: string | undefined, field: string) => ({ items: [{ lineId, [field]: 1.5 }] });
  const [bun, flour] = draft.lines.map((line) => line.lineId);
  const path = `/orders/${draft.header._id}`;
  expect(await t.as('branch').patch(path, editToHalf(bun, 'orderQty'))).toMatchObject({
    status: 422,
    body: {
      fields: { [`items.${bun}.orderQty`]: 'piece is counted in whole numbers. Enter a whole number.' },
    },
  });
  expect((await t.as('branch').patch(path, editToHalf(flour, 'orderQty'))).status).toBe(200);

  const steps = [
    ['Under Review', 'admin', ['approvedQty']],
    ['Under Process', 'kitchen', ['pickedQty', 'shippedQty']],
    ['Shipped', 'branch', ['receivedQty', 'damagedQty', 'overQty']],
  ] as const;
  for (const [status, user, names] of steps) {
    const { header, lines } = await createOrderInStatus(t, status, { items });
    for (const field of names) {
      const response = await t.as(user).patch(`/orders/${header._id}`, editToHalf(lines[0]?.lineId, field));
      expect([field, response.body.fields]).toEqual([
        field,
        {
          [`items.${lines[0]?.lineId}.${field}`]: 'piece is counted in whole numbers. Enter a whole number.',
        },
      ]);
    }
  }
});

const editWithReason = (field: string) => (lineId: string) => ({
  items: [{ lineId, [field]: 1, reason: 'why' }],
});

/** Editable fields by status: who may edit them, and the error status for the order's other users. */
const table: [OrderStatus, string, (lineId: string) => object, Partial<Record<TestUser, number>>][] = [
  [
    'Draft',
    'orderQty',
    (lineId) => ({ items: [{ lineId, orderQty: 9 }] }),
    { branch: 200, staff: 200, admin: 200, kitchen: 404, viewer: 403, branch2: 404 },
  ],
  [
    'Draft',
    'approvedQty',
    (lineId) => ({ items: [{ lineId, approvedQty: 1 }] }),
    { branch: 409, admin: 409 },
  ],
  [
    'Under Review',
    'approvedQty',
    editWithReason('approvedQty'),
    { branch: 200, staff: 403, admin: 200, kitchen: 404 },
  ],
  [
    'Under Review',
    'orderQty',
    (lineId) => ({ items: [{ lineId, orderQty: 9 }] }),
    { branch: 409, admin: 409 },
  ],
  [
    'Under Review',
    'a new line',
    () => ({ items: [{ itemId: ids.items.milk, orderQty: 1 }] }),
    { branch: 409 },
  ],
  [
    'Sent to Central Kitchen',
    'approvedQty',
    editWithReason('approvedQty'),
    { kitchen: 200, branch: 403, staff: 403, admin: 200 },
  ],
  [
    'Sent to Central Kitchen',
    'deliveryDate',
    () => ({ deliveryDate: '2026-03-09' }),
    { kitchen: 409, branch: 409 },
  ],
  [
    'Under Process',
    'pickedQty',
    editWithReason('pickedQty'),
    { kitchen: 200, branch: 403, viewer: 403, branch2: 404 },
  ],
  ['Under Process', 'driver', () => ({ driver: 'Sam', vehicle: 'Van 2' }), { kitchen: 200, branch: 403 }],
  ['Under Process', 'approvedQty', editWithReason('approvedQty'), { kitchen: 409 }],
  [
    'Shipped',
    'receivedQty',
    editWithReason('receivedQty'),
    { branch: 200, staff: 403, kitchen: 403, admin: 200 },
  ],
  ['Shipped', 'shippedQty', editWithReason('shippedQty'), { kitchen: 409, branch: 409 }],
  ['Received', 'receivedQty', editWithReason('receivedQty'), { branch: 409, admin: 409 }],
  ['Received', 'notes', () => ({ notes: 'thanks' }), { branch: 200, kitchen: 200, staff: 403 }],
  ['Cancelled', 'notes', () => ({ notes: 'pity' }), { branch: 200, kitchen: 404 }],
];

test.each(table)('%s: %s', async (status, _, edit, users) => {
  const statusCodes: Record<string, number> = {};
  for (const user of Object.keys(users) as TestUser[]) {
    const { header, lines } = await createOrderInStatus(t, status, {
      items: [{ itemId: ids.items.flour, orderQty: 1 }],
    });
    const response = await t.as(user).patch(`/orders/${header._id}`, edit(lines[0]?.lineId ?? ''));
    statusCodes[user] = response.status;
    if (response.status === 409) expect(response.body.fields).toBeTruthy();
    if (response.status >= 400) {
      const row = await t.db.read
        .selectFrom('orders')
        .select('version')
        .where('_id', '=', header._id)
        .executeTakeFirst();
      expect(row?.version).toBe(header.version);
    }
  }
  expect(statusCodes).toEqual(users);
});

test('a different approved quantity requires a reason when the order is sent', async () => {
  const { header, lines } = await createOrderInStatus(t, 'Under Review');
  const path = `/orders/${header._id}`;
  const lineId = lines[0]?.lineId;
  await t.as('branch').patch(path, { items: [{ lineId, approvedQty: 1 }] });
  const send = () => t.as('branch').patch(path, { status: 'Sent to Central Kitchen' });
  expect(await send()).toMatchObject({
    status: 422,
    body: { fields: { [`items.${lineId}.reason`]: expect.any(String) } },
  });
  await t.as('branch').patch(path, { items: [{ lineId, reason: 'enough at home' }] });
  expect((await send()).body.items[0]).toMatchObject({ orderQty: 2, approvedQty: 1 });
});

test('the kitchen ships a substitute for a line', async () => {
  const { header, lines } = await createOrderInStatus(t, 'Under Process');
  const path = `/orders/${header._id}`;
  const tomato = lines[1]?.lineId ?? '';
  const response = await t.as('kitchen').patch(path, {
    items: [
      { lineId: tomato, shippedQty: 0, reason: 'none ripe' },
      {
        itemId: ids.items.milk,
        orderQty: 0,
        unit: 'l',
        substituteFor: tomato,
        shippedQty: 2,
        reason: 'instead',
      },
    ],
  });
  expect(response.body.items[2]).toMatchObject({ orderQty: 0, substituteFor: tomato, shippedQty: 2 });
  expect((await t.as('kitchen').patch(path, { status: 'Shipped' })).status).toBe(200);
  expect((await t.as('branch').patch(path, { status: 'Received' })).body.items[2].receivedQty).toBe(2);
});

test.each([
  ['a line of another order', { items: [{ lineId: 'stranger', orderQty: 1 }] }, 'items.0.lineId'],
  ['a new line without a quantity', { items: [{ itemId: ids.items.milk }] }, 'items.0.lineId'],
  ['an unknown item', { items: [{ itemId: 'nothing', orderQty: 1 }] }, 'items.0.itemId'],
  ['an unknown field', { branch: ids.branch2 }, 'branch'],
  ['an empty edit', {}, 'body'],
])('%s returns 422', async (_, edit, field) => {
  const { header } = await createOrderInStatus(t, 'Draft');
  const response = await t.as('branch').patch(`/orders/${header._id}`, edit);
  expect(response.status).toBe(422);
  expect(Object.keys(response.body.fields)).toContain(field);
});

test('identifies an invalid line by id, or by index if it has no id', async () => {
  const { header, lines } = await createOrderInStatus(t, 'Draft');
  const [flour, tomato] = lines.map((line) => line.lineId);
  const edit = (items: object[]) => t.as('branch').patch(`/orders/${header._id}`, { items });
  const cases: [items: object[], path: string][] = [
    [
      [
        { lineId: flour, orderQty: 1 },
        { lineId: tomato, orderQty: -1 },
      ],
      `items.${tomato}.orderQty`,
    ],
    [
      [
        { lineId: flour, orderQty: 1 },
        { lineId: tomato, unit: 'barrel' },
      ],
      `items.${tomato}.unit`,
    ],
    [[{ lineId: tomato, itemId: ids.items.milk }], `items.${tomato}.itemId`],
    [
      [
        { lineId: flour, orderQty: 1 },
        { lineId: tomato, colour: 'red' },
      ],
      `items.${tomato}.colour`,
    ],
    [
      [
        { lineId: flour, orderQty: 1 },
        { itemId: ids.items.milk, orderQty: -1 },
      ],
      'items.1.orderQty',
    ],
    [
      [
        { lineId: flour, orderQty: 1 },
        { itemId: 'nothing', orderQty: 1 },
      ],
      'items.1.itemId',
    ],
    [
      [
        { lineId: flour, orderQty: 1 },
        { lineId: 'stranger', orderQty: 1 },
      ],
      'items.1.lineId',
    ],
    [[{ lineId: 'a.b', orderQty: -1 }], 'items.0.orderQty'],
    [[{ lineId: tomato, receivedQty: 1 }], `items.${tomato}.receivedQty`],
  ];
  for (const [items, path] of cases) {
    const { body } = await edit(items);
    expect([path, Object.keys(body.fields ?? {})]).toEqual([path, [path]]);
    expect(Object.keys(body.fieldReasons ?? { [path]: true })).toEqual([path]);
  }
});

test('computes the received quantity from an entered shortage', async () => {
  const { header, lines } = await createOrderInStatus(t, 'Shipped');
  const path = `/orders/${header._id}`;
  await t.as('branch').patch(path, { items: [{ lineId: lines[0]?.lineId, shortQty: 1 }] });
  const received = await t.as('branch').patch(path, { status: 'Received' });
  expect(received.body.items[0]).toMatchObject({ shippedQty: 2, receivedQty: 1, shortQty: 1, damagedQty: 0 });
});

test('reconcile finds no differences', async () => {
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
});
