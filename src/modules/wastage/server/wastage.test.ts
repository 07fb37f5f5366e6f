import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { wastage } from '../shapes.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock, getStock } from '#app/server/testing/orders.ts';

let t: TestApp;
let onHand = 0;
beforeAll(async () => {
  t = await createTestApp();
  await receiveStock(t, ids.branch1, ids.items.flour, 100, 1.2);
});
afterAll(() => t.close());

const loadOnHand = async () => (await getStock(t, ids.branch1, ids.items.flour)).onHand;
beforeEach(async () => {
  onHand = await loadOnHand();
});

const body = { item: ids.items.flour, qty: 2.5, reason: 'spoiled' };

test('waste is deducted from stock at once, at cost', async () => {
  const created = await t.as('branch').post('/wastage', body);
  expect(created.status).toBe(201);
  expect(buildResponseSchema(wastage).parse(created.body)).toEqual(created.body);
  expect(created.body).toMatchObject({
    status: 'Posted',
    branchName: 'Riverside',
    unitSymbol: 'kg',
    cost: 3,
    number: 'WST-2026-000001',
  });
  expect(await loadOnHand()).toBe(onHand - 2.5);
  expect((await t.as('branch').get(`/wastage/${created.body._id}`)).body).toEqual(created.body);
});

test('records its history: draft, changed, posted, changed, reversed, with users and times', async () => {
  const branch = t.as('branch');
  const created = (await branch.post('/wastage', { ...body, status: 'Draft' })).body;
  const path = `/wastage/${created._id}`;
  await branch.put(path, { ...body, qty: 2, status: 'Draft' });
  await t.as('admin').put(path, { ...body, qty: 2 });
  await branch.put(path, { ...body, qty: 1 });
  await branch.delete(path);
  // Already reversed; nothing changes.
  await branch.delete(path);
  const { body: history } = await t.as('viewer').get(`${path}/history`);
  const people = {
    branch: (await branch.get('/users/profile')).body,
    admin: (await t.as('admin').get('/users/profile')).body,
  };
  const buildStep = (from: string | null, to: string, verb: string | null, user: keyof typeof people) => ({
    from,
    to,
    verb,
    by: people[user]._id,
    byName: people[user].name,
    at: expect.any(String),
    reason: null,
    reasonCode: null,
    reasonNote: null,
  });
  expect(history).toEqual([
    buildStep(null, 'Draft', null, 'branch'),
    buildStep('Draft', 'Draft', 'edit', 'branch'),
    buildStep('Draft', 'Posted', 'post', 'admin'),
    buildStep('Posted', 'Posted', 'edit', 'branch'),
    buildStep('Posted', 'Reversed', 'reverse', 'branch'),
  ]);
  expect((await t.as('branch2').get(`${path}/history`)).status).toBe(404);
});

test('finds records by either item name, ignoring case and accents', async () => {
  await t.as('admin').put(`/items/${ids.items.flour}`, { name: 'Crème flour', nameAlt: 'طَحين أبيض' });
  await t.as('branch').post('/wastage', body);
  for (const q of ['CREME', 'طحين', 'flour ']) {
    const results = (await t.as('branch').get(`/wastage?q=${encodeURIComponent(q)}`)).body;
    expect([q, results.length > 0]).toEqual([q, true]);
    expect(results[0]).toMatchObject({ itemNameAlt: 'طَحين أبيض' });
  }
  expect((await t.as('branch').get('/wastage?q=nowhere')).body).toEqual([]);
});

test('rejects a fraction of a whole-number unit, but not of other units', async () => {
  const buns = { item: ids.items.bun, reason: 'spoiled', status: 'Draft' };
  const half = await t.as('branch').post('/wastage', { ...buns, qty: 0.5 });
  expect(half).toMatchObject({
    status: 422,
    body: { fields: { qty: 'piece is counted in whole numbers. Enter a whole number.' } },
  });
  const created = await t.as('branch').post('/wastage', { ...buns, qty: 0.5, unit: 'case' });
  expect(created.status).toBe(201);
  const path = `/wastage/${created.body._id}`;
  expect((await t.as('branch').put(path, { ...buns, qty: 1.5 })).status).toBe(422);
  expect((await t.as('branch').put(path, { ...buns, qty: 2 })).status).toBe(200);
});

test('a draft changes no stock until it is posted', async () => {
  const created = await t.as('staff').post('/wastage', { ...body, status: 'Draft' });
  expect(created.body).toMatchObject({ status: 'Draft', cost: 0 });
  expect(await loadOnHand()).toBe(onHand);
  const path = `/wastage/${created.body._id}`;
  expect((await t.as('branch').put(path, { ...body, qty: 1, status: 'Draft' })).body).toMatchObject({
    status: 'Draft',
    qty: 1,
  });
  expect((await t.as('branch').put(path, { ...body, qty: 1 })).body).toMatchObject({
    status: 'Posted',
    cost: 1.2,
    version: 3,
  });
  expect(await loadOnHand()).toBe(onHand - 1);
  const unused = await t.as('branch').post('/wastage', { ...body, status: 'Draft' });
  expect((await t.as('branch').delete(`/wastage/${unused.body._id}`)).status).toBe(204);
  expect((await t.as('branch').get(`/wastage/${unused.body._id}`)).status).toBe(404);
});

