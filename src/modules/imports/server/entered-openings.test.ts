import { afterAll, beforeAll, expect, it } from 'vitest';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';
import { receiveStock, getStock } from '#app/server/testing/orders.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(async () => {
  expect(await reconcile(api.db.read)).toEqual([]);
  await api.close();
});

type Row = { itemId: string; qty: number; unit?: string; unitCost?: number; lot?: string; expiry?: string };
const enterOpenings = (items: readonly Row[], place: string = ids.branch1, as: TestUser = 'admin') =>
  api.as(as).post('/stock/openings', { place, items: items.map((item) => ({ unitCost: 1, ...item })) });
const loadItemsWithMovements = async (
  place: string = ids.branch1,
): Promise<{ itemId: string; onHand: number }[]> =>
  (await api.as('admin').get(`/stock/openings?place=${place}`)).body;

it('posts opening stock at its value, rejects a second entry, and undoes it as one import', async () => {
  const rows = [
    { itemId: ids.items.flour, qty: 3, unit: 'case', unitCost: 11.9 },
    { itemId: ids.items.milk, qty: 2.5, unitCost: 0 },
  ];
  const created = await enterOpenings(rows);
  expect(created.status, created.text).toBe(201);
  expect(created.body).toMatchObject({ kind: 'opening-stock', status: 'Committed', rows: 2, created: 2 });
  expect(await getStock(api, ids.branch1, ids.items.flour)).toMatchObject({ onHand: 30 });
  expect(await loadItemsWithMovements()).toEqual([
    { itemId: ids.items.flour, onHand: 30 },
    { itemId: ids.items.milk, onHand: 2.5 },
  ]);

  const repeated = await enterOpenings([{ itemId: ids.items.bun, qty: 1 }, ...rows]);
  expect(repeated.status).toBe(422);
  const refusalText = 'This item already has stock movements at this location. Count it instead.';
  expect(repeated.body.fields).toEqual({ 'items.1.itemId': refusalText, 'items.2.itemId': refusalText });
  expect(await getStock(api, ids.branch1, ids.items.flour), 'all or nothing').toMatchObject({
    onHand: 30,
  });

  expect((await api.as('admin').post(`/imports/${created.body._id}/undo`)).body.status).toBe('Undone');
  expect(await loadItemsWithMovements()).toEqual([]);
  expect((await enterOpenings(rows)).status).toBe(201);
});

it('posts opening stock once despite repeated and concurrent requests', async () => {
  const body = { place: ids.branch2, items: [{ itemId: ids.items.flour, qty: 4, unitCost: 1 }] };
  const idempotencyHeaders = { 'idempotency-key': 'the-same-key-of-opening-1' };
  const [first, second] = [
    await api.as('admin').post('/stock/openings', body, idempotencyHeaders),
    await api.as('admin').post('/stock/openings', body, idempotencyHeaders),
  ];
  expect([first.status, second.status, second.body._id]).toEqual([201, 201, first.body._id]);

  const responses = await Promise.all(
    Array.from({ length: 6 }, () => enterOpenings([{ itemId: ids.items.tomato, qty: 2 }], ids.branch2)),
  );
  const statuses = responses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status !== 201 && status !== 422 && status !== 409)).toEqual([]);
  expect(await loadItemsWithMovements(ids.branch2)).toEqual([
    { itemId: ids.items.flour, onHand: 4 },
    { itemId: ids.items.tomato, onHand: 2 },
  ]);
});

it('rejects items with stock movements at the location', async () => {
  await receiveStock(api, ids.branch2, ids.items.box, 5);
  const response = await enterOpenings([{ itemId: ids.items.box, qty: 1 }], ids.branch2);
  expect([response.status, Object.keys(response.body.fields)]).toEqual([422, ['items.0.itemId']]);
});

it.each([
  ['an unknown item', { itemId: 'nobody', qty: 1 }, 'itemId', 'This item doesn’t exist.'],
  ['an unknown unit', { itemId: ids.items.bun, qty: 1, unit: 'furlong' }, 'unit', 'This unit doesn’t exist.'],
  [
    'a fraction of a whole unit',
    { itemId: ids.items.bun, qty: 0.5 },
    'qty',
    'piece is counted in whole numbers. Enter a whole number.',
  ],
  ['a zero quantity', { itemId: ids.items.bun, qty: 0 }, 'qty', 'Must be more than 0'],
  ['a negative quantity', { itemId: ids.items.bun, qty: -1 }, 'qty', 'Enter a quantity of 0 or more'],
  ['a negative value', { itemId: ids.items.bun, qty: 1, unitCost: -1 }, 'unitCost', '0 or more'],
  [
    'a unit cost with seven decimals',
    { itemId: ids.items.bun, qty: 1, unitCost: 0.0000001 },
    'unitCost',
    'At most 6 decimals',
  ],
  [
    'a value too large to store exactly',
    { itemId: ids.items.bun, qty: 1_000_000, unitCost: 1_000_000_000 },
    'qty',
    'This quantity in piece is too large to store exactly. Enter a smaller one, or correct the conversion.',
  ],
])('reports %s on its field', async (_, row, field, sentence) => {
  const response = await enterOpenings([{ itemId: ids.items.milk, qty: 1 }, row], ids.kitchen);
  expect(response.status, response.text).toBe(422);
  expect(response.body.fields[`items.1.${field}`]).toBe(sentence);
});