test('replacing a record reverses it and posts it again; the ledger is append-only', async () => {
  const created = await t.as('branch').post('/wastage', body);
  const path = `/wastage/${created.body._id}`;
  const changed = await t.as('branch').put(path, { ...body, qty: 0.5, unit: 'case' });
  expect(changed.body).toMatchObject({ qty: 0.5, unitSymbol: 'case', cost: 6, version: 2 });
  expect(await loadOnHand()).toBe(onHand - 5);
  await t.as('branch').put(path, { ...body, qty: 0.5, unit: 'case', note: 'only a note' });
  const moves = (await t.as('branch').get(`/stock/moves?docId=${created.body._id}&sort=seq`)).body;
  expect(moves.map((move: { kind: string; qty: number }) => [move.kind, move.qty])).toEqual([
    ['waste', 2.5],
    ['waste_reversal', 2.5],
    ['waste', 5],
  ]);
  expect(moves[1].reversesSeq).toBe(moves[0].seq);
});

test('deleting a posted record restores the stock, once', async () => {
  const created = await t.as('branch').post('/wastage', body);
  const path = `/wastage/${created.body._id}`;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect((await t.as('branch').delete(path)).status).toBe(204);
    expect(await loadOnHand()).toBe(onHand);
  }
  expect((await t.as('branch').get(path)).body.status).toBe('Reversed');
  expect((await t.as('branch').put(path, body)).status).toBe(409);
});

test.each([
  ['an unknown item', { item: 'nothing' }, 'item'],
  ['no quantity', { qty: 0 }, 'qty'],
  ['an unlisted reason', { reason: 'bored' }, 'reason'],
  ['other without a note', { reason: 'other' }, 'note'],
  ['the future', { dateTime: '2026-03-05T09:00:00.000Z' }, 'dateTime'],
  ['a date in the wrong century', { dateTime: '0026-03-03T09:00:00.000Z' }, 'dateTime'],
  ['an unknown unit', { unit: 'barrel' }, 'unit'],
  ['a unit without conversion', { unit: 'ml' }, 'unit'],
  ['a cost', { cost: 1 }, 'cost'],
])('%s is rejected on its field', async (_, change, field) => {
  const response = await t.as('branch').post('/wastage', { ...body, ...change });
  expect(response).toMatchObject({ status: 422, body: { code: 'VALIDATION' } });
  expect(Object.keys(response.body.fields)).toContain(field);
});

test("can't waste more than is on hand", async () => {
  const response = await t.as('branch').post('/wastage', { ...body, qty: 1000 });
  expect(response).toMatchObject({
    status: 409,
    body: { code: 'INSUFFICIENT_STOCK', details: { needed: 1000, available: onHand } },
  });
  expect(await loadOnHand()).toBe(onHand);
});

test('can waste more than is on hand if the branch allows negative stock', async () => {
  const setNegativeStock = async (negativeStock: string) =>
    expect((await t.as('admin').put(`/branch/${ids.branch1}`, { negativeStock })).status).toBe(200);
  await setNegativeStock('warn');
  const created = await t.as('branch').post('/wastage', { ...body, qty: onHand + 10 });
  expect(created.status).toBe(201);
  expect(await loadOnHand()).toBe(-10);
  await t.as('branch').delete(`/wastage/${created.body._id}`);
  await setNegativeStock('block');
  expect(await loadOnHand()).toBe(onHand);
});

test('users are limited to their own branch', async () => {
  const { _id } = (await t.as('branch').post('/wastage', body)).body;
  const path = `/wastage/${_id}`;
  expect((await t.as('branch2').get(path)).status).toBe(404);
  expect((await t.as('branch2').put(path, body)).status).toBe(404);
  expect((await t.as('branch2').get('/wastage')).body).toEqual([]);
  expect((await t.as('branch').post('/wastage', { ...body, branch: ids.branch2 })).status).toBe(403);
  expect((await t.as('staff').put(path, body)).status).toBe(403);
  expect((await t.as('staff').delete(path)).status).toBe(403);
  expect((await t.as('viewer').post('/wastage', { ...body, branch: ids.branch1 })).status).toBe(403);
  expect((await t.anonymous.get('/wastage')).status).toBe(401);
  expect((await t.as('branch').put(path, body, { 'if-match': '"8"' })).status).toBe(412);
});

test('lists can be filtered and sorted, and return the total count', async () => {
  const { body: rows, headers } = await t
    .as('branch')
    .get('/wastage?status=Posted&sort=number&from=2026-03-04&to=2026-03-04');
  expect(headers.get('x-total-count')).toBe(String(rows.length));
  expect(rows.map((row: { number: string }) => row.number)).toEqual(
    rows.map((row: { number: string }) => row.number).toSorted(),
  );
  expect((await t.as('branch').get('/wastage?to=2026-03-03')).body).toEqual([]);
  expect((await t.as('branch').get('/wastage?reason=bored')).status).toBe(400);
});

test('reconcile finds no differences', async () => {
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
});