it('requires a cost: 0 must be entered explicitly', async () => {
  const items = [
    { itemId: ids.items.bun, qty: 1 },
    { itemId: ids.items.milk, qty: 1, unit: 'ml', unitCost: 0 },
  ];
  const response = await api.as('admin').post('/stock/openings', { place: ids.kitchen, items });
  expect(response.status, response.text).toBe(422);
  expect(response.body.fields['items.0.unitCost']).toBe(
    'Enter the cost per piece of Brioche bun. Enter 0 if it has no value.',
  );
  expect(response.body.fields).not.toHaveProperty(['items.1.unitCost']);
});

it('suggests list prices per unit to users who can see prices, and the standard cost if there is no price', async () => {
  const pack = { itemId: ids.items.flour, name: 'Sack', contentsQty: 25, unit: ids.units.kg, price: 20 };
  expect((await api.as('admin').post('/packagings', pack)).status).toBe(201);
  const standard = await api.as('admin').put(`/items/${ids.items.tomato}`, { standardCost: 2.5 });
  expect(standard.status, standard.text).toBe(200);
  const costs = await api.as('admin').get(`/stock/opening-costs?place=${ids.branch2}`);
  expect(costs.body).toEqual(
    expect.arrayContaining([
      { itemId: ids.items.flour, unit: ids.units.kg, unitCost: 0.8 },
      { itemId: ids.items.flour, unit: ids.units.case, unitCost: 8 },
      { itemId: ids.items.tomato, unit: ids.units.kg, unitCost: 2.5 },
    ]),
  );
  expect((await api.as('branch').get(`/stock/opening-costs?place=${ids.branch2}`)).status).toBe(403);
});

it('accepts each item once and only an existing location', async () => {
  const row = { itemId: ids.items.bun, qty: 1 };
  const duplicate = await enterOpenings([row, row], ids.branch2);
  expect(duplicate.body.fields).toEqual({ 'items.1.itemId': 'This item is already in another row.' });
  expect((await enterOpenings([row], 'nowhere')).body.fields).toEqual({
    place: 'This branch doesn’t exist.',
  });
});

it('requires import permission, cost permission and access to the location', async () => {
  const rows = [{ itemId: ids.items.bun, qty: 1 }];
  for (const user of ['branch', 'kitchen', 'viewer'] as const)
    for (const place of [ids.branch1, ids.branch2, ids.kitchen, 'nowhere'])
      expect([user, (await enterOpenings(rows, place, user)).status]).toEqual([user, 403]);
  expect((await api.as('branch').get(`/stock/openings?place=${ids.branch2}`)).status).toBe(403);
  expect((await api.as('branch').get(`/stock/openings?place=${ids.branch1}`)).status).toBe(200);
});

it('requires lot and expiry, by field, for lot-tracked items and accepts several lots per item', async () => {
  const setTracking = (item: string, tracking: { trackLots?: 1; trackExpiry?: 1; shelfLifeDays?: number }) =>
    api.db.writer.updateTable('items').set(tracking).where('_id', '=', item).execute();
  await setTracking(ids.items.bun, { trackLots: 1 });
  await setTracking(ids.items.box, { trackExpiry: 1 });
  const missing = await enterOpenings([
    { itemId: ids.items.bun, qty: 5 },
    { itemId: ids.items.box, qty: 5 },
    { itemId: ids.items.tomato, qty: 1, lot: 'T' },
  ]);
  expect(missing).toMatchObject({
    status: 422,
    body: {
      fields: {
        'items.0.lot': expect.stringContaining('IT-003-20260304-1'),
        'items.1.expiry': expect.any(String),
        'items.2.lot': expect.any(String),
      },
    },
  });
  const rows: Row[] = [
    { itemId: ids.items.bun, qty: 5, lot: 'B1', expiry: '2026-03-09' },
    { itemId: ids.items.bun, qty: 7, lot: 'B2' },
    { itemId: ids.items.box, qty: 5, expiry: '2026-05-01' },
  ];
  const duplicate = await enterOpenings([...rows, { itemId: ids.items.bun, qty: 1, lot: 'B2' }]);
  expect(duplicate.body.fields).toHaveProperty('items.3.itemId');
  const created = await enterOpenings(rows);
  expect(created.status, created.text).toBe(201);
  const lots = async () =>
    (await api.as('admin').get(`/lots?placeId=${ids.branch1}`)).body.map(
      (row: { lot: string; expiry: string | null; onHand: number }) => [row.lot, row.expiry, row.onHand],
    );
  expect(await lots()).toEqual([
    ['B1', '2026-03-09', 5],
    ['IT-005-20260304-1', '2026-05-01', 5],
    ['B2', null, 7],
  ]);
  const other = await enterOpenings(
    [{ itemId: ids.items.bun, qty: 1, lot: 'B1', expiry: '2026-03-10' }],
    ids.branch2,
  );
  expect(other.body.fields).toHaveProperty('items.0.expiry');
  expect((await api.as('admin').post(`/imports/${created.body._id}/undo`)).body.status).toBe('Undone');
  expect(await lots()).toEqual([]);
});
